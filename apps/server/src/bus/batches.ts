import { BATCH_MS, type PeerSubject } from './peer-bus.ts';

/** Sent as soon as it has reached this size: NATS refuses messages above 1 MB. */
const BATCH_BYTES = 256 * 1024;
const HEARD_WITHIN_MS = 3000;
/** Of what servers send each other. 2: texts (`newest-texts.ts`). A server that announces none has 1. */
const BUS_VERSION = 2;
const TEXTS_SINCE = 2;

/** JSON of a batch: the sender, then subjects and messages. */
export type Batch = [
  from: string,
  ...messages: [subject: PeerSubject | 'version' | 'watched', message: unknown][],
];

/** Collects messages for a few milliseconds, as JSON texts. */
export function createBatches(serverId: string, send: (json: string) => void) {
  let texts: string[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  let isWatched = false;
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const json = `[${[JSON.stringify(serverId), ...texts].join(',')}]`;
    texts = [];
    size = 0;
    send(json);
  }
  /** That this server is there, what it understands, and whether somebody sees what it gets. */
  function announce() {
    texts.push(JSON.stringify(['version', BUS_VERSION]), JSON.stringify(['watched', isWatched]));
    flush();
  }
  return {
    add(subject: PeerSubject, message: unknown) {
      const text = JSON.stringify([subject, message]);
      texts.push(text);
      size += text.length;
      if (size >= BATCH_BYTES) flush();
      else timer ??= setTimeout(flush, BATCH_MS);
    },
    announce,
    isWatched: () => isWatched,
    setWatched(next: boolean) {
      isWatched = next;
      announce();
    },
    stop: () => clearTimeout(timer),
  };
}

/** The subscribers of this server, and the other servers that have sent something lately. */
export function createReceivers(
  serverId: string,
  { onFailed, onWatched }: { onFailed: (err: unknown) => void; onWatched: () => void },
) {
  const receivers = new Map<PeerSubject, ((message: unknown, from: string) => void)[]>();
  const heardMs = new Map<string, number>();
  /** When a server last announced that it knows texts. */
  const announcedMs = new Map<string, number>();
  const older = new Set<string>();
  /** When a server last announced that pages are open at it. */
  const watchedMs = new Map<string, number>();
  const isLately = (atMs: number | undefined) =>
    atMs !== undefined && performance.now() - atMs < HEARD_WITHIN_MS;

  /** A server may come back with the same ID and another version. */
  function noteVersion(from: string, messages: readonly unknown[][]) {
    if (messages.some(([subject, message]) => subject === 'version' && Number(message) >= TEXTS_SINCE))
      announcedMs.set(from, performance.now());
    if (isLately(announcedMs.get(from))) older.delete(from);
    else older.add(from);
    for (const id of older) if (!isLately(heardMs.get(id))) older.delete(id);
  }

  function give(subject: PeerSubject, message: unknown, from: string) {
    for (const take of receivers.get(subject) ?? [])
      try {
        take(message, from);
      } catch (err) {
        onFailed(err);
      }
  }

  const isWatched = () => [...watchedMs.values()].some(isLately);

  function noteWatched(from: string, isSeen: boolean) {
    const before = isWatched();
    if (isSeen) watchedMs.set(from, performance.now());
    else watchedMs.delete(from);
    if (isWatched() !== before) onWatched();
  }

  return {
    isWatched,
    subscribe(subject: PeerSubject, take: (message: unknown, from: string) => void): void {
      receivers.set(subject, [...(receivers.get(subject) ?? []), take]);
    },
    receive([from, ...messages]: Batch): void {
      if (from === serverId) return;
      heardMs.set(from, performance.now());
      // First: what it means depends on its version, also in its first batch.
      noteVersion(from, messages);
      for (const [subject, message] of messages)
        if (subject === 'watched') noteWatched(from, message === true);
        else if (subject !== 'version') give(subject, message, from);
    },
    peers: (): string[] => [...heardMs].flatMap(([id, atMs]) => (isLately(atMs) ? [id] : [])),
    olderPeers: (): ReadonlySet<string> => older,
  };
}
