import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { deleteServers, listServers } from './servers.repo.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

it('the rows of servers that are gone for good are deleted, those of stopped ones sooner', async () => {
  await sql`
    insert into server (server_id, version, is_bus_up, is_draining, has_link, seen_at)
    values ('gone', '1.0.0', true, false, true, now() - interval '25 h'),
      ('away', '1.0.0', true, false, true, now() - interval '23 h'),
      ('stopped', '1.0.0', true, true, true, now() - interval '3 min'),
      ('stopping', '1.0.0', true, true, true, now() - interval '1 min')`.execute(database.db);

  await deleteServers(database.db, { gone: 86_400_000, stopped: 120_000 });

  expect((await listServers(database.db)).map(({ serverId }) => serverId).sort()).toEqual([
    'away',
    'stopping',
  ]);
});
