import { integrationTopics } from '@manoboard/contract/mqtt/integration-topics';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import type {
  Integration,
  IntegrationList,
  IntegrationWithPassword,
} from '@manoboard/contract/nouns/integration';
import { aReading } from '@manoboard/testkit/factories';
import { connectIntegration, type IntegrationClientOptions } from '@manoboard/testkit/integration-client';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aPump, auditOf, commandsOf } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { MQTT_PUBLIC_URL: 'mqtts://pumps.example.com:8883', START_GAP_S: '0' } });
});
afterAll(() => world.stop());

const leaving: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of leaving.splice(0)) await leave();
});

type User = Awaited<ReturnType<World['user']>>;
type Login = IntegrationWithPassword;

const add = async (user: User, name = 'Home Assistant') =>
  (await user.post('/integrations', { name })).body as Login;

async function connect(
  { username, password }: Login,
  { url = world.server.mqttUrl, mqtt = {} }: Partial<IntegrationClientOptions> = {},
) {
  const client = await connectIntegration({ url, username, password, mqtt });
  leaving.push(client.leave);
  return client;
}

/** An owner with an online pump and a login for it, connected and subscribed. */
async function aConnectedPump() {
  const pump = await aPump(world);
  leaving.push(pump.board.leave);
  const login = await add(pump.owner);
  const client = await connect(login);
  await client.subscribeToAll();
  const { deviceId } = pump.device;
  const paths = {
    state: `devices/${deviceId}/state`,
    availability: `devices/${deviceId}/availability`,
    set: `devices/${deviceId}/switch/set`,
    discovery: `sensor/${deviceId}/pressure/config`,
    switch: `switch/${deviceId}/switch/config`,
  };
  await waitFor(() => client.textAt(paths.availability) === 'online', { what: 'the values' });
  return { ...pump, deviceId, login, client, paths };
}

const allowSwitch = (owner: User, { id }: Login) =>
  owner.send('PATCH', `/integrations/${id}`, { can_switch: true });

describe('integration logins', () => {
  it('are listed with the address of the broker, and the password is shown once', async () => {
    const user = await world.user();
    const added = await add(user, 'Dom');
    expect(added).toMatchObject({ name: 'Dom', can_switch: false, last_used_at: null });
    expect(added.username).toBe(`integration/${added.id}`);
    expect(added.password.length).toBeGreaterThan(40);
    const list = (await user.get('/integrations')).body as IntegrationList;
    expect(list.broker_url).toBe('mqtts://pumps.example.com:8883');
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
    const { id } = await add(owner);
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
    const login = await add(user);
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
    const login = await add(await world.user());
    await expect(connect(change(login), { mqtt })).rejects.toThrow();
  });

  it('of a disabled account are refused', async () => {
    const user = await world.user();
    const login = await add(user);
    await world.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    await expect(connect(login)).rejects.toThrow();
  });

  it('show when they were used last', async () => {
    const user = await world.user();
    await connect(await add(user));
    await waitFor(async () => {
      const { integrations } = (await user.get('/integrations')).body as IntegrationList;
      return integrations[0]?.last_used_at;
    });
  });
});

