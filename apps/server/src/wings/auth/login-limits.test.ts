import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVICE_COOKIE } from '@manoboard/contract/account/account';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let clockMs = Date.now();
/** What the clock shows differs by this: as if requests came to several servers. */
let deviationMs = () => 0;
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clockMs + deviationMs(), env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => world.stop());

let looks = 0;
const NEW_PASSWORD = 'Hladina456';
const [HOME, ATTACKER] = ['198.51.100.1', '203.0.113.9'];
type Person = Awaited<ReturnType<World['user']>>;

/** An account with a browser in which it has logged in before. */
const aKnownUser = async (where = world) => {
  const user = await where.user();
  await user.login(user.email, user.password);
  return user;
};

const logIn = (browser: ReturnType<World['browser']>, email: string, password: string, address: string) =>
  browser.login(email, password, undefined, { 'x-forwarded-for': address });
const attack = (email: string, attempts: number, address = ATTACKER) =>
  Promise.all(
    Array.from({ length: attempts }, (_, i) => logIn(world.browser(), email, `Wrong${i}`, address)),
  );
const prove = (person: Person, current_password: string) =>
  person.post('/users/me/proof', { current_password });

describe('wrong passwords of one address at one account', () => {
  it.each([
    ['a known e-mail', async () => (await aKnownUser()).email],
    ['an unknown e-mail', async () => 'unknown@example.com'],
  ])(
    'R3.3 %s: ten attempts are free, then the delay grows, and retry_after gives it',
    async (_case, emailOf) => {
      const email = await emailOf();
      expect((await attack(email, 10)).map(({ status }) => status)).toEqual(Array(10).fill(400));
      for (const delayS of [5, 10, 20]) {
        const refused = await logIn(world.browser(), email.toUpperCase(), 'Wrong1234', ATTACKER);
        expect(refused).toMatchObject({
          status: 429,
          body: { detail: 'TOO_MANY_REQUESTS', retry_after: delayS },
        });
        expect(refused.headers.get('retry-after')).toBe(`${delayS}`);
        clockMs += delayS * 1000;
        expect((await logIn(world.browser(), email, 'Wrong1234', ATTACKER)).status).toBe(400);
      }
    },
  );

  it.each([
    ['at one time', () => 0],
    ['counted in another order than that of their times', () => -(++looks % 50)],
    ['at clocks a second apart', () => 1000 * (++looks % 2)],
  ])('R3.3 of forty-five parallel attempts ten are checked: %s', async (_case, deviation) => {
    const { email } = await aKnownUser();
    deviationMs = deviation;
    const statuses = (await attack(email, 45)).map(({ status }) => status);
    deviationMs = () => 0;
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  });

  it('R3.3 forty-five parallel attempts at two servers count together', async () => {
    const { email } = await aKnownUser();
    const second = await world.startSecond();
    deviationMs = () => -(++looks % 50);
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, n) =>
        logIn(n % 2 === 0 ? world.browser() : second.browser(world.browser()), email, `Wrong${n}`, ATTACKER),
      ),
    );
    deviationMs = () => 0;
    await second.stop();
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  });

  it('R3.3 addresses of one IPv6 network count together', async () => {
    const { email, password } = await aKnownUser();
    await attack(email, 10, '2001:db8:1:2::7');
    expect((await logIn(world.browser(), email, password, '2001:db8:1:2::8')).status).toBe(429);
    expect((await logIn(world.browser(), email, password, '2001:db8:1:3::8')).status).toBe(204);
  });

  it('R3.3 the same address logs in to another account, and another address to the same account', async () => {
    const [victim, other] = [await aKnownUser(), await aKnownUser()];
    await attack(victim.email, 11);
    expect((await logIn(world.browser(), victim.email, victim.password, ATTACKER)).status).toBe(429);
    expect((await logIn(world.browser(), victim.email, victim.password, HOME)).status).toBe(204);
    expect((await logIn(world.browser(), other.email, other.password, ATTACKER)).status).toBe(204);
  });

  it('R3.3 a correct password clears the count', async () => {
    const { email, password } = await aKnownUser();
    for (let round = 0; round < 2; round++) {
      await attack(email, 9);
      expect((await logIn(world.browser(), email, password, ATTACKER)).status).toBe(204);
    }
  });

  it('R3.3 the count survives a restart and is shared by servers of one database', async () => {
    const { email, password } = await aKnownUser();
    await attack(email, 10);
    await world.restart();
    expect((await logIn(world.browser(), email, password, ATTACKER)).status).toBe(429);
  });

  it('R3.3 a clock that is set back by a day does not extend the delay', async () => {
    const { email, password } = await aKnownUser();
    await attack(email, 10);
    clockMs -= 86_400_000;
    expect((await logIn(world.browser(), email, password, ATTACKER)).status).toBe(204);
    clockMs += 86_400_000;
  });
});

