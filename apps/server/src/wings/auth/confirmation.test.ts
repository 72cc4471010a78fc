import type { User } from '@manoboard/contract/account/account';
import { HOUR_MS } from '@manoboard/domain/time';
import { aRegistration } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { listTasks } from '../../../test/tasks.ts';
import { startWorld, type World } from '../../../test/world.ts';

let clockMs = Date.now();
let world: World;
let post: MailServer;
beforeAll(async () => {
  post = await startMailServer();
  world = await startWorld({ now: () => clockMs, env: { SMTP_URL: post.url } });
});
afterAll(async () => {
  await world.stop();
  await post.stop();
});

const NEW_PASSWORD = 'Hladina456';
let people = 0;

/** Registered and logged in; the address is not confirmed. */
async function newUser(locale?: 'sk' | 'gb') {
  const registration = aRegistration({ email: `person-${++people}@example.com`, ...(locale && { locale }) });
  const browser = world.browser();
  const { body } = await browser.post('/auth/register', registration);
  await browser.login(registration.email, registration.password);
  return Object.assign(browser, { id: (body as User).id, ...registration });
}
type Person = Awaited<ReturnType<typeof newUser>>;

const tokenIn = (text: string | undefined) => /\/confirm-email#token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const tokenTo = async (email: string, count = 1) => tokenIn((await post.mailsTo(email, count)).at(-1)?.text);
const confirm = (token: string) => world.browser().post('/auth/verify', { token });
const resend = (person: Pick<Person, 'send'>) => person.send('POST', '/auth/request-verify-token');
const me = async (person: Person) => (await person.get('/users/me')).body as User;
const changeEmail = (person: Person, email: string) => person.send('PATCH', '/users/me', { email });
const BAD_TOKEN = { status: 400, body: { detail: 'VERIFY_USER_BAD_TOKEN' } };

describe('registration', () => {
  it('R4.3d the link in the mail confirms the address, once', async () => {
    const person = await newUser();
    expect(await me(person)).toMatchObject({ email_confirmed: false, pending_email: null });
    const [mail] = await post.mailsTo(person.email);
    expect(mail?.text).toContain(`${world.server.url}/confirm-email#token=`);
    expect((await confirm(tokenIn(mail?.text))).status).toBe(200);
    expect(await me(person)).toMatchObject({ email_confirmed: true });
    expect(await confirm(tokenIn(mail?.text))).toMatchObject(BAD_TOKEN);
  });

  it.each([
    ['gb', 'Confirm that it is yours'],
    ['sk', 'Že je vaša, potvrdíte'],
    [undefined, 'Že je vaša, potvrdíte'],
  ] as const)('R1.1 the mail is in the language of the sign-up form: %s', async (locale, sentence) => {
    const person = await newUser(locale);
    expect((await post.mailsTo(person.email))[0]?.text).toContain(sentence);
    expect((await person.get('/users/me/personalization')).body).toMatchObject({ locale: locale ?? null });
  });

  it('R4.3d the link expires after 48 hours, and another one can be sent', async () => {
    const person = await newUser();
    const first = await tokenTo(person.email);
    clockMs += 48 * HOUR_MS + 1;
    expect(await confirm(first)).toMatchObject(BAD_TOKEN);
    await person.login(person.email, person.password);
    expect((await resend(person)).status).toBe(202);
    expect((await confirm(await tokenTo(person.email, 2))).status).toBe(200);
  });

  it('R4.3d a newer link voids the earlier one, and five mails an hour are the most', async () => {
    const person = await newUser();
    const first = await tokenTo(person.email);
    for (let i = 0; i < 4; i++) expect((await resend(person)).status).toBe(202);
    expect(await resend(person)).toMatchObject({ status: 429, body: { detail: 'TOO_MANY_REQUESTS' } });
    expect(await confirm(first)).toMatchObject(BAD_TOKEN);
    expect((await post.mailsTo(person.email, 5)).length).toBe(5);
  });

  it('R4.3d a mail server that refuses does not stop the registration, and the link can be sent again', async () => {
    post.state.refuse = true;
    const person = await newUser();
    await world.restart();
    post.state.refuse = false;
    const again = world.browser();
    await again.login(person.email, person.password);
    expect((await resend(again)).status).toBe(202);
    expect((await confirm(await tokenTo(person.email))).status).toBe(200);
  });

  it('R4.3d a confirmed account gets no further confirmation mail', async () => {
    const person = await newUser();
    await confirm(await tokenTo(person.email));
    expect((await resend(person)).status).toBe(202);
    const change = `changed-${person.email}`;
    await changeEmail(person, change);
    await post.mailsTo(change);
    expect(post.mails.filter(({ to, text }) => to.includes(person.email) && tokenIn(text))).toHaveLength(1);
  });

  it('the database holds no token that would confirm an address', async () => {
    const person = await newUser();
    const token = await tokenTo(person.email);
    const rows = await world.db.selectFrom('email_confirmation').select('token_hash').execute();
    expect(rows.some(({ token_hash }) => token_hash.toString('base64url') === token)).toBe(false);
    const tasks = await listTasks(world.db);
    expect(JSON.stringify(tasks)).not.toContain(token);
  });

  it('R3.4 R4.3d a recovery link proves the address as well', async () => {
    const person = await newUser();
    await world.browser().post('/auth/forgot-password', { email: person.email });
    const [, mail] = await post.mailsTo(person.email, 2);
    const token = /recover-password#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    await world.browser().post('/auth/reset-password', { token, password: NEW_PASSWORD });
    await person.login(person.email, NEW_PASSWORD);
    expect(await me(person)).toMatchObject({ email_confirmed: true });
  });
});

