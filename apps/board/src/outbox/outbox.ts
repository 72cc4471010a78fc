import { DAY_MS } from '@manoboard/domain/time';
import { type Clock, wireTime } from '../clock.ts';
import type { Journal, OutMessage } from './outbox-journal.ts';

/** `docs/protocol.md`, Delivery guarantees: an unacknowledged frame is kept for 24 h; an event until it is acknowledged. */
const KEPT_MS = DAY_MS;
/** The fastest config makes a frame every second, 86,400 a day, plus a margin for frames sent at once. */
const MAX_KEPT = 100_000;
/** Most backlog messages in flight, so that a backlog does not flood the server… */
const WINDOW = 16;
/** …and does not delay new frames. */
const LIVE_WINDOW = 16;
/** A frame acknowledged within this time is never written to the memory card; an event is written at once. */
const SAVE_MS = 2_000;

type Send = (out: OutMessage) => Promise<void>;

export interface Outbox {
  /** An event is on disk when this returns; a frame soon after. */
  add(out: OutMessage): void;
  /** Connected: sends unacknowledged messages, oldest first, with their own `boot`, `seq` and `ts`. */
  open(send: Send): void;
  /** Disconnected: outstanding acknowledgements will not arrive. */
  close(): void;
  /** Writes pending messages and clears all timers. */
  stop(): void;
  size(): number;
}

interface Kept {
  n: number;
  out: OutMessage;
  sinceMs: number;
  /** Created in this run, so its age is known even while the clock is unset. */
  isOwn: boolean;
  isSaved: boolean;
}

/** The unacknowledged messages, in memory and in the journal. */
function createBacklog(clock: Clock, journal: Journal | undefined, onForgotten: (entry: Kept) => void) {
  const kept = new Set<Kept>();
  let gone: number[] = [];
  let count = 0;
  let cancelSave: (() => void) | undefined;

  for (const { n, madeMs, out } of journal?.load() ?? []) {
    const agoMs = madeMs === 0 ? 0 : Math.max(0, (clock.unixMs() ?? madeMs) - madeMs);
    kept.add({ n, out, sinceMs: clock.elapsedMs() - agoMs, isOwn: false, isSaved: true });
    count = Math.max(count, n);
  }

  function forget(entry: Kept): void {
    if (!kept.delete(entry)) return;
    onForgotten(entry);
    if (entry.isSaved) gone.push(entry.n);
  }

  /** Evicts frames first: the next frame repeats the present state, an event is not repeated. */
  function forgetOld(): void {
    const oldestMs = clock.elapsedMs() - KEPT_MS;
    for (const entry of kept) {
      if (entry.out.name === 'event') continue;
      if (entry.sinceMs >= oldestMs && kept.size <= MAX_KEPT) return;
      forget(entry);
    }
    for (const entry of kept) {
      if (kept.size <= MAX_KEPT) return;
      forget(entry);
    }
  }

  function save(): void {
    cancelSave = undefined;
    const made = [...kept].filter(({ isSaved }) => !isSaved);
    const nowMs = clock.unixMs();
    const madeMs = ({ sinceMs }: Kept) => (nowMs === undefined ? 0 : nowMs - (clock.elapsedMs() - sinceMs));
    try {
      journal?.write(
        made.map((entry) => ({ n: entry.n, out: timed(entry), madeMs: madeMs(entry) })),
        gone,
      );
    } catch {
      // A full disk loses nothing: the message stays in memory, and the next one retries the write.
      return;
    }
    for (const entry of made) entry.isSaved = true;
    gone = [];
  }

  function saveSoon(): void {
    if (journal) cancelSave ??= clock.after(SAVE_MS, save);
  }

  function saveNow(): void {
    cancelSave?.();
    save();
  }

  /** An event repeated at every start is queued once. */
  function isKept({ name, message }: OutMessage): boolean {
    if (name === 'tele') return false;
    return [...kept].some(
      ({ out }) => out.name === name && out.message.id === message.id && out.message.st === message.st,
    );
  }

  /** Sets the time of frames measured before the clock was set to the time of their measurement. */
  function timed({ out, isOwn, sinceMs }: Kept): OutMessage {
    const nowS = wireTime(clock);
    if (out.message.ts !== 0 || nowS === 0 || !isOwn) return out;
    const ts = nowS - Math.round((clock.elapsedMs() - sinceMs) / 1000);
    return out.name === 'tele'
      ? { name: 'tele', message: { ...out.message, ts } }
      : { name: 'event', message: { ...out.message, ts } };
  }

  return {
    kept,
    timed,
    saveNow,
    /** The new entry; undefined for an event that is queued already. */
    add(out: OutMessage): Kept | undefined {
      if (isKept(out)) return undefined;
      const entry = { n: ++count, out, sinceMs: clock.elapsedMs(), isOwn: true, isSaved: false };
      kept.add(entry);
      forgetOld();
      if (out.name === 'event') saveNow();
      else saveSoon();
      return entry;
    },
    acknowledge(entry: Kept) {
      forget(entry);
      if (gone.length > 0) saveSoon();
    },
  };
}

export function createOutbox(clock: Clock, journal?: Journal): Outbox {
  /** In flight. */
  const past = new Set<Kept>();
  const live = new Set<Kept>();
  const backlog = createBacklog(clock, journal, (entry) => {
    past.delete(entry);
    live.delete(entry);
  });
  let send: Send | undefined;

  function flush(): void {
    if (!send) return;
    for (const entry of backlog.kept) {
      if (past.size >= WINDOW) return;
      if (!past.has(entry) && !live.has(entry)) deliver(entry, past, send);
    }
  }

  function deliver(entry: Kept, window: Set<Kept>, via: Send): void {
    window.add(entry);
    via(backlog.timed(entry)).then(
      () => {
        backlog.acknowledge(entry);
        flush();
      },
      // Kept in the outbox; the next connection resends it.
      () => undefined,
    );
  }

  return {
    add(out) {
      const entry = backlog.add(out);
      if (entry && send && live.size < LIVE_WINDOW) deliver(entry, live, send);
    },
    open(via) {
      past.clear();
      live.clear();
      send = via;
      flush();
    },
    close() {
      send = undefined;
      past.clear();
      live.clear();
    },
    stop() {
      backlog.saveNow();
      send = undefined;
    },
    size: () => backlog.kept.size,
  };
}