describe('a subscribed integration', () => {
  it('gets discovery in the language of its user, and the values of the last frame', async () => {
    const { client, paths, deviceId, login } = await aConnectedPump();
    const discovery = client.jsonAt(paths.discovery);
    expect(z.parse(integrationTopics.discovery.payload, discovery)).toMatchObject({
      name: 'Tlak',
      unit_of_measurement: 'bar',
      state_topic: `${login.username}/${paths.state}`,
      availability_topic: `${login.username}/${paths.availability}`,
      device: { name: deviceId, model: 'GD10' },
    });
    const { pressure, frequency_fc } = aReading();
    const state = z.parse(integrationTopics.state.payload, client.jsonAt(paths.state));
    expect(state).toMatchObject({ pressure, frequency: frequency_fc, problem: 'OFF', alerts: 0 });
  });

  it('gets new values after a frame', async () => {
    const { client, board, paths } = await aConnectedPump();
    await board.publishTele({ d: aReading({ pressure: 3.3, on_off_state_r: 3, frequency_fc: 0 }) });
    await waitFor(() => client.jsonAt<{ pressure: number }>(paths.state)?.pressure === 3.3);
    expect(client.jsonAt(paths.state)).toMatchObject({ running: 'OFF', switch: 'OFF', frequency: 0 });
  });

  it('R4.4 gets no old number of a board that is offline: the device is unavailable', async () => {
    const { client, board, paths } = await aConnectedPump();
    await board.drop();
    await waitFor(() => client.textAt(paths.availability) === 'offline');
    expect(client.jsonAt(paths.state)).toMatchObject({ pressure: null, running: null, switch: null });
    expect(client.jsonAt(paths.state)).toMatchObject({ last_contact: expect.stringMatching(/Z$/) });
  });

  it('gets an open alert of the device as a problem', async () => {
    const { client, device, paths } = await aConnectedPump();
    const at = new Date();
    await world.db
      .insertInto('alert')
      .values({
        ...{
          device_id: device.id,
          kind: 'leak',
          code: 'LEAK',
          severity: 'warning',
          raised_at: at,
          since_at: at,
        },
        ...{ numbers: '{}', thresholds: '{}' },
      })
      .execute();
    await waitFor(() => client.jsonAt<{ problem: string }>(paths.state)?.problem === 'ON');
    expect(client.jsonAt(paths.state)).toMatchObject({ alerts: 1 });
  });

  it('gets everything again at a further subscription and after the birth message of Home Assistant', async () => {
    const { client, paths, login } = await aConnectedPump();
    const countOf = (path: string) =>
      client.received.filter(({ topic }) => topic === `${login.username}/${path}`).length;
    const before = countOf(paths.discovery);
    await client.subscribe(`${login.username}/sensor/+/+/config`);
    await waitFor(() => countOf(paths.discovery) === before + 1);
    await client.client.publishAsync('homeassistant/status', 'online');
    await waitFor(() => countOf(paths.discovery) === before + 2);
    await client.publish('status', 'online');
    await waitFor(() => countOf(paths.discovery) === before + 3);
  });

  it('R4.3b loses the entities of a device to which its user has lost access, and gets those that others share', async () => {
    const { client, paths, owner, deviceId } = await aConnectedPump();
    const other = await world.user();
    const shared = await world.enrol(other.id);
    const access = {
      user_id: owner.id,
      device_id: shared.id,
      access: 'delegate',
      granted_by: other.id,
    } as const;
    await world.db.insertInto('user_device').values(access).execute();
    const sharedPath = `sensor/${shared.deviceId}/pressure/config`;
    await waitFor(() => client.jsonAt(sharedPath), { what: 'the shared device' });
    await owner.send('DELETE', `/users-devices/${deviceId}`);
    await waitFor(() => client.textAt(paths.state) === '', { what: 'the removal' });
    expect(client.textAt(paths.discovery)).toBe('');
    await world.db.deleteFrom('user_device').where('user_id', '=', owner.id).execute();
    await waitFor(() => client.textAt(sharedPath) === '', { what: 'the end of the shared access' });
  });
});

