import type { Integration, IntegrationList } from '@manoboard/contract/integration/integration';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aConnectedPump,
  addLogin,
  allowSwitch,
  anOwner,
  BROKER_URL,
  connectLogin,
  type Login,
  leaveAll,
  leaveLater,
  startIntegrationWorld,
} from '../../../test/integration-world.ts';
import type { World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startIntegrationWorld();
});
afterAll(() => world.stop());
afterEach(leaveAll);

const changeUser = (id: number, change: { email_confirmed_at?: Date | null; disabled_at?: Date }) =>
  world.db.updateTable('app_user').set(change).where('id', '=', id).execute();

describe('integration logins', () => {
  it('are listed with the address of the broker, and the password is shown once', async () => {
    const user = await anOwner(world);
    const added = await addLogin(user, 'Dom');
    expect(added).toMatchObject({ name: 'Dom', can_switch: false, last_used_at: null });
    expect(added.username).toBe(`integration/${added.id}`);
    expect(added.password.length).toBeGreaterThan(40);
    const list = (await user.get('/integrations')).body as IntegrationList;
    expect(list.broker_url).toBe(BROKER_URL);
    expect(list.integrations).toEqual([expect.not.objectContaining({ password: expect.anything() })]);
    const { password_hash } = await world.db
      .selectFrom('integration')
      .where('id', '=', added.id)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    expect(password_hash.toString()).not.toContain(added.password);
  });

  it('of another user can be neither changed nor revoked', async () => {
    const [owner, other] = [await anOwner(world), await world.user()];
    const { id } = await addLogin(owner);
    expect((await other.send('PATCH', `/integrations/${id}`, { can_switch: true })).status).toBe(404);
    expect((await other.send('DELETE', `/integrations/${id}`)).status).toBe(404);
    expect((await owner.get('/integrations')).body).toMatchObject({ integrations: [{ can_switch: false }] });
  });

  it('are at most five for one user, also when they are added at the same time', async () => {
    const user = await anOwner(world);
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, n) => user.post('/integrations', { name: `${n}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body)).toEqual(Array(2).fill({ detail: 'TOO_MANY_INTEGRATIONS' }));
    expect((await user.get('/integrations')).body).toMatchObject({ refusal: 'TOO_MANY_INTEGRATIONS' });
  });

  it('need a confirmed e-mail and a device, which the list says', async () => {
    const [unconfirmed, withoutDevice, delegate] = [
      await anOwner(world),
      await world.user(),
      await world.user(),
    ];
    await changeUser(unconfirmed.id, { email_confirmed_at: null });
    const shared = await world.enrol();
    await world.db
      .insertInto('user_device')
      .values({ user_id: delegate.id, device_id: shared.id, access: 'delegate', created_at: new Date(0) })
      .execute();
    const refusalsOf = async (user: typeof delegate) => [
      ((await user.get('/integrations')).body as IntegrationList).refusal,
      ((await user.post('/integrations', { name: 'y' })).body as { detail?: string }).detail,
    ];
    expect(await refusalsOf(unconfirmed)).toEqual(['EMAIL_UNCONFIRMED', 'EMAIL_UNCONFIRMED']);
    expect(await refusalsOf(withoutDevice)).toEqual(['DEVICE_MISSING', 'DEVICE_MISSING']);
    expect(await refusalsOf(delegate)).toEqual([null, undefined]);
  });

  it('of an account that has lost its last device or its confirmed e-mail cannot connect', async () => {
    const owner = await anOwner(world);
    const login = await addLogin(owner);
    await (await connectLogin(world, login)).leave();
    await changeUser(owner.id, { email_confirmed_at: null });
    await expect(connectLogin(world, login)).rejects.toThrow();
    await changeUser(owner.id, { email_confirmed_at: new Date() });
    await (await connectLogin(world, login)).leave();
    await world.db.deleteFrom('user_device').where('user_id', '=', owner.id).execute();
    await expect(connectLogin(world, login)).rejects.toThrow();
  });

  it('R5.7 are in the audit log when they are added, changed and revoked', async () => {
    const user = await anOwner(world);
    const login = await addLogin(user);
    await allowSwitch(user, login);
    await user.send('DELETE', `/integrations/${login.id}`);
    const rows = await world.db.selectFrom('audit').select('entry').orderBy('seq', 'desc').limit(3).execute();
    const by = { userId: user.id, role: null };
    expect(rows.map(({ entry }) => JSON.parse(entry).integration)).toEqual(
      [
        ['removed', true],
        ['changed', true],
        ['added', false],
      ].map(([action, can_switch]) => ({ action, integration: login.id, can_switch, by })),
    );
  });

  it.each([
    ['a wrong password', (login: Login) => ({ ...login, password: 'wrong' }), {}],
    ['the number of another login', (login: Login) => ({ ...login, username: 'integration/999999' }), {}],
    [
      'a session that the broker would have to store',
      (login: Login) => login,
      { clean: false, clientId: 'x' },
    ],
  ])('are refused with %s', async (_with, change, mqtt) => {
    const login = await addLogin(await anOwner(world));
    await expect(connectLogin(world, change(login), { mqtt })).rejects.toThrow();
  });

  it('of a disabled account are refused', async () => {
    const user = await anOwner(world);
    const login = await addLogin(user);
    await changeUser(user.id, { disabled_at: new Date() });
    await expect(connectLogin(world, login)).rejects.toThrow();
  });

  it('show when they were used last', async () => {
    const user = await anOwner(world);
    await connectLogin(world, await addLogin(user));
    await waitFor(async () => {
      const { integrations } = (await user.get('/integrations')).body as IntegrationList;
      return integrations[0]?.last_used_at;
    });
  });
});

describe('a revoked integration login', () => {
  it('is disconnected and refused, on this server and on another one', async () => {
    const second = await world.startSecond();
    leaveLater(second.stop);
    const { client, owner, login } = await aConnectedPump(world);
    const elsewhere = await connectLogin(world, login, { url: second.mqttUrl });
    await elsewhere.subscribeToAll();
    await waitFor(() => elsewhere.received.length > 0, { what: 'discovery by the second server' });
    expect((await owner.send('DELETE', `/integrations/${login.id}`)).status).toBe(204);
    await client.ended();
    await elsewhere.ended();
    await expect(connectLogin(world, login)).rejects.toThrow();
    await expect(connectLogin(world, login, { url: second.mqttUrl })).rejects.toThrow();
  });

  it('of a disabled account is disconnected', async () => {
    const { client, owner } = await aConnectedPump(world);
    await changeUser(owner.id, { disabled_at: new Date() });
    await client.ended();
  });

  it('loses the switch when its user turns it off', async () => {
    const { client, owner, login, paths } = await aConnectedPump(world);
    await allowSwitch(owner, login);
    await waitFor(() => client.textAt(paths.switch));
    const { body } = await owner.send('PATCH', `/integrations/${login.id}`, { can_switch: false });
    expect(body as Integration).toMatchObject({ can_switch: false });
    await waitFor(() => client.textAt(paths.switch) === '');
  });
});
