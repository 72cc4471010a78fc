import type { Inbox } from '@manoboard/contract/inbox/inbox';
import type { Integration, IntegrationList } from '@manoboard/contract/integration/integration';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLogin, leaveAll } from '../../../test/integration-world.ts';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { startWorld, type World } from '../../../test/world.ts';

let clockMs = Date.now();
let world: World;
let post: MailServer;
beforeAll(async () => {
  post = await startMailServer();
  const env = { SMTP_URL: post.url, MAIL_FROM: 'pumps@example.com', WEBHOOK_LOCAL: '1' };
  world = await startWorld({ now: () => clockMs, env });
});
afterAll(async () => {
  await leaveAll();
  await world.stop();
  await post.stop();
});

type User = Awaited<ReturnType<World['user']>>;
const required = { status: 403, body: { detail: 'PROOF_REQUIRED' } };
const prove = (user: User, current_password = user.password) =>
  user.post('/users/me/proof', { current_password });
const mailsTo = ({ email }: User) => post.mails.filter(({ to }) => to.includes(email));
const webhook = { scope: 'user', name: 'ntfy', url: 'http://127.0.0.1:9/x' };

/** A user whose session has not proved anything yet, with a device. */
async function aUser(...roles: Parameters<World['user']>[1] & object) {
  const user = await world.user({}, roles);
  const device = await world.enrol(user.id);
  await world.db.updateTable('session').set({ proved_at: null }).where('user_id', '=', user.id).execute();
  return { user, device };
}

describe('a call that gives access beyond the session', () => {
  it('is refused without a fresh proof, and nothing is stored', async () => {
    const { user, device } = await aUser('Super Seller');
    await prove(user);
    const { id } = (await user.post('/integrations', { name: 'Dom' })).body as Integration;
    const hook = (await user.post('/webhooks', webhook)).body as { id: number };
    clockMs += 601_000;
    const calls = [
      () => user.post('/integrations', { name: 'x' }),
      () => user.send('PATCH', `/integrations/${id}`, { can_switch: true }),
      () => user.send('PATCH', `/integrations/${id}`, { devices: null }),
      () => user.post('/webhooks', webhook),
      () => user.send('PATCH', `/webhooks/${hook.id}`, { url: 'http://127.0.0.1:9/y' }),
      () => user.send('PATCH', `/webhooks/${hook.id}`, { renew_secret: true }),
      () => user.post('/enrolments', { id_dev: device.deviceId, is_replacing: true }),
    ];
    for (const call of calls) expect(await call()).toMatchObject(required);
    expect((await user.get('/integrations')).body).toMatchObject({
      integrations: [{ id, can_switch: false }],
    });
    expect(await user.get('/webhooks')).toMatchObject({ body: [{ id: hook.id, url: webhook.url }] });
    expect((await prove(user)).status).toBe(204);
    for (const call of calls) expect((await call()).status).toBeLessThan(300);
  });

  it('needs none to take a right away or to rename', async () => {
    const { user } = await aUser();
    await prove(user);
    const { id } = (await user.post('/integrations', { name: 'Dom' })).body as Integration;
    await user.send('PATCH', `/integrations/${id}`, { can_switch: true });
    clockMs += 601_000;
    const path = `/integrations/${id}`;
    expect((await user.send('PATCH', path, { can_switch: false })).status).toBe(200);
    expect((await user.send('PATCH', path, { name: 'Chata' })).status).toBe(200);
    expect((await user.send('DELETE', path)).status).toBe(204);
  });
});

