import { Ack, type Cmd } from '@manoboard/contract/mqtt/topics';
import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import { type Clock, wireTime } from '../clock.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';
import { isStop } from './commands-time.ts';

/** `docs/protocol.md`, Commands: the board knows its last 32 commands. */
const REMEMBERED = 32;
/** It also keeps every unexpired command, up to this many; then it refuses new ones. */
const MAX_DONE = 256;
/** Separate limit for refusals and stops, which do not count above. */
const MOST = 512;
const FILE = 'acks.json';

interface Entry {
  ack: Ack;
  ts: number;
  /** Expiry of the command, Unix seconds; 0 for input that was not a command. */
  exp: number;
  op: Cmd['op'] | undefined;
  /** An earlier start ended before it could send the final ack. */
  isOwed: boolean;
}

interface Saved {
  /** Unix seconds before which this memory has no entries; undefined if the clock was never set. */
  sinceS: number | undefined;
  /** Commands created no later than this may have been evicted. */
  forgottenS: number;
  entries: Entry[];
}

export interface AckMemory {
  recall(id: string): Ack | undefined;
  /** False while full of unexpired commands: evicting one would allow a replay. */
  hasRoom(): boolean;
  /**
   * Writes the state of a command to disk, so that after a restart it is not executed twice and not executed after a
   * refusal. Without a command it stores the ack to input that was not a command.
   */
  remember(ack: Ack, cmd?: Cmd): void;
  /** True if an unknown id may have been evicted. */
  mayHaveKnown(cmd: Cmd): boolean;
  /** Acks that the last start still owes: a completed restart, an interrupted command. */
  owed(): Ack[];
  /** The owed ack was acknowledged. */
  settle(id: string): void;
}

const number = (value: unknown) => (typeof value === 'number' ? value : undefined);

function load(disk: Disk): Saved {
  const { since, forgotten, rows } = Object(readJson(disk, FILE)) as Record<string, unknown>;
  const entries = (Array.isArray(rows) ? rows : []).flatMap((row: Partial<Entry> | null) => {
    const ack = Ack.safeParse(row?.ack).data;
    const [ts, exp] = [number(row?.ts), number(row?.exp)];
    const isOwed = row?.isOwed === true;
    return ack && ts !== undefined && exp !== undefined ? [{ ack, ts, exp, op: row?.op, isOwed }] : [];
  });
  return { sinceS: number(since), forgottenS: number(forgotten) ?? 0, entries };
}

/** State of commands running at shutdown: a restart is done, anything else was interrupted. */
const settled = ({ ack, op }: Entry, ts: number): Ack => ({
  v: 1,
  id: ack.id,
  st: op === 'restart' ? 'done' : 'failed',
  ts,
});

export function createAckMemory(clock: Clock, disk: Disk): AckMemory {
  const saved = load(disk);
  const bornMs = clock.elapsedMs();
  const entries = new Map<string, Entry>();
  let { forgottenS } = saved;
  for (const entry of saved.entries) {
    const isOpen = entry.ack.st === 'accepted';
    const ended = isOpen ? { ...entry, ack: settled(entry, wireTime(clock)), isOwed: true } : entry;
    entries.set(entry.ack.id, ended);
  }
  const owed = () => [...entries.values()].filter(({ isOwed }) => isOwed).map(({ ack }) => ack);

  /**
   * Without a stored memory the memory begins with this start. It begins no later: a time in the future was stored while
   * the clock was ahead, and would refuse even a stop until then.
   */
  function sinceS(): number | undefined {
    const nowMs = clock.unixMs();
    if (nowMs === undefined) return saved.sinceS;
    const startS = Math.floor((nowMs - clock.elapsedMs() + bornMs) / 1000);
    return Math.min(saved.sinceS ?? startS, startS);
  }

  const isAlive = ({ exp }: Entry) => exp > wireTime(clock);

  function forget(id: string, entry: Entry): void {
    entries.delete(id);
    const nowS = wireTime(clock);
    // A time in the future would make the board refuse commands until then.
    if (isAlive(entry) && (nowS === 0 || entry.ts <= nowS)) forgottenS = Math.max(forgottenS, entry.ts);
  }

  function forgetOld(): void {
    const older = [...entries].slice(0, -REMEMBERED);
    for (const [id, entry] of older) if (!isAlive(entry) || entries.size > MOST) forget(id, entry);
  }

  function save(): void {
    const rows = [...entries.values()].filter(({ exp }) => exp > 0);
    try {
      replaceJson(disk, FILE, { since: sinceS(), forgotten: forgottenS, rows });
    } catch {
      // A full disk must not prevent a stop; the in-memory state still holds.
    }
  }

  if (saved.sinceS === undefined || owed().length > 0) save();

  return {
    owed,
    recall: (id) => entries.get(id)?.ack,
    hasRoom() {
      const isTaken = (entry: Entry) =>
        isAlive(entry) && entry.ack.st !== 'rejected' && entry.ack.st !== 'expired';
      return [...entries.values()].filter(isTaken).length < MAX_DONE;
    },
    remember(ack, cmd) {
      const exp = cmd ? Math.min(cmd.exp, expiresAt(cmd.op, cmd.ts)) : 0;
      entries.set(ack.id, { ack, ts: cmd?.ts ?? 0, exp, op: cmd?.op, isOwed: false });
      forgetOld();
      if (cmd) save();
    },
    settle(id) {
      const entry = entries.get(id);
      if (entry) entries.set(id, { ...entry, isOwed: false });
      save();
    },
    mayHaveKnown: (cmd) => cmd.ts < (sinceS() ?? 0) || (!isStop(cmd) && cmd.ts <= forgottenS),
  };
}
