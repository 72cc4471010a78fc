import { connectBoard } from '@manoboard/testkit/board-client';
import { aReading } from '@manoboard/testkit/factories';
import { type PostgresPair, startPostgresPair } from '@manoboard/testkit/postgres-pair';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { createStaffedFleet } from '@manoboard/testkit/staffed-fleet';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readDatabaseUrl } from '../src/base/database-url.ts';
import { explainStart } from '../src/base/start-errors.ts';
import { isDatabaseAway, openDatabases, openDb } from '../src/db/db.ts';
import { PrimaryClient } from '../src/db/primary-client.ts';

/** Starts two Postgres and the program. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const log = pino({ level: 'silent' });

describe.skipIf(inject('template') === undefined)('a primary and a standby in DATABASE_URL', () => {
  let installation: Awaited<ReturnType<typeof createInstallation>>;
  let pair: PostgresPair;
  /** Made by the first test that needs it; the server has the same address in each. */
  let fleet: Awaited<ReturnType<typeof createStaffedFleet>>;
  beforeAll(async () => {
    installation = await createInstallation(inject('template'));
    pair = await startPostgresPair(installation);
  });
  afterAll(async () => {
    await pair.stop();
    await installation.remove();
  });

  it('the primary is found in whatever order, and a standby alone is refused with a sentence', async () => {
    const [first, second] = [pair.ports.a, pair.ports.b];
    const backwards = pair.url.replace(/:\d+,127\.0\.0\.1:\d+\//, `:${second},127.0.0.1:${first}/`);
    for (const url of [pair.url, backwards]) {
      const db = openDb(readDatabaseUrl(url), log);
      const { rows } = await sql<{ port: number }>`
        select current_setting('port')::int as port, nextval('device_id_seq')`.execute(db);
      expect(rows[0]?.port).toBe(first);
      await db.destroy();
    }
    const standby = openDb(readDatabaseUrl(pair.url.replace(`:${first}`, ':1')), log);
    const error = await sql`select 1`.execute(standby).catch((cause: unknown) => cause);
    expect(isDatabaseAway(error)).toBe(true);
    expect(explainStart(error, '1')?.[0]).toMatch(
      /^The database \(DATABASE_URL\) takes no writes: none of the hosts is a primary: 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\), 127\.0\.0\.1:\d+ \(takes no writes\)\.$/,
    );
    await standby.destroy();
  });

  it('a server whose only host is a standby is not well', async () => {
    const databases = openDatabases(readDatabaseUrl(pair.url.replace(`127.0.0.1:${pair.ports.a},`, '')), log);
    await waitFor(() => !databases.isUp(), { what: 'a standby that does not count as up' });
    await databases.close();
  });

  it('the primary is killed and the standby promoted: no acknowledged frame is missing, the server goes on by itself', async () => {
    const server = await startServerProgram({ ...installation.env, DATABASE_URL: pair.url });
    fleet = await createStaffedFleet(server.ready.url, pair.connection(), 1);
    const { deviceId, secret } = fleet.boards[0] ?? { deviceId: '', secret: '' };
    const board = await connectBoard({ url: server.ready.mqttUrl, deviceId, secret });
    await board.publishStatus();
    const acknowledged: number[] = [];
    const publish = async (seq: number) => {
      await board.publishTele({ seq, d: aReading() });
      acknowledged.push(seq);
    };
    for (let seq = 1; seq <= 50; seq++) await publish(seq);
    await pair.killPrimary();
    const waiting = publish(51);
    const isReady = async () => (await fetch(`${server.ready.url}/readyz`)).status === 200;
    await waitFor(async () => !(await isReady()), { what: 'a server that is not ready' });
    expect(acknowledged).toHaveLength(50);
    await pair.promote();
    await waiting;
    await waitFor(isReady, { what: 'a server that is ready again' });
    await publish(52);
    const db = openDb(pair.connection(), log);
    const stored = await db.selectFrom('frame').select('seq').orderBy('seq').execute();
    expect(stored.map(({ seq }) => seq)).toEqual(acknowledged.toSorted((one, other) => one - other));
    await db.destroy();
    // A thread with connections of its own reads graphs.
    const to = Math.ceil(Date.now() / 1000);
    const graph = await fleet.api.get(`/devices/${deviceId}/history?from=${to - 600}&to=${to}`);
    expect(graph).toBe(200);
    await board.leave();
    await server.stop();
  });

  it('the former primary is back as a standby that follows', async () => {
    await pair.addStandby();
    const db = openDb(pair.connection(), log);
    await sql`select pg_current_wal_lsn()`.execute(db);
    await db.destroy();
    expect(pair.isWhole()).toBe(true);
  });

  it('the standby is promoted while the primary still answers: the server goes over to it, no acknowledged frame is missing', async () => {
    const server = await startServerProgram({ ...installation.env, DATABASE_URL: pair.url });
    const { deviceId, secret } = fleet.boards[0] ?? { deviceId: '', secret: '' };
    const board = await connectBoard({ url: server.ready.mqttUrl, deviceId, secret });
    await board.publishStatus();
    await board.publishTele({ seq: 61, d: aReading() });
    const to = Math.ceil(Date.now() / 1000);
    const readGraph = () => fleet.api.get(`/devices/${deviceId}/history?from=${to - 600}&to=${to}`);
    expect(await readGraph()).toBe(200);
    // As after the death of Patroni alone.
    await pair.promote();
    await board.publishTele({ seq: 62, d: aReading() });

    const db = openDb(pair.connection(), log);
    const stored = await db.selectFrom('frame').select('seq').where('seq', '>', 60).orderBy('seq').execute();
    expect(stored.map(({ seq }) => seq)).toEqual([61, 62]);
    await db.destroy();
    // Also the threads that read graphs have left it.
    await waitFor(async () => (await pair.countOnFormer()) === 0, {
      what: 'no connection to the former primary',
    });
    expect(await readGraph()).toBe(200);
    await board.leave();
    await server.stop();
  });

  it('a connection to the former primary ends also when a new connection has found the new one before', async () => {
    await pair.killStandby();
    await pair.addStandby();
    const open = async (url: string) => {
      const client = new PrimaryClient(readDatabaseUrl(url));
      client.on('error', () => {});
      await client.connect();
      return client;
    };
    // The primary that this process knows may be that of an earlier test.
    const former = await waitFor(() => open(pair.url));
    let isEnded = false;
    former.once('end', () => {
      isEnded = true;
    });
    await pair.promote();
    await expect(open(pair.url.replace(/[^/]+$/, 'missing'))).rejects.toThrow('does not exist');
    const next = await waitFor(() => open(pair.url));
    await waitFor(() => isEnded, { what: 'the end of the connection to the former primary' });
    const { rows } = await next.query('select pg_is_in_recovery() as standby');
    expect(rows).toEqual([{ standby: false }]);
    await next.end();
  });
});
