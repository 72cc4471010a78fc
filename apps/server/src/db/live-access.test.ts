import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { liveAccess } from './live-access.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const END = new Date('2026-05-01T12:00:00Z');

it('R4.3b access is in force without an end and before its end, not at it', async () => {
  const { db } = database;
  const person = { password_hash: '', name: '', surname: '', terms_accepted_at: END };
  const users = await db
    .insertInto('app_user')
    .values(['owner', 'delegate'].map((email) => ({ email, ...person })))
    .returning('id')
    .execute();
  const [owner, delegate] = users.map(({ id }) => id) as [number, number];
  const { id } = await db
    .insertInto('device')
    .values({ id_dev: 'MNB-1', secret_hash: Buffer.alloc(1) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_device')
    .values([
      { user_id: owner, device_id: id, access: 'owner' },
      { user_id: delegate, device_id: id, access: 'delegate', expires_at: END },
    ])
    .execute();
  const holders = async (at: Date) =>
    (await db.selectFrom(liveAccess(at).as('live')).select('access').orderBy('access').execute()).map(
      ({ access }) => access,
    );
  expect(await holders(new Date(END.getTime() - 1))).toEqual(['delegate', 'owner']);
  expect(await holders(END)).toEqual(['owner']);
});

it('the planner inlines live_access and uses the index of the table', async () => {
  const plan = await database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`
      explain select * from ${liveAccess(END)} live where user_id = 7`.execute(tx);
  });
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('user_device_pkey');
  expect(text).not.toContain('Function Scan');
});
