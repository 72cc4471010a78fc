import { type WallLitres, type WallPump, wallCalls } from '@manoboard/contract/device/wall.calls';
import { streamPath } from '@manoboard/contract/live';
import * as z from 'zod/mini';
import { address } from '../../../lib/http/http.ts';
import { config } from '../../../lib/page/config.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { currentTimeZone } from '../../../lib/time/time-zone.ts';

/** States change with time too, without an event. */
const READ_EVERY_MS = 5000;
const TIMEOUT_MS = 10_000;
/** Each read of litres computes the flow of a day. */
const LITRES_EVERY_MS = 300_000;
/** Events of one moment cause one read. */
const GATHER_MS = 400;

export interface WallNews {
  pumps: readonly WallPump[];
  atS: number;
}

/** R9.2: litres of today by device. */
export interface DayLitres {
  byDevice: ReadonlyMap<string, WallLitres>;
  atS: number;
}

interface Watcher {
  onNews: (news: WallNews) => void;
  onLitres: (litres: DayLitres) => void;
  /** The token was revoked, or has expired. */
  onOver: () => void;
}

/**
 * Reads the wall by its token until it is stopped; a restart of the server and a lost network only delay the next read. The event
 * stream tells when to read. It is read by `fetch`, because `EventSource` sends no header, and an address is in logs.
 */
export function watchWall(token: string, { onNews, onLitres, onOver }: Watcher): () => void {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  let isReading = false;
  let due: ReturnType<typeof setTimeout> | undefined;

  async function ask(url: string, signals: readonly AbortSignal[] = []) {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([stopped.signal, ...signals]),
    });
    if (answer.status === 401 && !stopped.signal.aborted) {
      stop();
      onOver();
    }
    return answer;
  }

  async function read() {
    if (isReading) return;
    isReading = true;
    try {
      const answer = await ask(address(wallCalls.wall), [AbortSignal.timeout(TIMEOUT_MS)]);
      if (answer.ok)
        onNews({ pumps: z.parse(wallCalls.wall.answers[200], await answer.json()), atS: serverNowS() });
    } catch {
      // The next read tries again; the page shows how old its values are.
    } finally {
      isReading = false;
    }
  }

  /** A server without this call, or without the curve of a pump, shows no litres. */
  async function readLitres() {
    const url = address(wallCalls.wallLitres, {}, { zone: currentTimeZone() });
    try {
      const answer = await ask(url, [AbortSignal.timeout(TIMEOUT_MS)]);
      if (!answer.ok) return;
      const litres = z.parse(wallCalls.wallLitres.answers[200], await answer.json());
      onLitres({ byDevice: new Map(litres.map((one) => [one.device_id, one])), atS: serverNowS() });
    } catch {
      // The next read tries again.
    }
  }

  function readSoon() {
    due ??= setTimeout(() => {
      due = undefined;
      void read();
    }, GATHER_MS);
  }

  let isListening = false;
  async function listen() {
    if (isListening) return;
    isListening = true;
    try {
      const { ok, body } = await ask(config.api_base + streamPath);
      const reader = ok ? body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        if (/^event: (?!ping)/m.test(part.value)) readSoon();
    } catch {
      // The timer listens again.
    } finally {
      isListening = false;
      // An ended stream may be a revoked token.
      if (!stopped.signal.aborted) readSoon();
    }
  }

  const again = () => {
    void read();
    void listen();
  };
  again();
  void readLitres();
  const timer = setInterval(again, READ_EVERY_MS);
  const litresTimer = setInterval(() => void readLitres(), LITRES_EVERY_MS);
  stopped.signal.addEventListener('abort', () => {
    clearInterval(timer);
    clearInterval(litresTimer);
    clearTimeout(due);
  });
  return stop;
}
