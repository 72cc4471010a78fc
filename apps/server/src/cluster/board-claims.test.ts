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
    { db, serverId: 'this', connOf: () => 0 },
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

it('the token of a board is above the known one after a failover that lost the last claims', async () => {
  const { db } = database;
  const { id: deviceKey } = await db
    .insertInto('device')
    .values({ id_dev: 'MNB-TE0002', secret_hash: Buffer.alloc(1) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const known = new Map<string, number>();
  const claims = createBoardClaims(
    { db, serverId: 'this', connOf: (deviceId) => known.get(deviceId) ?? 0 },
    ({ deviceId, conn }) => known.set(deviceId, conn),
    async () => {},
  );
  const board = { deviceKey, deviceId: 'MNB-TE0002' };
  for (const conn of [1, 2, 3]) expect(await claims.claim(board)).toMatchObject({ conn });
  await sql`update board_session set conn = 1 where device_id = ${deviceKey}`.execute(db);
  expect(await claims.claim(board)).toMatchObject({ conn: 4 });
  await sql`delete from board_session where device_id = ${deviceKey}`.execute(db);
  expect(await claims.claim(board)).toMatchObject({ conn: 5 });
});
