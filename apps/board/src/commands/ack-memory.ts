import { Ack, type Cmd } from '@manoboard/contract/topics';
import { type Clock, wireTime } from '../clock.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';

/** `contract.md` 2: the board knows its last 32 commands. */
const REMEMBERED = 32;
/** Beyond those it knows every command that is still alive, and there is an end to that too. */
const MOST = 256;
const FILE = 'acks.json';

interface Entry {
  ack: Ack;
  /** When the command dies, Unix seconds; 0 for what never was one. */
  exp: number;
  op: Cmd['op'] | undefined;
}

export interface AckMemory {
  recall(id: string): Ack | undefined;
  /** False while it is full of commands that are alive: to forget one would be to let it come again. */
  hasRoom(): boolean;
  /** Before a command is done: safely written, so that no restart lets it be done twice. */
  begin(cmd: Cmd, ack: Ack): void;
  /** What became of it, or of something that never was a command. */
  remember(ack: Ack): void;
  /** Answers that the last start still owes: a restart that has happened, a command that it cut short. */
  owed: readonly Ack[];
  /** Unix seconds before which this memory knows nothing. */
  knowsSinceS(): number;
}

function load(disk: Disk): Entry[] | undefined {
  const rows = readJson(disk, FILE);
  if (!Array.isArray(rows)) return undefined;
  return rows.flatMap((row: { ack?: unknown; exp?: unknown; op?: Cmd['op'] }) => {
    const ack = Ack.safeParse(row?.ack).data;
    return ack && typeof row.exp === 'number' ? [{ ack, exp: row.exp, op: row.op }] : [];
  });
}

/** What was on its way when the board went down: a restart has come true, everything else was cut short. */
const settled = ({ ack, op }: Entry, ts: number): Ack => ({
  v: 1,
  id: ack.id,
  st: op === 'restart' ? 'done' : 'failed',
  ts,
});

export function createAckMemory(clock: Clock, disk: Disk): AckMemory {
  const loaded = load(disk);
  const bornMs = clock.elapsedMs();
  const entries = new Map<string, Entry>();
  const owed: Ack[] = [];
  for (const entry of loaded ?? []) {
    const isOpen = entry.ack.st === 'accepted';
    const ack = isOpen ? settled(entry, wireTime(clock)) : entry.ack;
    if (isOpen) owed.push(ack);
    entries.set(ack.id, { ...entry, ack });
  }

  function forgetOld(): void {
    const nowS = wireTime(clock);
    for (const [id, { exp }] of entries) {
      if (entries.size <= REMEMBERED) return;
      if (exp <= nowS) entries.delete(id);
    }
  }

  function save(): void {
    try {
      replaceJson(
        disk,
        FILE,
        [...entries.values()].filter(({ exp }) => exp > 0),
      );
    } catch {
      // A disk that is full must not keep anybody from stopping the pump; the memory itself still holds.
    }
  }

  if (!loaded || owed.length > 0) save();

  return {
    owed,
    recall: (id) => entries.get(id)?.ack,
    hasRoom() {
      forgetOld();
      return entries.size < MOST;
    },
    begin(cmd, ack) {
      entries.set(cmd.id, { ack, exp: cmd.exp, op: cmd.op });
      save();
    },
    remember(ack) {
      const known = entries.get(ack.id);
      entries.set(ack.id, { exp: 0, op: undefined, ...known, ack });
      forgetOld();
      if (known && ack.st !== 'accepted') save();
    },
    knowsSinceS() {
      const nowMs = clock.unixMs();
      return loaded || nowMs === undefined ? 0 : Math.floor((nowMs - clock.elapsedMs() + bornMs) / 1000);
    },
  };
}
