import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@manoboard/contract/command/command';
import type { LastData } from '@manoboard/contract/device/device';
import { actingRole } from '@manoboard/domain/access/policy';
import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import { currentValueOf, targetOf } from '@manoboard/domain/commands/command-values';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import { isDatabaseAway } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { CommandRequest } from './command-request.ts';
import { newCommandId } from './command-row.ts';
import { type Ending, insertMissing, listCommands, markFinished, toCommand } from './commands.repo.ts';

interface Needs extends Pick<Core, 'db' | 'log' | 'now'> {
  folder: string;
  /** Called when a stop is in the log: open pages show it in the timeline. */
  onEnded: (command: Command) => void;
}

/** A stop as requested, or as it ended. A command has no device key, so the line has it. */
interface Line {
  deviceKey: DeviceKey;
  command: Command;
}

const isWhole = (text: string) => text.trim() !== '';

function parseLine(text: string): Line[] {
  try {
    return [JSON.parse(text) as Line];
  } catch {
    // A power cut can truncate only the last line, and its stop was not sent yet.
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

/** A stop without an end in the journal: the server stopped before the ack came. */
const withEnd = (command: Command): Command =>
  command.finished_at === null
    ? { ...command, status: 'timeout', problem: 'NO_ANSWER', finished_at: command.expires_at }
    : command;

const STOP = { op: 'start_stop', val: false } as const;

/** A stop command made without the database. The name of the user is not in memory; the log adds it. */
export const newStop = (
  { user, device, what, via }: CommandRequest,
  last: LastData,
  nowMs: number,
): Command => ({
  id: newCommandId(nowMs),
  device_id: device.deviceId,
  op: 'start_stop',
  status: 'created',
  what,
  value: false,
  old_value: currentValueOf(STOP, last.data),
  reported_value: null,
  by: {
    user_id: user.id,
    name: '',
    role: actingRole('switch', user.roles, device.relation),
    ...(via !== undefined && { via }),
  },
  created_at: nowMs / 1000,
  expires_at: expiresAt('start_stop', Math.floor(nowMs / 1000)),
  published_at: null,
  accepted_at: null,
  finished_at: null,
});

const toRow = ({ deviceKey, command }: Line) => ({
  id: command.id,
  device_id: deviceKey,
  user_id: command.by.user_id,
  role: command.by.role,
  via: command.by.via ?? null,
  op: command.op,
  what: command.what,
  target: targetOf(STOP),
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

const endingOf = (command: Command): Ending => ({
  status: command.status,
  error: command.detail,
  problem: command.problem,
  oldValue: command.old_value,
  reportedValue: command.reported_value,
  publishedAt: date(command.published_at),
  at: new Date((command.finished_at ?? command.expires_at) * 1000),
});

/**
 * A file with the stops that were sent while the database was away. Each line is on the disk before its stop is sent.
 * When the database is back, each stop is stored once as a command and in the audit log.
 */
export function createStopJournal({ db, log, now, folder, onEnded }: Needs) {
  const file = join(folder, 'stops.jsonl');
  const running = new Set<string>();
  let turn: Promise<void> = Promise.resolve();

  async function append(line: Line) {
    const handle = await open(file, 'a', 0o600);
    try {
      // On a line of its own, also after one that a power cut has truncated.
      await handle.write(`\n${JSON.stringify(line)}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  const store = ({ deviceKey, command: noted }: Line) =>
    db.transaction().execute(async (tx) => {
      const command = withEnd(noted);
      const isNew = await insertMissing(tx, toRow({ deviceKey, command }));
      // The database went away after it had stored the request: only the end is missing.
      if (!isNew && !(await markFinished(tx, command.id, endingOf(command)))) return;
      const [row] = await listCommands(tx, [command.id]);
      if (!row) return;
      const stored = toCommand(row);
      const created: Command = { ...stored, status: 'created', reported_value: null, finished_at: null };
      const asked = { kind: 'command', event: 'asked', command: created, isFromJournal: true } as const;
      const ended = { kind: 'command', event: 'ended', command: stored, isFromJournal: true } as const;
      await appendAudit(tx, new Date(now()), ...(isNew ? [asked] : []), ended);
      onEnded(stored);
    });

  /** A line that the database rejects, for example of a deleted account, does not block the others. */
  async function tryStore(line: Line) {
    try {
      await store(line);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, line }, 'a stop of the journal could not be stored');
    }
  }

  /** Stores the last line of each stop. */
  async function storeAll() {
    // A running stop has no end yet; the replay runs again after it.
    if (running.size > 0) return;
    const latest = new Map((await readLines(file)).map((line) => [line.command.id, line]));
    for (const line of latest.values()) await tryStore(line);
    if (latest.size > 0) log.warn({ stops: latest.size }, 'stops of the journal are in the log');
    await rm(file, { force: true });
  }

  /** Serialises appends and replays: a replay reads and removes the file. */
  function serialise(act: () => Promise<void>): Promise<void> {
    const done = turn.then(act);
    turn = done.catch(() => {});
    return done;
  }

  return {
    /** Resolves when the stop is on the disk. It is running until `end`. */
    begin(line: Line): Promise<void> {
      running.add(line.command.id);
      return serialise(() => append(line));
    },
    end: (line: Line): Promise<void> =>
      serialise(() => append(line)).finally(() => running.delete(line.command.id)),
    replay: () => serialise(storeAll),
  };
}
