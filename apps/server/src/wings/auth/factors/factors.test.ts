import type {
  FactorAdded,
  Factors,
  NewTotp,
  PasskeyOptions,
  RecoveryCodes,
} from '@manoboard/contract/account/factor';
import type { LoginStep } from '@manoboard/contract/account/login';
import { TOKEN_PREFIX } from '@manoboard/contract/token/token';
import { DAY_MS } from '@manoboard/domain/time';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts';
import { createPasskey } from '../../../../test/passkey.ts';
import { aPump } from '../../../../test/pump.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { lockUser } from '../../../db/locks.ts';
import { hashToken, newToken } from '../token.ts';
import { insertToken } from '../tokens/tokens.repo.ts';
import { insertPasskey } from './factor.repo.ts';
import { removeFactors } from './factor-reset.service.ts';

let clockMs = Date.parse('2026-06-01T10:00:00Z');
let looks = 0;
/** Requests at one moment reach the counters in another order than that of their times. */
let deviationMs = () => 0;
let world: World;
let post: MailServer;
beforeAll(async () => {
  post = await startMailServer();
  const env = { SMTP_URL: post.url, REQUIRE_2FA: 'staff', TRUSTED_PROXIES: '127.0.0.1' };
  world = await startWorld({ now: () => clockMs + deviationMs(), env });
});
afterAll(async () => {
  await world.stop();
  await post.stop();
});

type User = Awaited<ReturnType<World['user']>>;
type Roles = Parameters<World['user']>[1];
const codeOf = (secret: string, atMs = clockMs) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
/** Codes of one time step work once. */
const nextStep = () => {
  clockMs += 30_000;
};
const mailsTo = ({ email }: User) => post.mails.filter(({ to }) => to.includes(email));
const factorsOf = async (user: Pick<User, 'get'>) => (await user.get('/users/me/factors')).body as Factors;

/** A user with an authenticator app. */
async function anEnrolled(roles: Roles = []) {
  const user = await world.user({}, roles);
  const { id, secret, uri } = (await user.post('/users/me/factors/totp', { name: 'Telefón' }))
    .body as NewTotp;
  const answer = await user.post(`/users/me/factors/${id}/confirm`, { code: codeOf(secret) });
  const { codes } = answer.body as FactorAdded;
  nextStep();
  return { user, id, secret, uri, codes: codes ?? [] };
}

const passwordStep = async (user: User, browser = world.browser(), address = '203.0.113.1') => {
  const answer = await browser.login(user.email, user.password, undefined, { 'x-forwarded-for': address });
  return { browser, answer, token: (answer.body as LoginStep | undefined)?.token ?? '' };
};
const factorStep = (browser: ReturnType<World['browser']>, body: object, address = '203.0.113.1') =>
  browser.post('/auth/factor', body, { 'x-forwarded-for': address });
const wrong = { status: 400, body: { detail: 'FACTOR_WRONG' } };
const expired = { status: 400, body: { detail: 'FACTOR_STEP_EXPIRED' } };

it('the operator removes the factors of a lone Super Seller, whose sessions end', async () => {
  const { user } = await anEnrolled(['Super Seller']);
  expect(await removeFactors(world.db, 'nobody@example.com')).toBe(false);
  expect(await removeFactors(world.db, user.email.toUpperCase())).toBe(true);
  expect((await user.get('/users/me')).status).toBe(401);
  const browser = world.browser();
  expect((await browser.login(user.email, user.password)).status).toBe(204);
  expect(await factorsOf(browser)).toMatchObject({ factors: [], is_required: true });
});

it('a login that is under way while the first factor is added does not survive it', async () => {
  const user = await world.user();
  const browser = world.browser();
  const tx = await world.db.startTransaction().execute();
  await lockUser(tx, user.id);
  const login = browser.login(user.email, user.password);
  await waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
    return rows.length > 0;
  });
  const at = new Date(clockMs);
  const factor = { userId: user.id, kind: 'passkey', name: 'Telefón', at } as const;
  await insertPasskey(tx, factor, {
    credentialId: 'fish',
    publicKey: Buffer.from('key'),
    signCount: 0,
    transports: [],
  });
  await tx.commit().execute();
  expect(await login).toMatchObject({ status: 400, body: { detail: 'LOGIN_BAD_CREDENTIALS' } });
  expect((await browser.get('/users/me')).status).toBe(401);
});

