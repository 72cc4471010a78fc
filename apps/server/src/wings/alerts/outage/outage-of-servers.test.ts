import { startNats } from '@manoboard/testkit/nats';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { startWorld } from '../../../../test/world.ts';
import { createOutages } from './outage.service.ts';

const BOARDS = 10;

it('boards of a silent server that are back on any other server raise nothing', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const beganMs = Date.now();
  let nowMs = beganMs;
  let onlineElsewhere = 0;
  const raised: string[] = [];
  const outages = createOutages({
    db,
    outbox: { transaction: (of, work) => of.transaction().execute(work) },
    log: pino({ level: 'silent' }),
    now: () => nowMs,
    serverId: 'this',
    isBrokerUp: () => true,
    isOnline: () => true,
    isConnecting: () => false,
    countOnline: () => 0,
    countAllOnline: () => onlineElsewhere,
    countOnlineOf: async () => BOARDS,
    offlineSinceMs: undefined,
    life: { raise: async (_tx, _device, { kind }) => raised.push(kind), clear: async () => {} },
  });
  await outages.start();
  await sql`insert into server_report (server_id, seen_at, online) values ('dead', ${new Date(beganMs)}, ${BOARDS})`.execute(
    db,
  );
  for (let s = 10; s <= 240; s += 10) {
    nowMs = beganMs + s * 1000;
    if (s === 80) onlineElsewhere = BOARDS;
    await outages.run();
  }
  expect(raised).toEqual([]);
  await outages.stop();
  await database.remove();
});

it('a server whose clock is set forward does not take the others for silent', async () => {
  const nats = await startNats();
  let aheadMs = 0;
  const world = await startWorld({ env: { BUS_URL: nats.url }, now: () => Date.now() + aheadMs });
  const owner = await world.user();
  const devices = await Promise.all(Array.from({ length: BOARDS }, () => world.enrol(owner.id)));
  await sql`
    insert into server (server_id, version, is_bus_up, is_draining, seen_at)
    values ('other', '1.0.0', true, false, now() + interval '1 hour')`.execute(world.db);
  await sql`
    insert into board_session (device_id, server_id, conn, is_online, since)
    select unnest(${devices.map(({ id }) => id)}::int[]), 'other', 1, true, now()`.execute(world.db);
  await waitFor(
    async () => ((await owner.get('/api-requests/online-devices')).body as string[]).length === BOARDS,
  );
  const reportOfOther = () =>
    sql`
      insert into server_report (server_id, seen_at, online) values ('other', now(), ${BOARDS})
      on conflict (server_id) do update set seen_at = now()`.execute(world.db);
  await reportOfOther();
  await world.server.reportOutage();

  aheadMs = 10 * 60_000;
  await world.server.reportOutage();
  // A row of this server, by which it learns the clock of the database.
  await new Promise((done) => setTimeout(done, 1500));
  for (let n = 0; n < 3; n++) {
    await reportOfOther();
    await world.server.reportOutage();
  }
  expect(await world.db.selectFrom('alert').select('kind').execute()).toEqual([]);
  await world.stop();
  await nats.stop();
});
