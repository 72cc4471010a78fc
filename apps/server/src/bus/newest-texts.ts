/** A text with a few facts about it. Receivers read the facts, and the text only when somebody needs it. */
export interface SharedText {
  facts: readonly (string | number)[];
  text: string;
}

/** A batch of texts: the sender and the facts of each text with its length as a line of JSON, then the texts. */
type Head = [from: string, ...rows: (string | number)[][]];

/**
 * While texts follow each other they are sent together so often. The first after a pause is sent at once, so most wait for
 * half of this time or less. With 5 ms a server used a tenth of its processor time to send and to receive.
 */
const WATCHED_EVERY_MS = 12;
/** While no server has an open page, whose person could move to another one: a batch takes 0.4 ms of processor time to send and to receive. */
const UNWATCHED_EVERY_MS = 250;
/** Of one batch: NATS refuses messages above 1 MB. After a reconnect the values of all boards are sent. */
const BATCH_TEXTS = 500;

export function encodeTexts(from: string, rows: readonly SharedText[]): string {
  const head: Head = [from, ...rows.map(({ facts, text }) => [...facts, Buffer.byteLength(text)])];
  return `${JSON.stringify(head)}\n${rows.map(({ text }) => text).join('')}`;
}

export function decodeTexts(bytes: Uint8Array): { from: string; rows: SharedText[] } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.indexOf(0x0a);
  const [from, ...heads] = JSON.parse(buffer.toString('utf8', 0, end)) as Head;
  let at = end + 1;
  const rows = heads.map((facts) => {
    const length = Number(facts.pop());
    // A string of its own: a part of a longer one would keep all of the batch in memory.
    const text = buffer.toString('utf8', at, at + length);
    at += length;
    return { facts, text };
  });
  return { from, rows };
}

/** Collects keys, and sends the newest text of each. `isWatched`: somebody sees them as they come. */
export function createTextBatches(send: (rows: SharedText[]) => void, isWatched: () => boolean) {
  const keys = new Set<string>();
  let find: (key: string) => SharedText | undefined = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let sentMs = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer = undefined;
    sentMs = performance.now();
    const rows: SharedText[] = [];
    for (const key of keys) {
      if (rows.length === BATCH_TEXTS) break;
      keys.delete(key);
      const row = find(key);
      if (row) rows.push(row);
    }
    if (rows.length > 0) send(rows);
    if (keys.size > 0) schedule();
  }
  function schedule(): void {
    const everyMs = isWatched() ? WATCHED_EVERY_MS : UNWATCHED_EVERY_MS;
    timer ??= setTimeout(flush, Math.max(0, sentMs + everyMs - performance.now()));
  }

  return {
    from(next: typeof find): void {
      find = next;
    },
    add(key: string): void {
      keys.add(key);
      schedule();
    },
    /** `isWatched` has changed. */
    reschedule(): void {
      clearTimeout(timer);
      timer = undefined;
      if (keys.size > 0) schedule();
    },
    stop: () => clearTimeout(timer),
  };
}
