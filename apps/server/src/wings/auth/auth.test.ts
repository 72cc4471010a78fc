import { SESSION_EXPIRED_HEADER } from '@manoboard/contract/account/account';
import { HOUR_MS } from '@manoboard/domain/time';
import { aRegistration } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let clockMs = Date.now();
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clockMs });
});
afterAll(() => world.stop());

describe('sign up', () => {
  it('R3.1 answers 201 with the user, and the e-mail is then taken in any spelling', async () => {
    const browser = world.browser();
    const answer = await browser.post(
      '/auth/register',
      aRegistration({ email: 'Jana@example.com', phone_number: '+421 900 123 456' }),
    );
    expect(answer).toMatchObject({
      status: 201,
      body: { email: 'Jana@example.com', phone_number: '+421 900 123 456' },
    });
    expect(answer.body).not.toHaveProperty('password_hash');
    expect(await browser.post('/auth/register', aRegistration({ email: 'jana@EXAMPLE.com' }))).toMatchObject({
      status: 400,
      body: { detail: 'REGISTER_USER_ALREADY_EXISTS' },
    });
  });

  it('R3.1 two concurrent registrations of one e-mail create one account', async () => {
    const registration = aRegistration({ email: 'race@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.browser().post('/auth/register', registration)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });

  it.each([
    ['R3.2 e-mail required', { email: '' }, 'email'],
    ['R3.2 e-mail well formed', { email: 'eva@' }, 'email'],
    ['R3.2 e-mail without line breaks', { email: 'eva@example.com\nbcc: x@y.sk' }, 'email'],
    ['R3.2 name of two characters', { name: 'E' }, 'name'],
    ['R3.2 surname of two characters', { surname: ' V ' }, 'surname'],
    ['R3.2 no NUL bytes', { name: 'Ev\u0000a' }, 'name'],
    ['R3.2 terms agreed', { terms_accepted: false }, 'terms_accepted'],
    ['R3.2 terms are a boolean', { terms_accepted: 'true' }, 'terms_accepted'],
  ])('%s: 422 names the field', async (_rule, change, field) => {
    const { status, body } = await world.browser().post('/auth/register', { ...aRegistration(), ...change });
    expect(status).toBe(422);
    expect((body as { detail: { loc: string[] }[] }).detail[0]?.loc).toEqual(['body', field]);
  });

  it.each(['Short1a', 'nodigitsHere', 'nouppercase1', 'NOLOWERCASE1'])(
    'R3.2 the password %s is too weak',
    async (password) => {
      expect(await world.browser().post('/auth/register', aRegistration({ password }))).toMatchObject({
        status: 400,
        body: { detail: { code: 'REGISTER_INVALID_PASSWORD', reason: 'password_weak' } },
      });
    },
  );

  it.each([
    ['Password1', 'password_common'],
    ['Qwerty123', 'password_common'],
    ['P@ssw0rd2026', 'password_common'],
    ['ManoBoard1', 'password_personal'],
    ['Jan.Krajci1', 'password_personal'],
  ])('R3.2 the password %s is refused: %s', async (password, reason) => {
    const registration = aRegistration({ name: 'Ján', surname: 'Krajčí', password });
    expect(await world.browser().post('/auth/register', registration)).toMatchObject({
      status: 400,
      body: { detail: { code: 'REGISTER_INVALID_PASSWORD', reason } },
    });
  });

  it.each([
    ['Short1a', 'password_weak'],
    ['Password1', 'password_common'],
    ['Jan.Krajci1', 'password_personal'],
    ['Studna2026', null],
  ])(
    'R3.2 the verdict of a password while it is typed is that of the registration: %s %s',
    async (password, reason) => {
      const body = { password, email: 'jan@example.com', name: 'Ján', surname: 'Krajčí' };
      expect(await world.browser().post('/auth/check-password', body)).toMatchObject({
        status: 200,
        body: { reason },
      });
    },
  );

  it('R3.2 all 128 characters of a long password count', async () => {
    const password = `Studna2026${'ľ'.repeat(118)}`;
    const registration = aRegistration({ email: 'long@example.com', password });
    expect((await world.browser().post('/auth/register', registration)).status).toBe(201);
    expect((await world.browser().login('long@example.com', `${password.slice(0, -1)}l`)).status).toBe(400);
    expect((await world.browser().login('long@example.com', password)).status).toBe(204);
  });
});

describe('session', () => {
  it('R3.3 login gives an http-only cookie that opens users/me, and logout closes it', async () => {
    const user = await world.user();
    const again = world.browser();
    const login = await again.login(user.email, user.password);
    expect(login.status).toBe(204);
    expect(login.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^manoboard_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^manoboard_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await again.get('/users/me')).toMatchObject({ status: 200, body: { email: user.email } });

    const cookie = again.cookie ?? '';
    expect((await again.logout()).status).toBe(204);
    expect((await world.browser().get('/users/me', { cookie })).status).toBe(401);
    expect((await user.get('/users/me')).status).toBe(200);
  });

  it('R3.3 a new login replaces the session of the same browser and ends its streams', async () => {
    const user = await world.user();
    const old = user.cookie ?? '';
    const stream = await user.stream();
    expect((await user.login(user.email, user.password)).status).toBe(204);
    await waitFor(() => stream.state.isEnded, { what: 'the end of the stream' });
    expect((await world.browser().get('/users/me', { cookie: old })).status).toBe(401);
    expect((await user.get('/users/me/sessions')).body).toHaveLength(1);
  });

  it('R3.8 the logout of an expired page ends no session: its cookie may belong to a login in another tab', async () => {
    const user = await world.user();
    const headers = { cookie: user.cookie ?? '', [SESSION_EXPIRED_HEADER]: '1' };
    const answer = await world.browser().post('/auth/jwt/logout', {}, headers);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    expect((await user.get('/users/me')).status).toBe(200);
  });

  it('R3.8 logout without a session answers 204 and clears no cookie: another tab may have logged in meanwhile', async () => {
    const answers = [await world.browser().logout()];
    const user = await world.user();
    const cookie = user.cookie ?? '';
    await user.logout();
    answers.push(await world.browser().post('/auth/jwt/logout', {}, { cookie }));
    expect(answers.map(({ status, headers }) => [status, headers.getSetCookie()])).toEqual([
      [204, []],
      [204, []],
    ]);
  });

  it.each([
    ['a wrong password', (email: string) => [email, 'Wrong1234']],
    ['an unknown e-mail', () => ['unknown@example.com', 'Wrong1234']],
  ])('R3.3 %s answers LOGIN_BAD_CREDENTIALS', async (_case, credentials) => {
    const user = await world.user();
    const [email = '', password = ''] = credentials(user.email);
    expect(await world.browser().login(email, password)).toMatchObject({
      status: 400,
      body: { detail: 'LOGIN_BAD_CREDENTIALS' },
    });
  });

  it("R3.3 'Keep me logged in' lasts 30 days, an ordinary session half a day without use", async () => {
    const user = await world.user();
    const kept = world.browser();
    expect((await kept.login(user.email, user.password, 'true')).headers.get('set-cookie')).toContain(
      'Max-Age=2592000',
    );
    clockMs += 13 * HOUR_MS;
    expect((await user.get('/users/me')).status).toBe(401);
    expect((await kept.get('/users/me')).status).toBe(200);
    clockMs += 31 * 24 * HOUR_MS;
    expect((await kept.get('/users/me')).status).toBe(401);
  });

  it('R3.3 an ordinary session stays valid while it is used', async () => {
    const user = await world.user();
    for (let i = 0; i < 4; i++) {
      clockMs += 8 * HOUR_MS;
      expect((await user.get('/users/me')).status).toBe(200);
    }
  });

  it('R3.5 an account keeps 20 sessions: a further login ends the one that was used the longest ago', async () => {
    const user = await world.user();
    await world.db.deleteFrom('session').where('user_id', '=', user.id).execute();
    const at = (n: number) => new Date(clockMs - n * 60_000);
    const rows = Array.from({ length: 24 }, (_, n) => ({
      id: Buffer.from(`${n}`.padStart(32, '0')),
      user_id: user.id,
      is_remembered: false,
      user_agent: null,
      last_used_at: at(n + 1),
      created_at: at(100 - n),
      expires_at: new Date(clockMs + HOUR_MS),
    }));
    await world.db.insertInto('session').values(rows).execute();
    const browsers = Array.from({ length: 3 }, () => world.browser());
    await Promise.all(browsers.map((browser) => browser.login(user.email, user.password)));
    for (const browser of browsers) expect((await browser.get('/users/me')).status).toBe(200);
    const left = await world.db.selectFrom('session').where('user_id', '=', user.id).select('id').execute();
    const known = rows.filter(({ id }) => left.some((row) => row.id.equals(id)));
    expect(left).toHaveLength(20);
    expect(known).toEqual(rows.slice(0, 17));
  });

  it('the database holds no token that would open a session', async () => {
    const user = await world.user();
    const token = user.cookie?.split('=')[1] ?? '';
    const rows = await world.db.selectFrom('session').select('id').execute();
    expect(rows.some(({ id }) => id.toString('base64url') === token)).toBe(false);
  });

  it('R3.7 roles/check lists the roles', async () => {
    const user = await world.user({}, ['Technician', 'Seller']);
    expect(await user.get('/roles/check')).toMatchObject({ status: 200, body: ['Seller', 'Technician'] });
  });
});

describe('cross-site requests', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
  ])('a write from %s is refused', async (_case, headers) => {
    const user = await world.user();
    expect(await user.post('/auth/jwt/logout', {}, headers)).toMatchObject({
      status: 403,
      body: { detail: 'CROSS_SITE_REQUEST' },
    });
    expect((await user.get('/users/me')).status).toBe(200);
  });
});

it('R3.3 the cookie of a remembered session is renewed with the session', async () => {
  const user = await world.user();
  const kept = world.browser();
  await kept.login(user.email, user.password, 'true');
  clockMs += 16 * 24 * HOUR_MS;
  expect((await kept.get('/users/me')).headers.get('set-cookie')).toContain('Max-Age=2592000');
  expect((await kept.get('/users/me')).headers.get('set-cookie')).toBeNull();
});

it('behind a trusted proxy the login limit counts each client address', async () => {
  const behind = await startWorld({ env: { LOGINS_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' } });
  const from = (address: string) =>
    behind.browser().request('/auth/jwt/login', {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({ username: 'nobody@example.com', password: 'x' }),
    });
  const statuses = [];
  for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.2'])
    statuses.push((await from(address)).status);
  expect(statuses).toEqual([400, 429, 400]);
  await behind.stop();
});

it('a NUL character in the input is answered 422, not 500', async () => {
  const browser = world.browser();
  expect((await browser.login('ev\u0000a@example.com', 'x')).status).toBe(422);
});

it('too many logins from one address get 429', async () => {
  const strict = await startWorld({ env: { LOGINS_PER_MINUTE: '5' } });
  const browser = strict.browser();
  const answers = [];
  for (let i = 0; i < 6; i++) answers.push(await browser.login('nobody@example.com', 'x'));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
  expect(answers.at(-1)?.body).toMatchObject({
    detail: 'TOO_MANY_REQUESTS',
    retry_after: expect.any(Number),
  });
  await strict.stop();
});