describe('an authenticator app', () => {
  it('counts after its first code, brings recovery codes, ends other sessions and sends a notice', async () => {
    const user = await world.user();
    const other = world.browser();
    await other.login(user.email, user.password);
    const totp = (await user.post('/users/me/factors/totp', { name: 'Telefón' })).body as NewTotp;
    expect(totp.uri).toContain(`secret=${totp.secret}`);
    expect((await factorsOf(user)).factors).toEqual([]);
    const path = `/users/me/factors/${totp.id}/confirm`;
    expect(await user.post(path, { code: '000000' })).toMatchObject(wrong);
    const added = (await user.post(path, { code: codeOf(totp.secret) })).body as FactorAdded;
    expect(added.codes).toHaveLength(10);
    expect(await factorsOf(user)).toMatchObject({
      factors: [{ id: totp.id, kind: 'totp', name: 'Telefón' }],
      recovery_codes: { left: 10, total: 10 },
      is_required: false,
    });
    expect((await other.get('/users/me')).status).toBe(401);
    await waitFor(() => mailsTo(user).some(({ text }) => text.includes('pribudol druhý stupeň')));
  });

  it('is the second step of a login, and its code works once', async () => {
    const { user, secret } = await anEnrolled();
    const { browser, answer, token } = await passwordStep(user);
    expect(answer).toMatchObject({
      status: 202,
      body: { has_totp: true, has_recovery_codes: true, passkey: null },
    });
    expect(browser.cookie).toBeUndefined();
    expect((await browser.get('/users/me')).status).toBe(401);
    expect(await factorStep(browser, { token, code: '123456' })).toMatchObject(wrong);
    const code = codeOf(secret);
    expect((await factorStep(browser, { token, code })).status).toBe(204);
    expect((await browser.get('/users/me')).status).toBe(200);
    const again = await passwordStep(user);
    expect(await factorStep(again.browser, { token: again.token, code })).toMatchObject(wrong);
    expect(await factorStep(again.browser, { token, code: codeOf(secret) })).toMatchObject(expired);
  });

  it.each([
    ['the step before', -30_000, 204],
    ['the step after', 30_000, 204],
    ['two steps before', -60_000, 400],
    ['two steps after', 60_000, 400],
  ])('a code of %s answers %s ms %i', async (_case, offsetMs, status) => {
    const { user, secret } = await anEnrolled();
    clockMs += 60_000;
    const { browser, token } = await passwordStep(user);
    const code = codeOf(secret, clockMs + offsetMs);
    expect((await factorStep(browser, { token, code })).status).toBe(status);
  });

  it('a step of a login expires after ten minutes', async () => {
    const { user, secret } = await anEnrolled();
    const { browser, token } = await passwordStep(user);
    clockMs += 600_000;
    expect(await factorStep(browser, { token, code: codeOf(secret) })).toMatchObject(expired);
  });
});

