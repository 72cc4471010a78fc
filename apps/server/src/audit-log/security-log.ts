import type { QuietWarn } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { appendLines } from './audit.service.ts';
import { findAccountIds, insertSecurityRows, type NewSecurityRow } from './security.repo.ts';
import {
  type CountedNote,
  createSecurityWindows,
  MACHINES,
  PEOPLE,
  type SecurityNote,
} from './security-windows.ts';

/** Entries are stored together, so that a flood of them locks the end of the log once a second: commands need it too. */
const FLUSH_MS = 1000;
const MOST_AT_ONCE = 100;
/** Entries that wait while the database is away; further ones are counted as lost. */
const MOST_WAITING = 1000;

type Waiting = CountedNote & { at: Date };

interface Needs {
  db: Db;
  now: () => number;
  quietWarn: QuietWarn;
}

function rowOf(note: Waiting, ids: ReadonlyMap<string, number>): Omit<NewSecurityRow, 'seq'> {
  const { at, kind, outcome, code, userId, email, address, userAgent, count, detail } = note;
  return {
    at,
    kind,
    outcome,
    code: code ?? null,
    user_id: userId ?? ids.get(email?.toLowerCase() ?? '') ?? null,
    address: address ?? null,
    user_agent: userAgent ?? null,
    count,
    detail: detail ?? {},
  };
}

/** The lines of the hash chain, and the rows of the page with the same numbers. */
async function store(tx: Db, notes: readonly Waiting[]): Promise<void> {
  const emails = notes.flatMap(({ userId, email }) =>
    email === undefined || userId !== undefined ? [] : [email.toLowerCase()],
  );
  const ids = await findAccountIds(tx, emails);
  const rows = notes.map((note) => rowOf(note, ids));
  const lines = rows.map(({ at, ...security }) =>
    JSON.stringify({ event: 'security', security: { at: at.toISOString(), ...security } }),
  );
  const last = await appendLines(tx, rows.at(-1)?.at ?? new Date(), lines);
  await insertSecurityRows(
    tx,
    rows.map((row, at) => ({ seq: last - rows.length + 1 + at, ...row })),
  );
}

/** An entry of a tool of the operator, in its transaction. Call it last: the end of the log stays locked until it ends. */
export const appendSecurity = (tx: Db, at: Date, note: SecurityNote) =>
  store(tx, [{ ...note, at, count: 1 }]);

/**
 * The security log: logins and failed logins, denials, grants of access and exports. Events are noted in memory and stored
 * within a second, outside of the request: a login does not wait for the log, and a flood of them does not delay a stop.
 */
export function createSecurityLog({ db, now, quietWarn }: Needs) {
  const windows = createSecurityWindows(PEOPLE);
  const machines = createSecurityWindows(MACHINES);
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function queue(notes: readonly CountedNote[]): void {
    const at = new Date(now());
    for (const note of notes) {
      if (waiting.length < MOST_WAITING) waiting.push({ ...note, at });
      else quietWarn('security-log', { kind: note.kind }, 'an entry of the security log was lost');
    }
  }

  async function flushOnce(): Promise<void> {
    while (waiting.length > 0) {
      const notes = waiting.slice(0, MOST_AT_ONCE);
      await db.transaction().execute((tx) => store(tx, notes));
      waiting = waiting.slice(notes.length);
    }
  }

  /** Stores what waits. Entries stay in memory while the database is away. */
  function flush(): Promise<void> {
    queue([...windows.end(now()), ...machines.end(now())]);
    flushing ??= flushOnce()
      .catch((error: Error) =>
        quietWarn('security-log-store', { reason: error.message }, 'the security log cannot be stored now'),
      )
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  }

  return {
    note(event: SecurityNote): void {
      const taken = (event.machine === undefined ? windows : machines).take(event);
      if (taken) queue([taken]);
    },
    flush,
    start() {
      timer = setInterval(() => void flush(), FLUSH_MS);
      timer.unref();
    },
    /** Stores what was counted, too. */
    async stop() {
      clearInterval(timer);
      await flushing;
      queue([...windows.end(now(), true), ...machines.end(now(), true)]);
      await flush();
    },
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