describe('a known browser', () => {
  it('R3.3 logs in from the address of an attack, and is delayed by its own wrong passwords only', async () => {
    const victim = await aKnownUser();
    await attack(victim.email, 11);
    expect((await logIn(victim, victim.email, victim.password, ATTACKER)).status).toBe(204);
    for (let i = 0; i < 10; i++) await logIn(victim, victim.email, 'Wrong1234', ATTACKER);
    expect((await logIn(victim, victim.email, victim.password, ATTACKER)).status).toBe(429);
  });

  it('R3.3 is known only to the accounts that have logged in there', async () => {
    const [victim, other] = [await aKnownUser(), await aKnownUser()];
    await logIn(other, victim.email, victim.password, HOME);
    for (const { email } of [victim, other]) await attack(email, 11);
    expect((await logIn(other, victim.email, victim.password, ATTACKER)).status).toBe(204);
    expect((await logIn(other, other.email, other.password, ATTACKER)).status).toBe(204);
    const stranger = await aKnownUser();
    expect((await logIn(stranger, victim.email, victim.password, ATTACKER)).status).toBe(429);
  });

  it('R3.3 gets a new token with each login: a planted or copied token is void after it', async () => {
    const victim = await aKnownUser();
    const planted = 'x'.repeat(43);
    const tokens = [victim.cookies.get(DEVICE_COOKIE) ?? '', planted];
    for (const token of tokens) {
      victim.cookies.set(DEVICE_COOKIE, token);
      await victim.login(victim.email, victim.password);
      expect(victim.cookies.get(DEVICE_COOKIE)).not.toBe(token);
    }
    await attack(victim.email, 11);
    for (const token of tokens) {
      const thief = world.browser();
      thief.cookies.set(DEVICE_COOKIE, token);
      expect((await logIn(thief, victim.email, victim.password, ATTACKER)).status).toBe(429);
    }
  });

  it('R3.3 is stored as a hash', async () => {
    const user = await aKnownUser();
    const rows = await world.db.selectFrom('known_device').select('token_hash').execute();
    const token = user.cookies.get(DEVICE_COOKIE);
    expect(rows.some(({ token_hash }) => token_hash.toString('base64url') === token)).toBe(false);
  });

  it('R3.3 an account keeps the twenty browsers that it used last', async () => {
    const user = await aKnownUser();
    for (let i = 0; i < 21; i++) {
      clockMs += 1000;
      await world.browser().login(user.email, user.password);
    }
    const rows = await world.db
      .selectFrom('known_device')
      .where('user_id', '=', user.id)
      .select('used_at')
      .execute();
    expect(rows).toHaveLength(20);
  });

  it('R3.5 becomes unknown with a new password, except the browser that set it', async () => {
    const user = await aKnownUser();
    const other = world.browser();
    await other.login(user.email, user.password);
    expect((await user.send('PATCH', '/users/me', { password: NEW_PASSWORD })).status).toBe(200);
    await attack(user.email, 11);
    expect((await logIn(other, user.email, NEW_PASSWORD, ATTACKER)).status).toBe(429);
    expect((await logIn(user, user.email, NEW_PASSWORD, ATTACKER)).status).toBe(204);
  });

  it('R3.3 has its own share of LOGINS_PER_MINUTE', async () => {
    const strict = await startWorld({ env: { LOGINS_PER_MINUTE: '3' } });
    const victim = await aKnownUser(strict);
    for (let i = 0; i < 4; i++) await strict.browser().login('nobody@example.com', 'x');
    expect((await strict.browser().login(victim.email, victim.password)).status).toBe(429);
    expect((await victim.login(victim.email, victim.password)).status).toBe(204);
    await strict.stop();
  });
});