describe('the proof', () => {
  it('is of one session, not of the account', async () => {
    const { user } = await aUser();
    const other = world.browser();
    await other.login(user.email, user.password);
    clockMs += 601_000;
    expect((await prove(user)).status).toBe(204);
    expect(await other.post('/integrations', { name: 'x' })).toMatchObject(required);
    expect((await user.post('/integrations', { name: 'x' })).status).toBe(201);
  });

  it('with a wrong password gives nothing, and attempts of a session are limited', async () => {
    const { user } = await aUser();
    for (let n = 0; n < 10; n++)
      expect(await prove(user, 'Wrong1234')).toMatchObject({ body: { detail: 'CURRENT_PASSWORD_WRONG' } });
    expect((await prove(user)).status).toBe(429);
    expect(await user.post('/integrations', { name: 'x' })).toMatchObject(required);
  });
});

it('new access reaches the inbox and the mail of its user, the secret of a board its owner too', async () => {
  const { user, device } = await aUser();
  await prove(user);
  const { id } = (await user.post('/integrations', { name: 'Dom pri lese' })).body as Integration;
  await user.send('PATCH', `/integrations/${id}`, { can_switch: true });
  await user.post('/webhooks', webhook);
  const { user: boss } = await aUser('Super Seller');
  await prove(boss);
  await boss.post('/enrolments', { id_dev: device.deviceId, is_replacing: true });
  const { notifications } = (await user.get('/inbox')).body as Inbox;
  const added = (what: string, subject: string) => ({ event: { type: 'access_added', what, subject } });
  expect(notifications).toMatchObject([
    added('board_secret', device.deviceId),
    added('webhook', 'ntfy'),
    added('integration_switch', 'Dom pri lese'),
    added('integration', 'Dom pri lese'),
  ]);
  expect(notifications[0]?.name).toContain(`Nový tajný kľúč dosky ${device.deviceId}`);
  const mails = await waitFor(() => mailsTo(user).length >= 4 && mailsTo(user));
  for (const { text } of mails) {
    expect(text).toContain('MaNoBoard');
    expect(text).toContain(`${world.server.url}/admin/profile`);
    expect(text).not.toContain('Dom pri lese');
  }
  await waitFor(() => mailsTo(boss).length === 1);
});

describe('a new password', () => {
  async function anOwner() {
    const { user } = await aUser();
    await prove(user);
    const added = (await user.post('/integrations', { name: 'Dom' })).body;
    await user.post('/webhooks', webhook);
    const client = await connectLogin(world, added as Parameters<typeof connectLogin>[1]);
    return { user, client };
  }
  const accessOf = async (user: Pick<User, 'get'>) => {
    const { integrations } = (await user.get('/integrations')).body as IntegrationList;
    return [integrations.length, ((await user.get('/webhooks')).body as unknown[]).length];
  };

  it('by a recovery link revokes programs and webhooks', async () => {
    const { user, client } = await anOwner();
    await world.browser().post('/auth/forgot-password', { email: user.email });
    const link = /token=([\w-]+)/;
    const mail = await waitFor(() => mailsTo(user).find(({ text }) => link.test(text)));
    const token = link.exec(mail.text)?.[1] ?? '';
    const password = 'Hladina456';
    expect((await world.browser().post('/auth/reset-password', { token, password })).status).toBe(200);
    await client.ended();
    const again = world.browser();
    await again.login(user.email, password);
    expect(await accessOf(again)).toEqual([0, 0]);
  });

  it('on the profile revokes them if the user chooses so', async () => {
    const { user, client } = await anOwner();
    const change = (password: string, revoke_access: boolean) =>
      user.send('PATCH', '/users/me', { password, revoke_access });
    expect((await change('Hladina456', false)).status).toBe(200);
    expect(await accessOf(user)).toEqual([1, 1]);
    expect((await change('Hladina789', true)).status).toBe(200);
    await client.ended();
    expect(await accessOf(user)).toEqual([0, 0]);
    const log = await world.db.selectFrom('audit').select('entry').orderBy('seq', 'desc').limit(1).execute();
    expect(JSON.parse(log[0]?.entry ?? '{}')).toMatchObject({
      integration: { action: 'removed', by: { userId: user.id } },
    });
  });
});
