import type { Integration, IntegrationList } from '@manoboard/contract/nouns/integration';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aConnectedPump,
  addLogin,
  allowSwitch,
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

describe('integration logins', () => {
  it('are listed with the address of the broker, and the password is shown once', async () => {
    const user = await world.user();
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
    const [owner, other] = [await world.user(), await world.user()];
    const { id } = await addLogin(owner);
    expect((await other.send('PATCH', `/integrations/${id}`, { can_switch: true })).status).toBe(404);
    expect((await other.send('DELETE', `/integrations/${id}`)).status).toBe(404);
    expect((await owner.get('/integrations')).body).toMatchObject({ integrations: [{ can_switch: false }] });
  });

  it('are at most 20 for one user', async () => {
    const user = await world.user();
    const at = new Date();
    const row = { user_id: user.id, name: 'x', password_hash: Buffer.alloc(32), created_at: at };
    await world.db.insertInto('integration').values(Array(20).fill(row)).execute();
    expect(await user.post('/integrations', { name: 'y' })).toMatchObject({
      status: 409,
      body: { detail: 'TOO_MANY_CHANNELS' },
    });
  });

  it('R5.7 are in the audit log when they are added, changed and revoked', async () => {
    const user = await world.user();
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
    const login = await addLogin(await world.user());
    await expect(connectLogin(world, change(login), { mqtt })).rejects.toThrow();
  });

  it('of a disabled account are refused', async () => {
    const user = await world.user();
    const login = await addLogin(user);
    await world.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    await expect(connectLogin(world, login)).rejects.toThrow();
  });

  it('show when they were used last', async () => {
    const user = await world.user();
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
    await world.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', owner.id)
      .execute();
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