describe('an integration is isolated', () => {
  it('it can subscribe neither to boards, nor to other logins, nor to the topics of the broker', async () => {
    const { client, login, deviceId, board } = await aConnectedPump();
    const other = await add(await world.user());
    const foreign = [
      ...['#', '+/#', '$SYS/#', 'integration/#', 'integration/+/status', `${other.username}/#`],
      ...['integration/received', login.username, topicPath('tele', deviceId), `mnb/v1/${deviceId}/#`],
      `$share/group/${login.username}/#`,
    ];
    for (const filter of foreign) await expect(client.subscribe(filter), filter).rejects.toThrow();
    await board.publishTele();
    expect(client.received.every(({ topic }) => topic.startsWith(`${login.username}/`))).toBe(true);
  });

  it('what it publishes reaches neither boards nor other logins, and it stays connected', async () => {
    const { client, board, deviceId } = await aConnectedPump();
    const other = await connect(await add(await world.user()));
    await other.subscribeToAll();
    const cmd = { v: 1, id: 'FORGED', op: 'start_stop', val: false, ts: 1, exp: 4_000_000_000, by: 'u:1' };
    const { publishAsync } = client.client;
    const publish = publishAsync.bind(client.client);
    await publish(topicPath('cmd', deviceId), JSON.stringify(cmd), { qos: 1 });
    await publish(topicPath('tele', deviceId), '{}', { qos: 1 });
    await publish('integration/received', 'x', { qos: 1, retain: true });
    await publish(`integration/${other.client.options.username?.split('/')[1]}/status`, 'x', { qos: 1 });
    await client.publish('status', 'online');
    await board.publishTele();
    expect(board.commands).toEqual([]);
    expect(other.received).toEqual([]);
    expect(client.client.connected).toBe(true);
  });

  it('its client ID does not replace the connection of a board', async () => {
    const { board, deviceId, login } = await aConnectedPump();
    const second = await connect(login, { mqtt: { clientId: deviceId } });
    await second.subscribeToAll();
    await waitFor(() => second.received.length > 0);
    expect(board.client.connected).toBe(true);
    await board.publishTele();
  });

  it('its fifth connection replaces the first', async () => {
    const { client, login } = await aConnectedPump();
    for (let n = 0; n < 4; n++) await connect(login);
    await client.ended();
  });
});

