import { Event } from '@manoboard/contract/mqtt/event';
import { Tele } from '@manoboard/contract/mqtt/topics';
import { type Disk, replaceFile } from '../disk/disk.ts';

const FILE = 'outbox.jsonl';
/** The file is rewritten when this many lines, and more than the live ones, are obsolete. */
const MAX_DEAD = 2_000;

export type OutMessage = { name: 'tele'; message: Tele } | { name: 'event'; message: Event };

/** A stored message with its number and its Unix time of creation (0 while the clock was unset). */
interface Row {
  n: number;
  madeMs: number;
  out: OutMessage;
}

/** Messages that must survive a power cut: one line per message, one per acknowledgement. */
export interface Journal {
  /** In order of creation. */
  load(): Row[];
  /** Appends new and acknowledged messages with one write and one sync. */
  write(made: readonly Row[], gone: readonly number[]): void;
}

const encode = (text: string) => new TextEncoder().encode(text);
const rowLine = ({ n, madeMs, out }: Row) =>
  `${JSON.stringify({ n, at: madeMs, t: out.name, m: out.message })}\n`;

function outOf(name: unknown, message: unknown): OutMessage | undefined {
  if (name === 'tele') {
    const tele = Tele.safeParse(message).data;
    return tele && { name, message: tele };
  }
  const event = name === 'event' ? Event.safeParse(message).data : undefined;
  return event && { name: 'event', message: event };
}

function readLine(rows: Map<number, Row>, line: string): void {
  const { n, at, t, m, gone } = Object(JSON.parse(line)) as Record<string, unknown>;
  const out = outOf(t, m);
  if (Array.isArray(gone)) for (const number of gone) rows.delete(number);
  else if (out && typeof n === 'number' && typeof at === 'number') rows.set(n, { n, madeMs: at, out });
}

/** A torn or corrupt line (power cut, bad memory card) is skipped. */
function readRows(text: string): Map<number, Row> {
  const rows = new Map<number, Row>();
  for (const line of text.split('\n')) {
    try {
      if (line) readLine(rows, line);
    } catch {}
  }
  return rows;
}

export function createJournal(disk: Disk): Journal {
  let alive = new Map<number, Row>();
  let size = 0;
  let dead = 0;

  function rewrite(): void {
    const bytes = encode([...alive.values()].map(rowLine).join(''));
    replaceFile(disk, FILE, bytes);
    size = bytes.length;
    dead = 0;
  }

  function append(text: string): void {
    const bytes = encode(text);
    disk.writeAt(FILE, size, bytes);
    disk.sync(FILE);
    size += bytes.length;
  }

  const tail = (made: readonly Row[], gone: readonly number[]) =>
    made.map(rowLine).join('') + (gone.length > 0 ? `${JSON.stringify({ gone })}\n` : '');

  return {
    load() {
      const bytes = disk.read(FILE);
      if (bytes) {
        alive = readRows(new TextDecoder().decode(bytes));
        // Drops torn and acknowledged lines; on a full disk the next write retries this.
        dead = Number.POSITIVE_INFINITY;
        try {
          rewrite();
        } catch {
          // A board that cannot write still starts.
        }
      }
      return [...alive.values()];
    },
    write(made, gone) {
      const leaving = gone.filter((n) => alive.delete(n));
      for (const row of made) alive.set(row.n, row);
      const before = dead + leaving.length;
      if (made.length + leaving.length === 0) return;
      const isTidying = before > Math.max(MAX_DEAD, alive.size) || alive.size === 0;
      // If this write fails, the next one rewrites the file with all live messages.
      dead = Number.POSITIVE_INFINITY;
      if (isTidying) return rewrite();
      append(tail(made, leaving));
      dead = before;
    },
  };
}
