import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { listTasks, makeTasksDue } from '../../../test/tasks.ts';
import { startWorld, type World } from '../../../test/world.ts';

let clockMs = Date.now();
let world: World;
let post: MailServer;
beforeAll(async () => {
  post = await startMailServer();
  world = await startWorld({
    now: () => clockMs,
    env: { SMTP_URL: post.url, MAIL_FROM: 'pumps@example.com' },
  });
});
afterAll(async () => {
  await world.stop();
  await post.stop();
});

const NEW_PASSWORD = 'Hladina456';
const forgot = (email: string, more = {}) =>
  world.browser().post('/auth/forgot-password', { email, ...more });
const reset = (token: string, password = NEW_PASSWORD) =>
  world.browser().post('/auth/reset-password', { token, password });
/** The mails with a recovery link to this address, once there are that many. */
const recoveryMails = (email: string, count = 1) =>
  waitFor(
    () => {
      const found = post.mails.filter(({ to, text }) => to.includes(email) && tokenIn(text) !== '');
      return found.length >= count && found;
    },
    { what: `${count} recovery mails to ${email}` },
  );
const tokenIn = (text: string) => /\/recover-password#token=([\w-]+)/.exec(text)?.[1] ?? '';

/** The token of the newest mail to this address. */
async function requestToken(email: string, count = 1): Promise<string> {
  await forgot(email);
  return tokenIn((await recoveryMails(email, count)).at(-1)?.text ?? '');
}