describe('the switch of an integration', () => {
  it('R5.7 is absent by default, and its command is refused and logged', async () => {
    const { client, board, device, deviceId, paths } = await aConnectedPump();
    expect(client.textAt(paths.switch)).toBeUndefined();
    await client.publish(paths.set, 'OFF');
    const [refused] = await waitFor(async () => {
      const rows = await commandsOf(world, device.id);
      return rows.length > 0 && rows;
    });
    expect(refused).toMatchObject({ status: 'rejected', problem: 'FORBIDDEN', via: 'Home Assistant' });
    expect(await auditOf(world, deviceId)).toMatchObject([{ event: 'refused' }]);
    expect(board.commands).toEqual([]);
  });

  it('R5.1 stops the pump through the gate of commands, with the name of the login in the timeline', async () => {
    const { client, board, owner, login, deviceId, paths } = await aConnectedPump();
    await allowSwitch(owner, login);
    await waitFor(() => client.textAt(paths.switch), { what: 'the switch' });
    await client.publish(paths.set, 'OFF');
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ op: 'start_stop', val: false });
    expect(client.jsonAt(paths.state)).toMatchObject({ switch: 'ON' });
    await board.done(cmd);
    await board.publishTele({ d: aReading({ on_off_state_r: 3, frequency_fc: 0 }) });
    await waitFor(() => client.jsonAt<{ switch: string }>(paths.state)?.switch === 'OFF');
    const by = { user_id: owner.id, role: 'owner', via: 'Home Assistant' };
    await waitFor(async () => (await auditOf(world, deviceId)).length === 2);
    expect(await auditOf(world, deviceId)).toMatchObject([
      { event: 'asked', command: { by } },
      { event: 'ended', command: { by, status: 'done' } },
    ]);
    const { body } = await owner.get(`/devices/${deviceId}/activity`);
    expect(body).toMatchObject({ items: [{ kind: 'command', command: { by } }] });
  });

  it('R5.10 is refused while the device has a lock-out tag', async () => {
    const { client, board, owner, login, device, deviceId, paths } = await aConnectedPump();
    await allowSwitch(owner, login);
    await owner.send('PUT', `/devices/${deviceId}/lock-out`, { reason: 'Ventil', until: null });
    await client.publish(paths.set, 'ON');
    const [refused] = await waitFor(async () => {
      const rows = await commandsOf(world, device.id);
      return rows.length > 0 && rows;
    });
    expect(refused).toMatchObject({ status: 'rejected', problem: 'LOCKED_OUT' });
    expect(board.commands).toEqual([]);
  });

  it('ignores the will message of a client', async () => {
    const { client, board, device, owner, login, paths } = await aConnectedPump();
    await allowSwitch(owner, login);
    const will = {
      topic: `${login.username}/${paths.set}`,
      payload: Buffer.from('ON'),
      qos: 0,
      retain: false,
    } as const;
    const dying = await connect(login, { mqtt: { will } });
    dying.client.stream.destroy();
    await dying.ended();
    // Behind the will message, which the server handles when the connection ends.
    await client.publish(paths.set, 'OFF');
    await board.nextCommand();
    expect((await commandsOf(world, device.id)).map(({ value }) => value)).toEqual([false]);
  });

  it('ignores retained messages, other words and other devices', async () => {
    const { client, board, owner, login, device, paths } = await aConnectedPump();
    const stranger = await aPump(world);
    leaving.push(stranger.board.leave);
    await allowSwitch(owner, login);
    await client.publish(paths.set, 'OFF', { retain: true });
    await client.publish(paths.set, 'off');
    await client.publish(`devices/${stranger.device.deviceId}/switch/set`, 'OFF');
    const refused = await waitFor(async () => {
      const rows = await commandsOf(world, stranger.device.id);
      return rows.length > 0 && rows;
    });
    expect(refused).toMatchObject([{ status: 'rejected', problem: 'DEVICE_NOT_FOUND' }]);
    expect(await commandsOf(world, device.id)).toEqual([]);
    expect([...board.commands, ...stranger.board.commands]).toEqual([]);
  });

  it('is limited: of 100 commands at once about 30 reach the gate', async () => {
    const { client, device, paths } = await aConnectedPump();
    await Promise.all(Array.from({ length: 100 }, () => client.publish(paths.set, 'OFF')));
    // The answer to this comes after all commands: the broker handles packets of a connection in order.
    await client.subscribe(`${client.client.options.username}/${paths.state}`);
    await waitFor(async () => (await commandsOf(world, device.id)).length >= 30);
    expect((await commandsOf(world, device.id)).length).toBeLessThan(60);
  });
});

describe('a revoked integration login', () => {
  it('is disconnected and refused, on this server and on another one', async () => {
    const second = await world.startSecond();
    leaving.push(second.stop);
    const { client, owner, login } = await aConnectedPump();
    const elsewhere = await connect(login, { url: second.mqttUrl });
    await elsewhere.subscribeToAll();
    await waitFor(() => elsewhere.received.length > 0, { what: 'discovery by the second server' });
    expect((await owner.send('DELETE', `/integrations/${login.id}`)).status).toBe(204);
    await client.ended();
    await elsewhere.ended();
    await expect(connect(login)).rejects.toThrow();
    await expect(connect(login, { url: second.mqttUrl })).rejects.toThrow();
  });

  it('of a disabled account is disconnected', async () => {
    const { client, owner } = await aConnectedPump();
    await world.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', owner.id)
      .execute();
    await client.ended();
  });

  it('loses the switch when its user turns it off', async () => {
    const { client, owner, login, paths } = await aConnectedPump();
    await allowSwitch(owner, login);
    await waitFor(() => client.textAt(paths.switch));
    const { body } = await owner.send('PATCH', `/integrations/${login.id}`, { can_switch: false });
    expect(body as Integration).toMatchObject({ can_switch: false });
    await waitFor(() => client.textAt(paths.switch) === '');
  });
});