describe('a changed address', () => {
  async function confirmedUser(locale?: 'sk' | 'gb') {
    const person = await newUser(locale);
    await confirm(await tokenTo(person.email));
    return person;
  }

  it('R3.5 takes effect when its link is used; the old address gets a notice in the language of the account', async () => {
    const person = await confirmedUser('gb');
    const email = `new-${person.email}`;
    await changeEmail(person, email);
    expect(await me(person)).toMatchObject({ email: person.email, pending_email: email });
    const [, notice] = await post.mailsTo(person.email, 2);
    expect(notice?.text).toContain('a new e-mail address was entered');
    expect(notice?.text).not.toContain(email);
    expect((await confirm(await tokenTo(email))).status).toBe(200);
    expect(await me(person)).toMatchObject({ email, pending_email: null, email_confirmed: true });
    expect((await world.browser().login(email, person.password)).status).toBe(204);
    expect((await world.browser().login(person.email, person.password)).status).toBe(400);
  });

  it('R3.5 an address that was never confirmed gets no notice', async () => {
    const person = await newUser();
    await post.mailsTo(person.email);
    const email = `right-${person.email}`;
    await changeEmail(person, email);
    expect((await confirm(await tokenTo(email))).status).toBe(200);
    expect(await me(person)).toMatchObject({ email, email_confirmed: true });
    expect(post.mails.filter(({ to }) => to.includes(person.email))).toHaveLength(1);
  });

  it('R3.5 setting the current address cancels the pending change, and its link is void', async () => {
    const person = await confirmedUser();
    const email = `new-${person.email}`;
    await changeEmail(person, email);
    const token = await tokenTo(email);
    const { body } = await person.send('PATCH', '/users/me', { email: person.email });
    expect(body).toMatchObject({ email: person.email, pending_email: null });
    expect(await confirm(token)).toMatchObject(BAD_TOKEN);
  });

  it('R3.5 a new password cancels a pending change of address', async () => {
    const person = await confirmedUser();
    const email = `new-${person.email}`;
    await changeEmail(person, email);
    const token = await tokenTo(email);
    const change = { password: NEW_PASSWORD };
    expect((await person.send('PATCH', '/users/me', change)).body).toMatchObject({ pending_email: null });
    expect(await confirm(token)).toMatchObject(BAD_TOKEN);
  });

  it('R3.4 recovery by the old address cancels a pending change', async () => {
    const person = await confirmedUser();
    const email = `new-${person.email}`;
    await changeEmail(person, email);
    const changeToken = await tokenTo(email);
    await world.browser().post('/auth/forgot-password', { email: person.email });
    const mail = (await post.mailsTo(person.email, 3)).find(({ text }) => text.includes('/recover-password'));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect(
      (await world.browser().post('/auth/reset-password', { token, password: NEW_PASSWORD })).status,
    ).toBe(200);
    expect(await confirm(changeToken)).toMatchObject(BAD_TOKEN);
  });

  it('R3.5 of two accounts that request one address, the first to confirm gets it', async () => {
    const [first, second] = [await confirmedUser(), await confirmedUser()];
    const email = `shared-${first.email}`;
    await changeEmail(first, email);
    const firstToken = await tokenTo(email);
    await changeEmail(second, email);
    const secondToken = await tokenTo(email, 2);
    expect((await confirm(secondToken)).status).toBe(200);
    expect(await confirm(firstToken)).toMatchObject({
      status: 400,
      body: { detail: 'UPDATE_USER_EMAIL_ALREADY_EXISTS' },
    });
    expect(await me(first)).toMatchObject({ email: first.email });
  });
});

describe('an unconfirmed account', () => {
  const REFUSED = { status: 409, body: { detail: 'USER_EMAIL_UNCONFIRMED' } };

  it('R4.3d gets neither a delegation nor a transfer, from owners or staff, until it is confirmed', async () => {
    const owner = await world.user();
    const boss = await world.user({}, ['Super Seller']);
    const device = await world.enrol(owner.id);
    const free = await world.enrol();
    const person = await newUser();
    await world.db.insertInto('user_role').values({ user_id: person.id, role: 'Technician' }).execute();
    const delegate = () =>
      owner.post(`/users-devices/${device.deviceId}/delegations`, { email: person.email });
    const transfer = () => owner.post(`/users-devices/${device.deviceId}/transfer`, { email: person.email });
    const give = (deviceId: string, access: string) =>
      boss.post(`/users/${person.id}/devices`, { id_dev: deviceId, access });
    expect(await delegate()).toMatchObject(REFUSED);
    expect(await transfer()).toMatchObject(REFUSED);
    expect(await give(device.deviceId, 'delegate')).toMatchObject(REFUSED);
    expect(await give(free.deviceId, 'owner')).toMatchObject(REFUSED);
    expect((await person.get('/users-devices/get-devices')).body).toEqual([]);

    await confirm(await tokenTo(person.email));
    expect((await delegate()).status).toBe(201);
    expect((await give(free.deviceId, 'owner')).status).toBeLessThan(300);
    expect((await transfer()).status).toBe(204);
  });

  it('R4.3d a refused delegation does not reveal the roles of an unconfirmed user', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const person = await newUser();
    expect(
      await owner.post(`/users-devices/${device.deviceId}/delegations`, { email: person.email }),
    ).toMatchObject(REFUSED);
  });

  it('R4.1 can add its own devices', async () => {
    const person = await newUser();
    const device = await world.enrol();
    const board = await device.connect();
    await board.publishStatus();
    expect((await person.post('/users-devices/add-device', { id_dev: device.deviceId })).status).toBe(201);
    await board.leave();
  });
});
