import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@manoboard/contract/nouns/command';
import { targetOf } from '@manoboard/domain/commands/command-values';
import { type Db, isDatabaseAway } from '../../db/db.ts';
import type { Logger } from '../../log.ts';
import { toCommand } from './command-row.ts';
import { insertMissing, listCommands } from './commands.repo.ts';

interface Neighbours {
  db: Db;
  log: Logger;
  now: () => number;
  folder: string;
  appendAudit: (db: Db, at: Date, entries: readonly object[]) => Promise<void>;
  /** A stop is in the log: open pages show it in the timeline. */
  ended: (command: Command) => void;
}

/** A stop as it was asked for, or as it ended; the row number of its device is not part of a command. */
interface Line {
  deviceKey: number;
  command: Command;
}

const isWhole = (text: string) => text.trim() !== '';

function parseLine(text: string): Line[] {
  try {
    return [JSON.parse(text) as Line];
  } catch {
    // Only the last line can be torn, by a power cut: its stop was not sent yet.
    return [];
  }
}

async function readLines(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter(isWhole).flatMap(parseLine);
}

const date = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));

/** A stop that has no end in the journal ended with the server: nobody heard the answer. */
const withEnd = (command: Command): Command =>
  command.finished_at === null
    ? { ...command, status: 'timeout', problem: 'NO_ANSWER', finished_at: command.expires_at }
    : command;

const toRow = ({ deviceKey, command }: Line) => ({
  id: command.id,
  device_id: deviceKey,
  user_id: command.by.user_id,
  role: command.by.role,
  op: command.op,
  what: command.what,
  target: targetOf({ op: 'start_stop', val: false }),
  register: null,
  normalizer: null,
  value: JSON.stringify(command.value),
  old_value: JSON.stringify(command.old_value),
  reported_value: JSON.stringify(command.reported_value),
  status: command.status,
  error: command.detail ?? null,
  problem: command.problem ?? null,
  problem_more: null,
  idempotency_key: null,
  request_hash: null,
  created_at: new Date(command.created_at * 1000),
  expires_at: new Date(command.expires_at * 1000),
  published_at: date(command.published_at),
  accepted_at: date(command.accepted_at),
  finished_at: date(command.finished_at),
});

/**
 * Stops that were sent while the database was away, in a file: each line is on the disk before the stop is sent. They
 * become commands and entries of the audit log when the database is back, each once.
 */
export function createStopJournal({ db, log, now, folder, appendAudit, ended }: Neighbours) {
  const file = join(folder, 'stops.jsonl');
  const running = new Set<string>();
  let turn: Promise<void> = Promise.resolve();

  async function append(line: Line) {
    const handle = await open(file, 'a', 0o600);
    try {
      await handle.write(`${JSON.stringify(line)}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  const store = ({ deviceKey, command: noted }: Line) =>
    db.transaction().execute(async (tx) => {
      const command = withEnd(noted);
      if (!(await insertMissing(tx, toRow({ deviceKey, command })))) return;
      const [row] = await listCommands(tx, [command.id]);
      if (!row) return;
      const stored = toCommand(row);
      const asked: Command = { ...stored, status: 'created', reported_value: null, finished_at: null };
      await appendAudit(tx, new Date(now()), [
        { event: 'asked', command: asked, is_from_journal: true },
        { event: 'ended', command: stored, is_from_journal: true },
      ]);
      ended(stored);
    });

  /** One line that the database refuses, of a deleted account for example, does not keep the others. */
  async function tryStore(line: Line) {
    try {
      await store(line);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, line }, 'a stop of the journal could not be stored');
    }
  }

  /** The last line of a stop says the most. */
  async function storeAll() {
    // The end of a stop that runs comes later; the replay is asked for again then.
    if (running.size > 0) return;
    const latest = new Map((await readLines(file)).map((line) => [line.command.id, line]));
    for (const line of latest.values()) await tryStore(line);
    if (latest.size > 0) log.warn({ stops: latest.size }, 'stops of the journal are in the log');
    await rm(file, { force: true });
  }

  /** One after the other: nothing is appended while a replay reads and removes the file. */
  function inTurn(act: () => Promise<void>): Promise<void> {
    const done = turn.then(act);
    turn = done.catch(() => {});
    return done;
  }

  return {
    /** Resolves when the stop is on the disk. It counts as running until its end is noted. */
    begin(line: Line): Promise<void> {
      running.add(line.command.id);
      return inTurn(() => append(line));
    },
    end: (line: Line): Promise<void> =>
      inTurn(() => append(line)).finally(() => running.delete(line.command.id)),
    replay: () => inTurn(storeAll),
  };
}
