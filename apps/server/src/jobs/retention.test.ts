import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('R3.3 the job deletes expired sessions, known browsers, recovery links and attempts, and keeps those in force', async () => {
  const { db } = world;
  const user = await world.user();
  const other = await world.user();
  const countRows = async () =>
    Promise.all(
      (['session', 'known_device', 'password_reset', 'login_attempt'] as const).map(async (table) => {
        const rows = await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as('count'))
          .execute();
        return Number(rows[0]?.count);
      }),
    );
  const before = await countRows();
  const attempt = { attempts: 1, free_at: new Date(0) };
  for (const [expires_at, owner] of [
    [new Date(Date.now() - 1), user],
    [new Date(Date.now() + 60_000), other],
  ] as const) {
    const token = { token_hash: randomBytes(32), user_id: owner.id, expires_at };
    const session = { user_id: owner.id, is_remembered: false, user_agent: null, expires_at };
    await db
      .insertInto('session')
      .values({ id: randomBytes(32), ...session })
      .execute();
    await db
      .insertInto('known_device')
      .values({ ...token, used_at: new Date(0) })
      .execute();
    await db.insertInto('password_reset').values(token).execute();
    const attempted_at = new Date(expires_at.getTime() - (owner === user ? 86_400_000 : 60_000));
    await db
      .insertInto('login_attempt')
      .values({ key: randomBytes(32), attempted_at, ...attempt })
      .execute();
  }
  await world.server.runJob('expired-credentials');
  expect(await countRows()).toEqual(before.map((count) => count + 1));
});