describe('recovery codes', () => {
  it('work once, in any spelling, and are counted', async () => {
    const { user, codes } = await anEnrolled();
    const recovery_code = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    const first = await passwordStep(user);
    expect((await factorStep(first.browser, { token: first.token, recovery_code })).status).toBe(204);
    expect((await factorsOf(first.browser)).recovery_codes).toMatchObject({ left: 9, total: 10 });
    const second = await passwordStep(user);
    expect(await factorStep(second.browser, { token: second.token, recovery_code })).toMatchObject(wrong);
    await waitFor(() => mailsTo(user).some(({ text }) => text.includes('záložným kódom')));
  });

  it('of two requests with one code at once, one logs in', async () => {
    const { user, codes } = await anEnrolled();
    const steps = [await passwordStep(user), await passwordStep(user)];
    const answers = await Promise.all(
      steps.map(({ browser, token }) => factorStep(browser, { token, recovery_code: codes[1] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });

  it('are stored with a salt', async () => {
    const { user } = await anEnrolled();
    const hashes = await world.db
      .selectFrom('recovery_code')
      .where('user_id', '=', user.id)
      .select('code_hash')
      .execute();
    expect(hashes.every(({ code_hash }) => code_hash.length === 48)).toBe(true);
  });

  it('are replaced by new ones; the database holds none of them', async () => {
    const { user, codes } = await anEnrolled();
    const fresh = ((await user.send('POST', '/users/me/recovery-codes')).body as RecoveryCodes).codes;
    expect(fresh).toHaveLength(10);
    const step = await passwordStep(user);
    expect(await factorStep(step.browser, { token: step.token, recovery_code: codes[0] })).toMatchObject(
      wrong,
    );
    expect((await factorStep(step.browser, { token: step.token, recovery_code: fresh[0] })).status).toBe(204);
  });
});

describe('a passkey', () => {
  async function withPasskey() {
    const user = await world.user();
    const passkey = createPasskey();
    const factor = { userId: user.id, kind: 'passkey', name: 'Telefón', at: new Date(clockMs) } as const;
    await insertPasskey(world.db, factor, passkey.credential);
    /** A login in a new browser with this counter value. */
    const prepare = async (signCount: number) => {
      const browser = world.browser();
      const { challenge: token } = (await browser.send('POST', '/auth/passkey/options'))
        .body as PasskeyOptions;
      const answer = passkey.answer(world.server.url, token, signCount);
      return () => browser.post('/auth/passkey', { token, passkey: answer, remember: false });
    };
    return { prepare };
  }
  const statusesOf = async (logins: readonly (() => Promise<{ status: number }>)[]) =>
    (await Promise.all(logins.map((login) => login()))).map(({ status }) => status).sort();

  it('whose copy answers at the same moment with the same counter opens one session', async () => {
    const { prepare } = await withPasskey();
    const prepared = await Promise.all([1, 1, 1, 1].map(prepare));
    expect(await statusesOf(prepared)).toEqual([204, 400, 400, 400]);
    expect((await (await prepare(1))()).status).toBe(400);
    expect((await (await prepare(2))()).status).toBe(204);
  });

  it('without a counter opens as many sessions at once as it answers', async () => {
    const { prepare } = await withPasskey();
    expect(await statusesOf(await Promise.all([0, 0, 0].map(prepare)))).toEqual([204, 204, 204]);
    expect((await (await prepare(1))()).status).toBe(204);
    expect((await (await prepare(0))()).status).toBe(400);
  });
});

describe('a trusted browser', () => {
  it('needs no second factor for 30 days, and needs it again after a change of factors', async () => {
    const { user, secret } = await anEnrolled();
    const { browser, token } = await passwordStep(user);
    await factorStep(browser, { token, code: codeOf(secret), trust_browser: true });
    expect((await passwordStep(user, browser)).answer.status).toBe(204);
    expect((await passwordStep(user)).answer.status).toBe(202);
    clockMs += 29 * DAY_MS;
    expect((await passwordStep(user, browser)).answer.status).toBe(204);
    clockMs += DAY_MS;
    const late = await passwordStep(user, browser);
    expect(late.answer.status).toBe(202);
    await factorStep(browser, { token: late.token, code: codeOf(secret), trust_browser: true });
    const { id, secret: second } = (await browser.post('/users/me/factors/totp', { name: 'Tablet' }))
      .body as NewTotp;
    await browser.post(`/users/me/factors/${id}/confirm`, { code: codeOf(second) });
    expect((await passwordStep(user, browser)).answer.status).toBe(202);
  });
});

it('the security log names the user of a wrong code, and of every change of factors', async () => {
  const { user: boss } = await anEnrolled(['Super Seller']);
  const { user } = await anEnrolled();
  const { browser, token } = await passwordStep(user);
  await factorStep(browser, { token, code: '123456' });
  await user.send('POST', '/users/me/recovery-codes');
  await boss.send('POST', `/users/${user.id}/factor-reset`);
  clockMs += DAY_MS;
  await world.server.runJob('factor-resets');
  await world.server.storeSecurityLog();
  const rows = await world.db
    .selectFrom('security_event')
    .where('kind', 'in', ['factor', 'login'])
    .where((eb) => eb.or([eb('user_id', '=', user.id), eb('user_id', '=', boss.id)]))
    .select(['kind', 'outcome', 'user_id as by', 'code'])
    .orderBy('seq')
    .execute();
  const done = { kind: 'factor', outcome: 'done', code: null };
  expect(rows).toEqual([
    { ...done, by: boss.id },
    { ...done, by: user.id },
    { kind: 'login', outcome: 'refused', code: 'FACTOR_WRONG', by: user.id },
    { ...done, by: user.id },
    { ...done, by: boss.id },
    { ...done, by: user.id },
  ]);
});

describe('wrong codes', () => {
  it('wait after five of an address, and lock neither the account nor a known browser', async () => {
    const { user, secret } = await anEnrolled();
    const known = await passwordStep(user, undefined, '198.51.100.9');
    await factorStep(known.browser, { token: known.token, code: codeOf(secret) }, '198.51.100.9');
    nextStep();
    const thief = await passwordStep(user);
    const guesses = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        factorStep(thief.browser, { token: thief.token, code: `00000${n}` }),
      ),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429]);
    const again = await passwordStep(user, known.browser);
    expect((await factorStep(known.browser, { token: again.token, code: codeOf(secret) })).status).toBe(204);
  });

  it('of many addresses wait together, and a recovery code or a right code opens later', async () => {
    const { user, secret } = await anEnrolled();
    let refused = 0;
    for (let n = 0; n < 40; n++) {
      const address = `203.0.113.${n}`;
      const { browser, token } = await passwordStep(user, undefined, address);
      const code = `${100_000 + n}`;
      if ((await factorStep(browser, { token, code }, address)).status === 429) refused++;
    }
    expect(refused).toBe(10);
    clockMs += 300_000;
    const { browser, token } = await passwordStep(user);
    expect((await factorStep(browser, { token, code: codeOf(secret) })).status).toBe(204);
  });

  const guesses = {
    code: (n: number) => ({ code: `${100_000 + n}` }),
    recovery_code: () => ({ recovery_code: 'ABCD-EFGH-JKMN' }),
  };
  const checked = (answers: { status: number }[]) => answers.filter(({ status }) => status === 400).length;
  const atOnce = async (count: number, guess: (n: number) => Promise<{ status: number }>) => {
    deviationMs = () => -(++looks % 50);
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => guess(n)));
    deviationMs = () => 0;
    return checked(answers);
  };

  it.each(Object.entries(guesses))(
    'forty-five of one address at once: five are checked (%s)',
    async (_kind, of) => {
      const { user } = await anEnrolled();
      const { browser, token } = await passwordStep(user);
      expect(await atOnce(45, (n) => factorStep(browser, { token, ...of(n) }))).toBe(5);
    },
  );

  it.each(Object.entries(guesses))(
    'of sixty addresses at once: thirty are checked (%s)',
    async (_kind, of) => {
      const { user } = await anEnrolled();
      const { browser, token } = await passwordStep(user);
      const guess = (n: number) => factorStep(browser, { token, ...of(n) }, `203.0.113.${n}`);
      expect(await atOnce(60, guess)).toBe(30);
    },
  );

  it.each(Object.entries(guesses))(
    'as a proof are counted by session and by account: a trusted browser gets no new guesses by logging in again (%s)',
    async (_kind, of) => {
      const { user, secret } = await anEnrolled();
      const { browser, token } = await passwordStep(user);
      await factorStep(browser, { token, code: codeOf(secret), trust_browser: true });
      nextStep();
      const prove = (n: number) => browser.post('/users/me/proof', of(n));
      expect(await atOnce(45, prove)).toBe(5);
      let total = 5;
      for (let round = 0; round < 12; round++) {
        await passwordStep(user, browser);
        total += await atOnce(5, (n) => prove(n));
      }
      expect(total).toBe(30);
      clockMs += 300_000;
      expect((await browser.post('/users/me/proof', { code: codeOf(secret) })).status).toBe(204);
    },
  );

  it('at the login do not delay proofs in the sessions of the account', async () => {
    const { user, secret } = await anEnrolled();
    const { browser, token } = await passwordStep(user);
    await atOnce(60, (n) => factorStep(browser, { token, ...guesses.code(n) }, `203.0.113.${n}`));
    expect((await user.post('/users/me/proof', { code: codeOf(secret) })).status).toBe(204);
  });
});