describe('wrong passwords of many addresses at one account', () => {
  /** The counters of an attack that has made this many attempts, all recent. */
  const setAttempts = (attempts: number) =>
    world.db
      .updateTable('login_attempt')
      .set({ attempts, free_at: new Date(clockMs) })
      .execute();

  it('R3.3 after a hundred, unknown browsers wait a minute at most; known ones and a mailed link do not wait', async () => {
    const victim = await aKnownUser();
    await attack(victim.email, 1);
    await setAttempts(500);
    await attack(victim.email, 1, '203.0.113.10');
    expect(await logIn(world.browser(), victim.email, victim.password, HOME)).toMatchObject({
      status: 429,
      body: { retry_after: 60 },
    });
    expect((await logIn(victim, victim.email, victim.password, HOME)).status).toBe(204);

    const recovering = world.browser();
    await recovering.post('/auth/forgot-password', { email: victim.email });
    const folder = join(world.dataDir, 'mail');
    const token = await waitFor(
      async () => {
        for (const name of await readdir(folder).catch(() => [])) {
          const text = await readFile(join(folder, name), 'utf8');
          const found = /recover-password#token=([\w-]+)/.exec(
            text.replaceAll('=\r\n', '').replaceAll('=3D', '='),
          );
          if (text.includes(victim.email) && found) return found[1];
        }
        return undefined;
      },
      { what: 'the recovery mail' },
    );
    const reset = { token, password: NEW_PASSWORD };
    expect((await recovering.post('/auth/reset-password', reset)).status).toBe(200);
    await attack(victim.email, 1);
    await setAttempts(500);
    await attack(victim.email, 1, '203.0.113.11');
    expect((await logIn(victim, victim.email, NEW_PASSWORD, HOME)).status).toBe(429);
    expect((await logIn(recovering, victim.email, NEW_PASSWORD, HOME)).status).toBe(204);
  });
});

describe('the current password in a live session', () => {
  it('R3.5 can be changed during an attack on the login', async () => {
    const victim = await aKnownUser();
    await attack(victim.email, 11, '127.0.0.1');
    expect((await prove(victim, victim.password)).status).toBe(204);
    expect((await victim.send('PATCH', '/users/me', { password: NEW_PASSWORD })).status).toBe(200);
  });

  it('R3.5 has a limit per session, which strangers and other sessions cannot exhaust', async () => {
    const user = await aKnownUser();
    const other = await aKnownUser();
    await other.login(user.email, user.password);
    const wrong = await Promise.all(Array.from({ length: 11 }, () => prove(user, 'Wrong1234')));
    expect(wrong.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429]);
    expect(await prove(user, user.password)).toMatchObject({
      status: 429,
      body: { detail: 'TOO_MANY_REQUESTS', retry_after: 5 },
    });
    expect((await prove(other, user.password)).status).toBe(204);
  });

  it('R3.5 of forty-five parallel guesses ten are checked', async () => {
    const user = await aKnownUser();
    deviationMs = () => -(++looks % 50);
    const guesses = await Promise.all(Array.from({ length: 45 }, () => prove(user, 'Wrong1234')));
    deviationMs = () => 0;
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
  });
});
