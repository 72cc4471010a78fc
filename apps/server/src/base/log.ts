import { fstatSync, write, writeSync } from 'node:fs';
import { MINUTE_MS } from '@manoboard/domain/time';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const STDERR = 2;
/** Lines that cannot be written are held in memory up to this; later ones are lost. */
const MOST_HELD_BYTES = 1_000_000;

/**
 * Writes asynchronously, so that a full pipe blocks no request. A write that fails (a log file on a full disk) is repeated
 * with the next line; pino's own destination ends the process on it, and hangs at the exit.
 */
function createLineWriter(fd: number) {
  let waiting: Buffer[] = [];
  let heldBytes = 0;
  let isWriting = false;

  function flush() {
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    const bytes = Buffer.concat(waiting);
    waiting = [];
    write(fd, bytes, (error, written) => {
      isWriting = false;
      const done = error ? 0 : written;
      heldBytes -= done;
      if (done < bytes.length) waiting.unshift(bytes.subarray(done));
      if (!error) flush();
    });
  }

  process.once('exit', () => {
    try {
      if (waiting.length > 0) writeSync(fd, Buffer.concat(waiting));
    } catch {
      // Nothing more can be done for the last lines.
    }
  });

  return {
    write(line: string) {
      const bytes = Buffer.from(line);
      if (heldBytes + bytes.length <= MOST_HELD_BYTES) {
        waiting.push(bytes);
        heldBytes += bytes.length;
      }
      flush();
    },
  };
}

/** Levels of pino as priorities of syslog, which journald reads from the beginning of a line. */
const PRIORITIES: readonly [level: number, priority: string][] = [
  [60, '<2>'],
  [50, '<3>'],
  [40, '<4>'],
  [30, '<6>'],
];
const priorityOf = (level: number) => PRIORITIES.find(([least]) => level >= least)?.[1] ?? '<7>';

/** JOURNAL_STREAM names the stream that journald reads; a program below a service may have another one. */
function isJournal(fd: number, stream: string | undefined): boolean {
  if (!stream) return false;
  const { dev, ino } = fstatSync(fd);
  return stream === `${dev}:${ino}`;
}

export function createLog(
  level: string,
  fd = STDERR,
  stream: string | undefined = process.env.JOURNAL_STREAM,
): Logger {
  const writer = createLineWriter(fd);
  if (!isJournal(fd, stream)) return pino({ level }, writer);
  // pino sets the level of a line before it writes it.
  const journal = {
    [pino.symbols.needsMetadataGsym]: true as const,
    lastLevel: 0,
    write: (line: string) => writer.write(priorityOf(journal.lastLevel) + line),
  };
  return pino({ level }, journal as unknown as DestinationStream);
}

/** Logs a repeated warning at most once a minute, with the number of suppressed ones. */
export function createQuietWarn(log: Logger, now: () => number = Date.now) {
  const logged = new Map<string, { at: number; heldBack: number }>();
  return (key: string, details: object, sentence: string) => {
    const last = logged.get(key);
    if (last && Math.abs(now() - last.at) < MINUTE_MS) {
      last.heldBack++;
      return;
    }
    log.warn({ ...details, heldBack: last?.heldBack ?? 0 }, sentence);
    logged.set(key, { at: now(), heldBack: 0 });
  };
}
export type QuietWarn = ReturnType<typeof createQuietWarn>;
