import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createMemoryPeers } from '../bus/memory-bus.ts';
import { createRunningServers } from './running-servers.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const NEVER = Number.NEGATIVE_INFINITY;

it('a silent server is dead only to a server that has read everything within the last seconds', async () => {
  const servers = createRunningServers({
    db: database.db,
    serverId: 'this',
    version: '1.0.0',
    hasLink: true,
    peers: createMemoryPeers().join('this'),
    now: Date.now,
    log: pino({ level: 'silent' }),
    isDatabaseUp: () => true,
  });
  await sql`
    insert into server (server_id, version, is_bus_up, is_draining, has_link, seen_at)
    values ('other', '1.0.0', true, false, true, now() - interval '10 s')`.execute(database.db);
  const read = (polledMs: number) => servers.read((change) => change(), polledMs);

  // After an outage of the database, and again when the first poll after it has failed half way.
  await read(NEVER);
  await read(NEVER);
  expect(servers.isDead('other')).toBe(false);

  await read(performance.now());
  expect(servers.isDead('other')).toBe(true);
});

it('an answer of the database that arrives late does not set the shared clock back', async () => {
  let delayMs = 0;
  const slow = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await wait(delayMs);
      return result;
    },
  });
  const servers = createRunningServers({
    db: slow,
    serverId: 'slow',
    version: '1.0.0',
    hasLink: true,
    peers: createMemoryPeers().join('slow'),
    now: () => Date.now() + 60_000,
    log: pino({ level: 'silent' }),
    isDatabaseUp: () => true,
  });
  const read = () => servers.read((change) => change(), performance.now());
  await read();
  expect(Math.abs(servers.sharedNow() - Date.now())).toBeLessThan(300);
  // As of a server that was frozen before it read the answer.
  delayMs = 1000;
  await read();
  expect(Math.abs(servers.sharedNow() - Date.now())).toBeLessThan(300);
});
