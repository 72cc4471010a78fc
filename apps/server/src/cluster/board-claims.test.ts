import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createBoardClaims } from './board-claims.ts';
import { markRunning } from './servers.repo.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const server = (serverId: string) => ({
  serverId,
  version: '1.0.0',
  isBusUp: true,
  isDraining: false,
  hasLink: true,
});

it('boards of a server that was there within the time stay its own, also when it has just started', async () => {
  const { db } = database;
  const { id } = await db
    .insertInto('device')
    .values({ id_dev: 'MNB-TE0001', secret_hash: Buffer.alloc(1) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const taken: string[] = [];
  const claims = createBoardClaims(
    { db, serverId: 'this' },
    ({ deviceId }) => taken.push(deviceId),
    async () => {},
  );
  await markRunning(db, server('new'));
  await sql`
    insert into board_session (device_id, server_id, conn, is_online, since)
    values (${id}, 'new', 1, true, now())`.execute(db);
  await claims.claimRest(120_000);
  expect(taken).toEqual([]);

  await sql`update server set seen_at = now() - interval '121 s'`.execute(db);
  await claims.claimRest(120_000);
  expect(taken).toEqual(['MNB-TE0001']);
});