describe('staff without a second factor', () => {
  it.each(['Technician', 'Seller', 'Super Seller'] as const)(
    '%s: only calls that lead to a factor are open until one is added',
    async (role) => {
      const user = await world.user({}, [role]);
      const refused = { status: 403, body: { detail: 'FACTOR_REQUIRED' } };
      for (const path of ['/users-devices/get-devices', '/users/me/sessions', '/alerts'])
        expect(await user.get(path)).toMatchObject(refused);
      expect((await user.stream()).status).toBe(403);
      for (const path of ['/users/me', '/roles/check', '/users/me/personalization', '/users/me/factors'])
        expect((await user.get(path)).status).toBe(200);
      expect((await factorsOf(user)).is_required).toBe(true);
      const totp = (await user.post('/users/me/factors/totp', { name: 'x' })).body as NewTotp;
      await user.post(`/users/me/factors/${totp.id}/confirm`, { code: codeOf(totp.secret) });
      expect((await user.get('/users-devices/get-devices')).status).toBe(200);
      expect(await user.send('DELETE', `/users/me/factors/${totp.id}`)).toMatchObject({
        status: 409,
        body: { detail: 'LAST_FACTOR' },
      });
    },
  );

  it.each(['Technician', 'Super Seller'] as const)(
    '%s: a stop of a pump needs no factor and no proof, by a session and by a token; a start needs the factor',
    async (role) => {
      const { owner, device, board } = await aPump(world);
      const user = await world.user({}, [role]);
      await world.db.insertInto('user_role').values({ user_id: owner.id, role }).execute();
      await world.db.updateTable('session').set({ proved_at: null }).execute();
      const secret = TOKEN_PREFIX + newToken();
      const [at, expiresAt] = [new Date(clockMs), new Date(clockMs + DAY_MS)];
      await insertToken(world.db, {
        userId: owner.id,
        name: 'Skript',
        switchKeys: [device.id],
        tokenHash: hashToken(secret),
        at,
        expiresAt,
      });
      const refused = { status: 403, body: { detail: 'FACTOR_REQUIRED' } };
      const byToken = (value: boolean) =>
        world
          .browser()
          .post(
            `/mqtt/${device.deviceId}/start-stop`,
            { what: 'stop', value },
            { authorization: `Bearer ${secret}` },
          );
      for (const send of [(value: boolean) => user.startStop(device.deviceId, value), byToken]) {
        expect(await send(true)).toMatchObject(refused);
        const answered = send(false);
        await board.done(await board.nextCommand());
        expect(await answered).toMatchObject({ status: 200 });
      }
      for (const what of ['set-lock', 'pressure_control'])
        expect(await user.post(`/mqtt/${device.deviceId}/${what}`, { what, value: false })).toMatchObject(
          refused,
        );
      await board.leave();
    },
  );

  it('a user who becomes staff loses the stream and is led to a factor', async () => {
    const { user: boss } = await anEnrolled(['Super Seller']);
    const user = await world.user();
    expect((await user.get('/users-devices/get-devices')).status).toBe(200);
    expect((await boss.post(`/users/${user.id}/permissions`, { role: 'Technician' })).status).toBe(200);
    expect((await user.get('/users-devices/get-devices')).status).toBe(403);
  });
});

