import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let clockMs = Date.now();
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clockMs });
});
afterAll(() => world.stop());

type Browser = ReturnType<World['browser']>;
const statusOf = async (browser: Browser) => (await browser.get('/users/me')).status;
/** A Super Seller with a fresh proof. */
const aBoss = () => world.user({}, ['Super Seller']);

describe('R3.3 the lifetime of a session in use', () => {
  it.each([
    ['an owner', [], false, 8 * HOUR_MS, 7 * DAY_MS],
    ['an owner who stays logged in', [], true, 10 * DAY_MS, 90 * DAY_MS],
    ['a technician who stays logged in', ['Technician'], true, 8 * HOUR_MS, 7 * DAY_MS],
  ] as const)('%s is logged out at its end', async (_who, roles, isRemembered, stepMs, lifeMs) => {
    const { email, password } = await world.user({}, [...roles]);
    const browser = world.browser();
    await browser.login(email, password, isRemembered ? 'true' : 'false');
    const begunMs = clockMs;
    while (clockMs + stepMs < begunMs + lifeMs) {
      clockMs += stepMs;
      expect(await statusOf(browser)).toBe(200);
    }
    clockMs = begunMs + lifeMs - 1000;
    expect(await statusOf(browser)).toBe(200);
    clockMs = begunMs + lifeMs;
    expect(await statusOf(browser)).toBe(401);
  });

  it('an owner who becomes staff has the lifetime of staff from then on', async () => {
    const user = await world.user();
    const browser = world.browser();
    await browser.login(user.email, user.password, 'true');
    clockMs += 8 * DAY_MS;
    expect(await statusOf(browser)).toBe(200);
    const boss = await aBoss();
    expect((await boss.post(`/users/${user.id}/permissions`, { role: 'Seller' })).status).toBe(200);
    expect(await statusOf(browser)).toBe(401);
  });
});

it('a session that cannot be extended on a full disk is in force until its end', async () => {
  const user = await world.user();
  await sql`create function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(world.db);
  await sql`create trigger disk_full before update on session
    for each row execute function refuse_write()`.execute(world.db);
  clockMs += 7 * HOUR_MS;
  const status = await statusOf(user);
  await sql`drop trigger disk_full on session`.execute(world.db);
  expect(status).toBe(200);
});

describe('the token of a session', () => {
  /** Sends a request and expects a new token; the old one works for a minute, for requests under way. */
  async function expectRenewal(browser: Browser, send: () => Promise<unknown>) {
    const cookie = browser.cookie ?? '';
    await send();
    expect(browser.cookie).not.toBe(cookie);
    const old = () => world.browser().get('/users/me', { cookie });
    expect((await old()).status).toBe(200);
    clockMs += 60_000;
    expect((await old()).status).toBe(401);
    expect(await statusOf(browser)).toBe(200);
  }

  it('R7.1 is renewed when a role is given or taken, and by a proof of identity', async () => {
    const user = await world.user();
    const boss = await aBoss();
    await boss.post(`/users/${user.id}/permissions`, { role: 'Technician' });
    await expectRenewal(user, () => user.get('/roles/check'));
    await boss.send('DELETE', `/users/${user.id}/permissions/Technician`);
    await expectRenewal(user, () => user.get('/roles/check'));
    await expectRenewal(user, () => user.post('/users/me/proof', { current_password: user.password }));
  });

  it('is renewed once by concurrent requests, and each of them is answered', async () => {
    const user = await world.user();
    const boss = await aBoss();
    await boss.post(`/users/${user.id}/permissions`, { role: 'Technician' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => user.get('/users/me')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.filter(({ headers }) => headers.has('set-cookie'))).toHaveLength(1);
    expect(await statusOf(user)).toBe(200);
  });
});

describe('the sessions of another user', () => {
  it('R7.3 are ended by a Super Seller, with their streams, and the user can log in again', async () => {
    const user = await world.user();
    const other = world.browser();
    await other.login(user.email, user.password);
    const streams = [await user.stream(), await other.stream()];
    const boss = await aBoss();
    expect((await boss.send('DELETE', `/users/${user.id}/sessions`)).status).toBe(200);
    await waitFor(() => streams.every(({ state }) => state.isEnded), { what: 'the end of both streams' });
    for (const browser of [user, other]) expect(await statusOf(browser)).toBe(401);
    expect((await other.login(user.email, user.password)).status).toBe(204);
    expect(await statusOf(boss)).toBe(200);
  });

  it.each(['Technician', 'Seller'] as const)('are not ended by a %s', async (role) => {
    const user = await world.user();
    const staff = await world.user({}, [role]);
    expect((await staff.send('DELETE', `/users/${user.id}/sessions`)).status).toBe(403);
    expect(await statusOf(user)).toBe(200);
  });
});