describe('a request for a recovery link', () => {
  it('R3.4 sends one mail to the account, in Slovak, with a link to the console', async () => {
    const user = await world.user();
    expect(await forgot(user.email)).toMatchObject({ status: 202, body: undefined });
    const [mail] = await recoveryMails(user.email);
    expect(mail).toMatchObject({ from: 'pumps@example.com', to: [user.email] });
    expect(mail?.text).toContain('požiadal o zmenu hesla');
    expect(mail?.text).toContain(`${world.server.url}/recover-password#token=`);
  });

  it('R3.4 R1.1 the mail is in the language of the account, or of the request if the account has none', async () => {
    const user = await world.user();
    await forgot(user.email, { locale: 'gb' });
    expect((await recoveryMails(user.email))[0]?.text).toContain('asked to change the password');
    await user.send('PUT', '/users/me/personalization', { card_order: [], theme_colour: null, locale: 'sk' });
    await forgot(user.email, { locale: 'gb' });
    expect((await recoveryMails(user.email, 2))[1]?.text).toContain('požiadal o zmenu hesla');
  });

  it('R3.4 an unknown e-mail gets the same answer and no mail', async () => {
    const known = await world.user();
    const unknown = `${randomUUID()}@example.com`;
    const answers = [await forgot(unknown), await forgot(known.email)];
    const shapes = answers.map(({ status, body, headers }) => [status, body, [...headers.keys()]]);
    expect(shapes[0]).toEqual(shapes[1]);
    await recoveryMails(known.email);
    expect(post.mails.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it.each([
    ['a second recipient', 'eva@example.com, adam@example.com'],
    ['a header', 'eva@example.com\r\nbcc: adam@example.com'],
    ['no address', 'eva'],
  ])('%s is refused', async (_case, email) => expect((await forgot(email)).status).toBe(422));

  it('an address gets at most five mails an hour; the answer stays the same', async () => {
    const user = await world.user();
    for (let i = 0; i < 7; i++) expect((await forgot(user.email)).status).toBe(202);
    await post.mailsTo(user.email, 5);
    clockMs += 3_600_001;
    await forgot(user.email);
    expect(await post.mailsTo(user.email, 6)).toHaveLength(6);
  });

  it('a mail server that refuses does not change the answer', async () => {
    const user = await world.user();
    post.state.refuse = true;
    expect((await forgot(user.email)).status).toBe(202);
    await world.restart();
    post.state.refuse = false;
    expect(await requestToken(user.email)).not.toBe('');
  });

  it('R3.4 a mail that the server refused is sent once when the server accepts it, also after a restart', async () => {
    const user = await world.user();
    post.state.refuse = true;
    await forgot(user.email);
    const findTask = async () =>
      (await listTasks(world.db)).find(({ key }) => key?.startsWith(`recovery_mail ${user.email} `));
    const task = await waitFor(async () => {
      const found = await findTask();
      return found?.error ? found : false;
    });
    expect(task?.payload).toEqual({ email: user.email });
    post.state.refuse = false;
    await makeTasksDue(world.db);
    await world.restart();
    const [mail] = await recoveryMails(user.email);
    await waitFor(async () => (await findTask()) === undefined);
    expect(await recoveryMails(user.email)).toHaveLength(1);
    expect((await reset(tokenIn(mail?.text ?? ''))).status).toBe(200);
  });
});

describe('setting a new password', () => {
  it('R3.4 the link works once, opens the account with the new password only, and ends all sessions', async () => {
    const user = await world.user();
    const stream = await user.stream();
    const token = await requestToken(user.email);
    expect(await reset(token)).toMatchObject({ status: 200, body: undefined });
    expect((await user.get('/users/me')).status).toBe(401);
    await waitFor(() => stream.state.isEnded, { what: 'the end of the stream' });
    expect((await world.browser().login(user.email, user.password)).status).toBe(400);
    expect((await world.browser().login(user.email, NEW_PASSWORD)).status).toBe(204);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { detail: 'RESET_PASSWORD_BAD_TOKEN' },
    });
  });

  it('R3.4 of two concurrent uses of the link one succeeds', async () => {
    const token = await requestToken((await world.user()).email);
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('R3.4 a newer link voids the earlier one', async () => {
    const user = await world.user();
    const [first, second] = [await requestToken(user.email), await requestToken(user.email, 2)];
    expect((await reset(first)).status).toBe(400);
    expect((await reset(second)).status).toBe(200);
  });

  it('R3.4 after an hour the link is void', async () => {
    const token = await requestToken((await world.user()).email);
    clockMs += 3_600_001;
    expect((await reset(token)).body).toEqual({ detail: 'RESET_PASSWORD_BAD_TOKEN' });
  });

  it('R3.2 a weak, common or personal password is refused with its reason, and the link stays valid', async () => {
    const token = await requestToken((await world.user({ surname: 'Krajčí' })).email);
    expect(await reset(token, 'weak')).toMatchObject({
      status: 400,
      body: { detail: { code: 'RESET_PASSWORD_INVALID_PASSWORD', reason: 'password_weak' } },
    });
    for (const [password, reason] of [
      ['Sunshine1', 'password_common'],
      ['Krajci2026', 'password_personal'],
    ])
      expect((await reset(token, password)).body).toMatchObject({ detail: { reason } });
    expect((await reset(token)).status).toBe(200);
  });

  it('the database holds no token that would open an account', async () => {
    const token = await requestToken((await world.user()).email);
    const rows = await world.db.selectFrom('password_reset').select('token_hash').execute();
    expect(rows.some(({ token_hash }) => token_hash.toString('base64url') === token)).toBe(false);
  });

  it('R3.4 a changed and confirmed e-mail voids the link in the old mailbox', async () => {
    const user = await world.user();
    const token = await requestToken(user.email);
    const email = `new-${user.email}`;
    await user.send('PATCH', '/users/me', { email });
    const [mail] = await post.mailsTo(email);
    const confirmation = /\/confirm-email#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await world.browser().post('/auth/verify', { token: confirmation })).status).toBe(200);
    expect((await reset(token)).status).toBe(400);
  });
});

it('without an SMTP server each mail is a file that only the user of the server process can read', async () => {
  const alone = await startWorld();
  const user = await alone.user();
  await alone.browser().post('/auth/forgot-password', { email: user.email, locale: 'gb' });
  const folder = join(alone.dataDir, 'mail');
  const { name, text } = await waitFor(async () => {
    const names = await readdir(folder);
    const mails = names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') }));
    return (await Promise.all(mails)).find(({ text }) => tokenIn(text) !== '');
  });
  expect(text).toContain(`To: ${user.email}\n`);
  expect(text).toContain(`${alone.server.url}/recover-password#token=`);
  expect(tokenIn(text)).toMatch(/^[\w-]{43}$/);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await alone.stop();
});