describe('factors', () => {
  it('are named, several, and removable with a proof by a factor; the last one takes the codes along', async () => {
    const { user, id, secret } = await anEnrolled();
    const second = (await user.post('/users/me/factors/totp', { name: 'Tablet' })).body as NewTotp;
    const added = await user.post(`/users/me/factors/${second.id}/confirm`, { code: codeOf(second.secret) });
    expect(added.body).toMatchObject({ codes: null });
    expect((await user.send('PATCH', `/users/me/factors/${id}`, { name: 'Starý' })).body).toMatchObject({
      name: 'Starý',
    });
    clockMs += 600_000;
    const remove = (which: number) => user.send('DELETE', `/users/me/factors/${which}`);
    expect(await remove(id)).toMatchObject({ status: 403, body: { detail: 'PROOF_REQUIRED' } });
    await user.post('/users/me/proof', { current_password: user.password });
    expect(await remove(id)).toMatchObject({ status: 403, body: { detail: 'PROOF_REQUIRED' } });
    expect((await user.post('/users/me/proof', { code: codeOf(secret) })).status).toBe(204);
    for (const which of [id, second.id]) expect((await remove(which)).status).toBe(204);
    expect(await factorsOf(user)).toMatchObject({ factors: [], recovery_codes: { left: 0, total: 0 } });
    expect((await passwordStep(user)).answer.status).toBe(204);
  });

  it('of another user cannot be seen, renamed, confirmed or removed', async () => {
    const { id } = await anEnrolled();
    const { user: other } = await anEnrolled();
    const missing = { status: 404 };
    expect(await other.send('PATCH', `/users/me/factors/${id}`, { name: 'x' })).toMatchObject(missing);
    expect(await other.send('DELETE', `/users/me/factors/${id}`)).toMatchObject(missing);
    expect(await other.post(`/users/me/factors/${id}/confirm`, { code: '123456' })).toMatchObject(missing);
  });

  it('a password reset by mail does not replace the second factor', async () => {
    const { user } = await anEnrolled();
    await world.browser().post('/auth/forgot-password', { email: user.email });
    const link = /recover-password#token=([\w-]+)/;
    const mail = await waitFor(() => mailsTo(user).find(({ text }) => link.test(text)));
    const token = link.exec(mail.text)?.[1];
    await world.browser().post('/auth/reset-password', { token, password: 'Hladina456' });
    expect((await world.browser().login(user.email, 'Hladina456')).status).toBe(202);
  });
});

