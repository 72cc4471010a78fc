import { integrationTopics } from '@manoboard/contract/mqtt/integration-topics';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { insertAlert } from '../../../test/alert-row.ts';
import {
  aConnectedPump,
  addLogin,
  allowSwitch,
  anOwner,
  connectLogin,
  leaveAll,
  startIntegrationWorld,
} from '../../../test/integration-world.ts';
import type { World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startIntegrationWorld();
});
afterAll(() => world.stop());
afterEach(leaveAll);

describe('a subscribed integration', () => {
  it('gets discovery in the language of its user, and the values of the last frame', async () => {
    const { client, paths, deviceId, login } = await aConnectedPump(world);
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
    const { client, board, paths } = await aConnectedPump(world);
    await board.publishTele({ d: aReading({ pressure: 3.3, on_off_state_r: 3, frequency_fc: 0 }) });
    await waitFor(() => client.jsonAt<{ pressure: number }>(paths.state)?.pressure === 3.3);
    expect(client.jsonAt(paths.state)).toMatchObject({ running: 'OFF', switch: 'OFF', frequency: 0 });
  });

  it.each([
    [
      'ended its retries',
      (deviceId: string) => `/mqtt/${deviceId}/end-retries`,
      { what: 'end-retries', value: true },
    ],
    ['switched it off', (deviceId: string) => `/mqtt/${deviceId}/start-stop`, { what: 'stop', value: false }],
  ] as const)(
    'R9.1 reads that the water is off, as the console says, after a person %s',
    async (_, path, body) => {
      const { client, board, owner, deviceId, paths } = await aConnectedPump(world);
      const waterOf = () => client.jsonAt<{ water: string }>(paths.state)?.water;
      const stopped = aReading({ on_off_state_r: 3, frequency_fc: 0, pressure: 0 });
      const nowS = () => Math.floor(Date.now() / 1000);
      await board.publishInfo({ cap: ['start_stop', 'retry'] });
      const raised = { code: 'DRY_RUN', st: 'raised', sev: 'alarm' } as const;
      await board.publish('event', { v: 1, id: 'EV00000001', ts: nowS() - 5, ...raised, d: {} });
      await board.publishTele({ d: { ...stopped, next_try: nowS() + 3600, stopped_for: 'DRY_RUN' } });
      await waitFor(() => waterOf() === 'missing');
      const answer = owner.post(path(deviceId), body);
      await board.done(await board.nextCommand());
      expect((await answer).status).toBe(200);
      await board.publishTele({ d: stopped, na: ['next_try', 'stopped_for'] });
      await waitFor(() => waterOf() === 'off');
      const { body: listed } = await owner.get('/users-devices/get-all-fc-devices');
      expect(listed).toMatchObject([{ water: { kind: 'off', event: 'DRY_RUN' } }]);
    },
  );

  it('R4.4 gets no old number of a board that is offline: the device is unavailable', async () => {
    const { client, board, paths } = await aConnectedPump(world);
    await board.drop();
    await waitFor(() => client.textAt(paths.availability) === 'offline');
    expect(client.jsonAt(paths.state)).toMatchObject({ pressure: null, running: null, switch: null });
    expect(client.jsonAt(paths.state)).toMatchObject({ last_contact: expect.stringMatching(/Z$/) });
  });

  it('gets an open alert of the device as a problem', async () => {
    const { client, device, paths } = await aConnectedPump(world);
    await insertAlert(world.db, device.id, {
      kind: 'leak',
      code: 'LEAK',
      severity: 'warning',
      event_id: null,
    });
    await waitFor(() => client.jsonAt<{ problem: string }>(paths.state)?.problem === 'ON');
    expect(client.jsonAt(paths.state)).toMatchObject({ alerts: 1 });
  });

  it('gets everything again at a further subscription and after the birth message of Home Assistant', async () => {
    const { client, paths, login } = await aConnectedPump(world);
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
    const { client, paths, owner, deviceId } = await aConnectedPump(world);
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

/** Those of Home Assistant 2024.9; each version may add some. */
const HOME_ASSISTANT_COMPONENTS = [
  ...['alarm_control_panel', 'binary_sensor', 'button', 'camera', 'climate', 'cover', 'device_automation'],
  ...['device_tracker', 'event', 'fan', 'humidifier', 'image', 'lawn_mower', 'light', 'lock', 'notify'],
  ...['number', 'scene', 'select', 'sensor', 'siren', 'switch', 'tag', 'text', 'update', 'vacuum', 'valve'],
  'water_heater',
];
const LATER_COMPONENTS = Array.from({ length: 20 }, (_, n) => `later_${n}`);
const DENIED = 128;

describe.each([
  ['3.1.1', 4],
  ['5', 5],
] as const)('an integration by MQTT %s', (_name, protocolVersion) => {
  type Login = Awaited<ReturnType<typeof connectLogin>>;
  /** How many of the filters are denied, as the server answers. */
  async function countDeniedAtOnce({ client }: Login, filters: string[]) {
    const answer = new Promise<number[]>((done) => {
      client.on('packetreceive', (packet) => {
        if (packet.cmd === 'suback') done(packet.granted as number[]);
      });
    });
    client.subscribe(filters, () => {});
    const codes = await answer;
    expect(codes).toHaveLength(filters.length);
    return codes.filter((code) => code >= DENIED).length;
  }
  /** In packets of twenty. */
  async function countDenied(login: Login, filters: string[]) {
    let count = 0;
    for (let at = 0; at < filters.length; at += 20)
      count += await countDeniedAtOnce(login, filters.slice(at, at + 20));
    return count;
  }

  it('gets all filters of Home Assistant, two for each component and for "device", also of later versions', async () => {
    const { owner, login, paths } = await aConnectedPump(world);
    await allowSwitch(owner, login);
    const client = await connectLogin(world, login, { mqtt: { protocolVersion } });
    const names = [...LATER_COMPONENTS, ...HOME_ASSISTANT_COMPONENTS, 'device'];
    const filters = names.flatMap((name) =>
      ['+/config', '+/+/config'].map((rest) => `${login.username}/${name}/${rest}`),
    );
    expect(HOME_ASSISTANT_COMPONENTS).toHaveLength(28);
    expect(await countDenied(client, filters)).toBe(0);
    await waitFor(() => client.textAt(paths.discovery) && client.textAt(paths.switch));
    expect(client.textAt(paths.state)).toBeUndefined();
  });

  it('has at most 200 filters with wildcards, 10 of one prefix, and 256 characters each', async () => {
    const { login, paths, deviceId } = await aConnectedPump(world);
    const client = await connectLogin(world, login, { mqtt: { protocolVersion } });
    const of = (count: number, filter: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => `${login.username}/${filter(n)}`);
    const denied = (filters: string[]) => countDenied(client, filters);
    expect(await denied(of(15, (n) => `+/${n}/#`))).toBe(5);
    expect(await denied(of(300, (n) => `devices/${n}/+`))).toBe(110);
    expect(await denied(of(1, () => `${'x'.repeat(256)}`))).toBe(1);
    // Room is there again, and the filter that takes it gets what it matches.
    await client.client.unsubscribeAsync(of(1, (n) => `devices/${n}/+`));
    expect(await denied(of(1, () => `devices/${deviceId}/#`))).toBe(0);
    await waitFor(() => client.textAt(paths.state));
    expect(client.textAt(paths.discovery)).toBeUndefined();
  });
});

describe('an integration is isolated', () => {
  it('it can subscribe neither to boards, nor to other logins, nor to the topics of the broker', async () => {
    const { client, login, deviceId, board } = await aConnectedPump(world);
    const other = await addLogin(await anOwner(world));
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
    const { client, board, deviceId } = await aConnectedPump(world);
    const other = await connectLogin(world, await addLogin(await anOwner(world)));
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
    expect(other.received.filter(({ topic, text }) => text === 'x' || topic.endsWith('/status'))).toEqual([]);
    expect(client.client.connected).toBe(true);
  });

  it('its client ID does not replace the connection of a board', async () => {
    const { board, deviceId, login } = await aConnectedPump(world);
    const second = await connectLogin(world, login, { mqtt: { clientId: deviceId } });
    await second.subscribeToAll();
    await waitFor(() => second.received.length > 0);
    expect(board.client.connected).toBe(true);
    await board.publishTele();
  });

  it('its fifth connection replaces the first', async () => {
    const { client, login } = await aConnectedPump(world);
    for (let n = 0; n < 4; n++) await connectLogin(world, login);
    await client.ended();
  });
});
