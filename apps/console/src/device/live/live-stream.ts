import { type LiveEvent, type LiveEventName, liveEvents, PING_INTERVAL_MS } from '@manoboard/contract/live';
import * as z from 'zod/mini';
import { openSource, type SourceSettings } from './stream-source.ts';

/** A ping is missing: the stream or the server may hang. */
const QUIET_MS = 1.5 * PING_INTERVAL_MS;
/** An open stream that is silent for this long is replaced. */
const SILENCE_MS = 5 * PING_INTERVAL_MS;
/** On a slow line the first snapshot takes long. */
const CONNECT_MS = 25_000;
/** Browsers of a server that stops connect to another one within this time, not all at once. */
const MOVE_MS = 500;
/** Back off to 30 s while the server answers other requests, to 1 s while it is down and a user is waiting. */
const BACKOFF_MS = { first: 1000, most: 30_000, mostWhenDown: 1000 };

export interface StreamSettings extends Pick<SourceSettings, 'url' | 'deviceIds'> {
  /** The login in this browser, now. */
  login: () => string;
  onEvent: (event: LiveEvent) => void;
  /** Up: the stream is open and has sent its snapshot or the missed events. */
  onUp: (isUp: boolean) => void;
  /** A stream that was up has missed a ping; the next event reports `onUp` again. */
  onQuiet: () => void;
  /** The server refused the stream; EventSource hides the status, so the session must be checked. */
  onRefused: () => void;
  /** Whether the server answers other requests. */
  isServerReachable: () => boolean;
  /** Another attempt has failed: poll to find out whether the server still answers. */
  onFailed: () => void;
}

export interface LiveStream {
  close: () => void;
  /** Reconnects at once. Keeps a stream that has just received an event, unless the network has changed. */
  wake: (isNewNetwork: boolean) => void;
}

/** Exponential backoff with 50% jitter: a thousand browsers must not reconnect in the same second. */
const backoffMs = (failures: number, mostMs: number) =>
  Math.min(mostMs, BACKOFF_MS.first * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);

function decode(name: LiveEventName, text: string): LiveEvent | undefined {
  try {
    const parsed = z.safeParse(liveEvents[name], JSON.parse(text));
    return parsed.success ? ({ event: name, data: parsed.data } as LiveEvent) : undefined;
  } catch {
    return undefined;
  }
}

/** The event stream. Reconnects after every failure until `close`. */
export function openStream(settings: StreamSettings): LiveStream {
  const { url, deviceIds, login, onEvent, onUp, onQuiet, onRefused, isServerReachable, onFailed } = settings;
  let closeSource = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let receivedAtMs = 0;
  let hasCaughtUp = false;
  let canResume = false;

  function schedule(action: () => void, delayMs: number) {
    clearTimeout(timer);
    timer = setTimeout(action, delayMs);
  }

  function receive(name: LiveEventName, text: string) {
    const event = decode(name, text);
    if (!event) return;
    if (event.event === 'closed') {
      stop();
      // The server stops, and another one goes on.
      if (event.data.reason === 'moving') return schedule(connect, Math.random() * MOVE_MS);
      onEvent(event);
      return;
    }
    failures = 0;
    receivedAtMs = Date.now();
    canResume = true;
    schedule(reportQuiet, QUIET_MS);
    onEvent(event);
    hasCaughtUp ||= name === 'snapshot' || name === 'resumed';
    if (hasCaughtUp) onUp(true);
  }

  function reportQuiet() {
    schedule(retry, SILENCE_MS - QUIET_MS);
    if (hasCaughtUp) onQuiet();
  }

  /** The server closed this stream on purpose; a new one would close that of another window. Only `wake` reopens it. */
  function stop() {
    clearTimeout(timer);
    closeSource();
    receivedAtMs = 0;
    setDown();
  }

  function setDown() {
    hasCaughtUp = false;
    onUp(false);
  }

  function connect() {
    closeSource();
    canResume = false;
    closeSource = openSource({
      url,
      deviceIds,
      login: login(),
      onEvent: (name, text) => receive(name as LiveEventName, text),
      onError,
    });
    schedule(retry, CONNECT_MS);
  }

  /**
   * The browser's own first retry resumes the stream (Last-Event-ID), so it may try once. A stream without any event has
   * nothing to resume and no retry delay from the server: retry at once.
   */
  function onError(isRefused: boolean) {
    receivedAtMs = 0;
    setDown();
    if (isRefused) onRefused();
    if (isRefused || !canResume) retry();
    canResume = false;
  }

  function retry() {
    closeSource();
    failures += 1;
    setDown();
    schedule(connect, backoffMs(failures, isServerReachable() ? BACKOFF_MS.most : BACKOFF_MS.mostWhenDown));
    onFailed();
  }

  connect();
  return {
    close: stop,
    wake(isNewNetwork) {
      if (!isNewNetwork && Date.now() - receivedAtMs < QUIET_MS) return;
      failures = 0;
      setDown();
      connect();
    },
  };
}
