import { Ack, type Cmd } from '@manoboard/contract/mqtt/topics';
import { expiresAt } from '@manoboard/domain/commands/command-life';
import { type Clock, wireTime } from '../clock.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';
import { isStop } from './commands-time.ts';

/** `contract.md` 2: the board knows its last 32 commands. */
const REMEMBERED = 32;
/** Beyond those it knows every command that is still alive; with so many done, it takes no more. */
const MOST_DONE = 256;
/** Refusals and stops are not counted above, and there is an end to them too. */
const MOST = 512;
const FILE = 'acks.json';

interface Entry {
  ack: Ack;
  ts: number;
  /** When the command dies, Unix seconds; 0 for what never was one. */
  exp: number;
  op: Cmd['op'] | undefined;
  /** A start before this one ended before it could answer. */
  isOwed: boolean;
}

interface Saved {
  /** Unix seconds before which this memory knows nothing; unknown if the clock was never set. */
  sinceS: number | undefined;
  /** Made no later than this, a command may have been known and forgotten. */
  forgottenS: number;
  entries: Entry[];
}

export interface AckMemory {
  recall(id: string): Ack | undefined;
  /** False while it is full of commands that are alive: to forget one would be to let it come again. */
  hasRoom(): boolean;
  /**
   * What becomes of a command: safely written, so that no restart lets it be done twice, or done after it was
   * refused. Without one, it is the answer to something that never was a command.
   */
  remember(ack: Ack, cmd?: Cmd): void;
  /** An id that is not known may have been, once. */
  mayHaveKnown(cmd: Cmd): boolean;
  /** Answers that the last start still owes: a restart that has happened, a command that it cut short. */
  owed(): Ack[];
  /** Somebody has heard it. */
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

/** What was on its way when the board went down: a restart has come true, everything else was cut short. */
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

  /** Without a memory from before, it begins with this start. */
  function sinceS(): number | undefined {
    const nowMs = clock.unixMs();
    if (saved.sinceS !== undefined || nowMs === undefined) return saved.sinceS;
    return Math.floor((nowMs - clock.elapsedMs() + bornMs) / 1000);
  }

  const isAlive = ({ exp }: Entry) => exp > wireTime(clock);

  function forget(id: string, entry: Entry): void {
    entries.delete(id);
    const nowS = wireTime(clock);
    // A time that has not come yet would make the board deaf until then.
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
      // A disk that is full must not keep anybody from stopping the pump; the memory itself still holds.
    }
  }

  if (saved.sinceS === undefined || owed().length > 0) save();

  return {
    owed,
    recall: (id) => entries.get(id)?.ack,
    hasRoom() {
      const isTaken = (entry: Entry) =>
        isAlive(entry) && entry.ack.st !== 'rejected' && entry.ack.st !== 'expired';
      return [...entries.values()].filter(isTaken).length < MOST_DONE;
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
