import { type Clock, wireTime } from '../clock.ts';
import type { Journal, OutMessage } from './outbox-journal.ts';

/** `contract.md` 2: a frame that nobody acknowledged is kept for 24 h; events until somebody does. */
const KEPT_MS = 24 * 3_600_000;
/** The fastest config makes a frame every second: 86,400 a day, and then some for what does not wait its turn. */
const MOST_KEPT = 100_000;
/** So many of the past may be on their way at once: a night's frames neither fall on the server in one heap… */
const WINDOW = 16;
/** …nor keep it from hearing what is now. */
const LIVE_WINDOW = 16;
/** A frame that is acknowledged within this time never wears the memory card; an event does not wait. */
const SAVE_MS = 2_000;

type Send = (out: OutMessage) => Promise<void>;

export interface Outbox {
  /** An event is safe on the disk when this returns; a frame soon. */
  add(out: OutMessage): void;
  /** A connection stands: send, oldest first, whatever was not acknowledged, with its own `boot`, `seq`, `ts`. */
  open(send: Send): void;
  /** The connection is gone, and with it every acknowledgement that was still to come. */
  close(): void;
  /** The board goes down: what is kept is written, and no timer is left. */
  stop(): void;
  size(): number;
}

interface Kept {
  n: number;
  out: OutMessage;
  sinceMs: number;
  /** Made in this run, so its age is known even if no clock was set. */
  isOwn: boolean;
  isSaved: boolean;
}

export function createOutbox(clock: Clock, journal?: Journal): Outbox {
  const kept = new Set<Kept>();
  const past = new Set<Kept>();
  const live = new Set<Kept>();
  let gone: number[] = [];
  let count = 0;
  let send: Send | undefined;
  let cancelSave: (() => void) | undefined;

  for (const { n, madeMs, out } of journal?.load() ?? []) {
    const agoMs = madeMs === 0 ? 0 : Math.max(0, (clock.unixMs() ?? madeMs) - madeMs);
    kept.add({ n, out, sinceMs: clock.elapsedMs() - agoMs, isOwn: false, isSaved: true });
    count = Math.max(count, n);
  }

  function forget(entry: Kept): void {
    if (!kept.delete(entry)) return;
    past.delete(entry);
    live.delete(entry);
    if (entry.isSaved) gone.push(entry.n);
  }

  /** Frames first: the next one tells the present again, but nobody tells an event again. */
  function forgetOld(): void {
    const oldestMs = clock.elapsedMs() - KEPT_MS;
    for (const entry of kept) {
      if (entry.out.name === 'event') continue;
      if (entry.sinceMs >= oldestMs && kept.size <= MOST_KEPT) return;
      forget(entry);
    }
    for (const entry of kept) {
      if (kept.size <= MOST_KEPT) return;
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
      // A disk that is full takes nothing away: it stays in memory, and the next message tries again.
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

  /** An event that every start tells again waits here only once. */
  function isKept({ name, message }: OutMessage): boolean {
    if (name === 'tele') return false;
    return [...kept].some(
      ({ out }) => out.name === name && out.message.id === message.id && out.message.st === message.st,
    );
  }

  /** What was measured before the clock was set belongs where it was measured, not where it arrives. */
  function timed({ out, isOwn, sinceMs }: Kept): OutMessage {
    const nowS = wireTime(clock);
    if (out.message.ts !== 0 || nowS === 0 || !isOwn) return out;
    const ts = nowS - Math.round((clock.elapsedMs() - sinceMs) / 1000);
    return out.name === 'tele'
      ? { name: 'tele', message: { ...out.message, ts } }
      : { name: 'event', message: { ...out.message, ts } };
  }

  function flush(): void {
    if (!send) return;
    for (const entry of kept) {
      if (past.size >= WINDOW) return;
      if (!past.has(entry) && !live.has(entry)) deliver(entry, past, send);
    }
  }

  function deliver(entry: Kept, window: Set<Kept>, via: Send): void {
    window.add(entry);
    via(timed(entry)).then(
      () => {
        forget(entry);
        if (gone.length > 0) saveSoon();
        flush();
      },
      // Nothing is lost: it stays, and the next connection sends it again.
      () => undefined,
    );
  }

  return {
    add(out) {
      if (isKept(out)) return;
      const entry = { n: ++count, out, sinceMs: clock.elapsedMs(), isOwn: true, isSaved: false };
      kept.add(entry);
      forgetOld();
      if (out.name === 'event') saveNow();
      else saveSoon();
      if (send && live.size < LIVE_WINDOW) deliver(entry, live, send);
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
      saveNow();
      send = undefined;
    },
    size: () => kept.size,
  };
}
