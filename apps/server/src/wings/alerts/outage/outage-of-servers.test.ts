import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
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