describe('the reset of a lost factor', () => {
  const askReset = (boss: User, user: User) => boss.send('POST', `/users/${user.id}/factor-reset`);

  it('waits a day, is mailed to its user, and then removes factors and ends sessions', async () => {
    const { user: boss } = await anEnrolled(['Super Seller']);
    const { user } = await anEnrolled();
    expect(await askReset(boss, user)).toMatchObject({ status: 202 });
    await waitFor(() => mailsTo(user).some(({ text }) => text.includes('/second-factor#token=')));
    expect((await factorsOf(user)).reset_at).toBe(Math.floor(clockMs / 1000) + 86_400);
    clockMs += DAY_MS - 1;
    await world.server.runJob('factor-resets');
    expect((await passwordStep(user)).answer.status).toBe(202);
    clockMs += 1;
    await world.server.runJob('factor-resets');
    expect((await passwordStep(user)).answer.status).toBe(204);
    expect((await user.get('/users/me')).status).toBe(401);
  });

  it.each(['by the mailed link', 'by its user', 'by a Super Seller'])('is cancelled %s', async (how) => {
    const { user: boss } = await anEnrolled(['Super Seller']);
    const { user } = await anEnrolled();
    await askReset(boss, user);
    const link = /second-factor#token=([\w-]+)/;
    const mail = await waitFor(() => mailsTo(user).find(({ text }) => link.test(text)));
    const token = link.exec(mail.text)?.[1];
    if (how === 'by the mailed link')
      expect((await world.browser().post('/auth/factor-reset/cancel', { token })).status).toBe(204);
    else if (how === 'by its user') await user.send('DELETE', '/users/me/factor-reset');
    else await boss.send('DELETE', `/users/${user.id}/factor-reset`);
    clockMs += 2 * DAY_MS;
    await world.server.runJob('factor-resets');
    expect((await passwordStep(user)).answer.status).toBe(202);
    expect((await world.browser().post('/auth/factor-reset/cancel', { token })).status).toBe(400);
  });

  it.each(['lost the role', 'is disabled'])('is cancelled if the one who requested it %s', async (how) => {
    const { user: boss } = await anEnrolled(['Super Seller']);
    const { user: other } = await anEnrolled(['Super Seller']);
    const { user } = await anEnrolled();
    await askReset(boss, user);
    const end =
      how === 'is disabled'
        ? other.send('PUT', `/users/${boss.id}/disabled`, { disabled: true })
        : other.send('DELETE', `/users/${boss.id}/permissions/Super%20Seller`);
    expect((await end).status).toBeLessThan(300);
    clockMs += DAY_MS;
    await world.server.runJob('factor-resets');
    expect((await passwordStep(user)).answer.status).toBe(202);
  });

  it('is refused for the own account, and for a user without a factor', async () => {
    const { user: boss } = await anEnrolled(['Super Seller']);
    const user = await world.user();
    expect(await askReset(boss, boss)).toMatchObject({ status: 409, body: { detail: 'FACTOR_RESET_SELF' } });
    expect(await askReset(boss, user)).toMatchObject({ status: 409, body: { detail: 'NO_FACTOR' } });
  });
});
