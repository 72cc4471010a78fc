import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createWriteProbe, type Databases, type Db, isDatabaseAway, openDatabases } from './db.ts';

let databases: Databases;
const open = (limits: object = {}) => {
  databases = openDatabases(
    { ...inject('postgres'), database: 'postgres', ...limits },
    pino({ level: 'silent' }),
  );
  return databases;
};
afterEach(() => databases.close());

const pidOf = async (db: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;

it('commands get a connection while every connection of reports is busy and more wait', async () => {
  const { reports, commands, usage } = open();
  const ended: unknown[] = [];
  const busy = Array.from({ length: 12 }, () =>
    sql`select pg_sleep(600)`.execute(reports).catch((error: unknown) => ended.push(error)),
  );
  const ofReports = () => usage().find(({ pool }) => pool === 'reports');
  await waitFor(() => ofReports()?.inUse === 4 && ofReports()?.waiting === 8, {
    what: 'all connections of reports in use',
  });
  expect(await pidOf(commands)).toBeGreaterThan(0);
  await waitFor(async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'manoboard reports'`.execute(commands);
    return ended.length === busy.length;
  });
  for (const error of ended) expect(isDatabaseAway(error)).toBe(true);
});

it('a statement without an answer fails on the client side, and its connection with the open transaction is closed', async () => {
  const { commands } = open({ query_timeout: 150 });
  let frozen = 0;
  const failure = commands.transaction().execute(async (tx) => {
    frozen = await pidOf(tx);
    process.kill(frozen, 'SIGSTOP');
    await sql`select 1`.execute(tx);
  });
  try {
    expect(isDatabaseAway(await failure.catch((error: unknown) => error))).toBe(true);
    expect(await pidOf(commands)).not.toBe(frozen);
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
});

it('a statement that takes too long counts as an unavailable database', async () => {
  const { commands } = open({ statement_timeout: 50 });
  const error = await sql`select pg_sleep(600)`.execute(commands).catch((cause: unknown) => cause);
  expect(isDatabaseAway(error)).toBe(true);
});

describe('a database that reads and cannot commit', () => {
  it('is not ready after two seconds, and the checks leave the connections of requests free', async () => {
    const database = await createTestDatabase();
    const { access, usage } = open({ database: database.connection.database });
    const isReady = createWriteProbe(access);
    expect(await isReady()).toBe(true);
    let unlock = () => {};
    const locked = database.db.transaction().execute(async (tx) => {
      await sql`lock table write_probe in access exclusive mode`.execute(tx);
      await new Promise<void>((done) => {
        unlock = done;
      });
    });
    try {
      const begunMs = performance.now();
      const checks: Promise<boolean>[] = [];
      let mostInUse = 0;
      while (performance.now() - begunMs < 3500) {
        checks.push(isReady().catch(() => false));
        await wait(250);
        mostInUse = Math.max(mostInUse, usage().find(({ pool }) => pool === 'access')?.inUse ?? 0);
      }
      expect(mostInUse).toBe(1);
      expect(await isReady().catch(() => false)).toBe(false);
      // The first answers are from before.
      expect((await Promise.all(checks)).slice(5)).not.toContain(true);
    } finally {
      unlock();
      await locked;
      await waitFor(() => isReady().catch(() => false));
      await database.remove();
    }
  });
});
