import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aConnectedPump,
  addLogin,
  allowSwitch,
  connectLogin,
  leaveAll,
  leaveLater,
  startIntegrationWorld,
} from '../../../test/integration-world.ts';
import { aPump } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { dataField, packetOf, wordField } from './fields.ts';
import { REASON } from './reason.ts';

const MQTT5 = { protocolVersion: 5 } as const;
let world: World;
beforeAll(async () => {
  world = await startIntegrationWorld();
});
afterAll(() => world.stop());
afterEach(leaveAll);

/** A board whose connection ends with a reason. */
async function aBoard(of = world) {
  const device = await of.enrol();
  const board = await device.connect({ mqtt: MQTT5 });
  leaveLater(() => board.client.endAsync(true));
  const reason = new Promise<number | undefined>((done) => {
    board.client.on('disconnect', ({ reasonCode }) => done(reasonCode));
  });
  board.client.on('error', () => {});
  return { device, board, reason };
}

describe('a board with MQTT 5', () => {
  it('that asks for a persistent session and a long keep-alive is accepted, on the terms of the server', async () => {
    const device = await world.enrol();
    const properties = { sessionExpiryInterval: 3600 };
    const board = await device.connect({ mqtt: { ...MQTT5, clean: false, keepalive: 600, properties } });
    leaveLater(() => board.leave());
    expect(board.client.connected).toBe(true);
  });

  it('executes a command, which has the expiry of its message', async () => {
    const { owner, device, board } = await aPump(world);
    await board.leave();
    const again = await device.connect({ mqtt: MQTT5 });
    leaveLater(() => again.leave());
    const expiries: (number | undefined)[] = [];
    again.client.on('message', (_topic, _payload, { properties }) =>
      expiries.push(properties?.messageExpiryInterval),
    );
    await again.listen();
    await again.publishStatus({ boot: 2 });
    await again.publishTele({ boot: 2 });
    const [answer] = await Promise.all([
      owner.startStop(device.deviceId, false),
      again.nextCommand().then(again.done),
    ]);
    expect(answer).toMatchObject({ status: 200, body: { status: 'done' } });
    expect(expiries.at(-1)).toBeGreaterThanOrEqual(8);
    expect(expiries.at(-1)).toBeLessThanOrEqual(10);
  });

  it('that is refused gets the reason', async () => {
    const device = await world.enrol();
    const wrong = device.connect({ secret: 'guess', mqtt: MQTT5 });
    await expect(wrong).rejects.toMatchObject({ code: REASON.badCredentials });
  });

  it.each<[string, number, (board: Awaited<ReturnType<typeof aBoard>>) => unknown]>([
    [
      'publishes to a foreign topic',
      REASON.notAuthorized,
      ({ board }) => board.publishRaw('mnb/v1/MNB-OTHER/tele', '{}'),
    ],
    [
      'sends a packet over 64 KiB',
      REASON.packetTooLarge,
      // The client would refuse to send it.
      ({ board }) => board.client.stream.write(Buffer.from([0x30, 0x80, 0x80, 0x08])),
    ],
    [
      'connects again',
      REASON.takenOver,
      async ({ device }) => {
        const second = await device.connect({ mqtt: MQTT5 });
        leaveLater(() => second.leave());
      },
    ],
    [
      'is blocked',
      REASON.byOperator,
      async ({ device: { deviceId } }) => {
        const superSeller = await world.user({}, ['Super Seller']);
        await superSeller.send('PUT', '/enrolments/blocked', { id_dev: deviceId, blocked: true });
      },
    ],
  ])('that %s is disconnected with the reason', async (_case, expected, act) => {
    const board = await aBoard();
    Promise.resolve(act(board)).catch(() => {});
    expect(await board.reason).toBe(expected);
  });

  it('is told that the server stops', async () => {
    const other = await startWorld();
    const { reason } = await aBoard(other);
    await other.stop();
    expect(await reason).toBe(REASON.shuttingDown);
  });

  it('that disconnects with will is reported as offline by it, and a denied filter has a reason', async () => {
    const { device, board } = await aBoard();
    await expect(board.client.subscribeAsync('mnb/v1/MNB-OTHER/cmd')).rejects.toMatchObject({
      message: expect.stringContaining('Not authorized'),
    });
    await board.publishStatus();
    const owner = await world.user({}, ['Technician']);
    const isOnline = async () =>
      ((await owner.get('/api-requests/online-devices')).body as string[]).includes(device.deviceId);
    await waitFor(isOnline);
    await board.client.endAsync(false, { reasonCode: REASON.willOnDisconnect });
    await waitFor(async () => !(await isOnline()));
  });
});

describe('a program with MQTT 5', () => {
  it('gets discovery and values, and stops the pump', async () => {
    const { owner, login, board, paths } = await aConnectedPump(world);
    await allowSwitch(owner, login);
    const client = await connectLogin(world, login, { mqtt: MQTT5 });
    await client.subscribeToAll();
    await waitFor(() => client.textAt(paths.availability) === 'online' && client.textAt(paths.switch));
    await client.publish(paths.set, 'OFF');
    expect(await board.nextCommand()).toMatchObject({ op: 'start_stop', val: false });
  });
});

/** Bytes as Home Assistant sends them (paho, protocol 5), with the login of this test. */
function homeAssistantSession({ username, password }: { username: string; password: string }) {
  const user = (name: string, value: string) =>
    Buffer.concat([Buffer.from([0x26]), dataField(name), dataField(value)]);
  const withLength = (properties: Buffer) => Buffer.concat([Buffer.from([properties.length]), properties]);
  const birth = dataField('homeassistant/status');
  // Clean start, will with QoS 0 and retain, user name and password.
  const connectFlags = Buffer.from([5, 0xe6]);
  const sessionExpiry = Buffer.from([0x11, 0, 0, 0, 0, 0x21, 0, 20]);
  const willProperties = withLength(Buffer.concat([Buffer.from([0x18, 0, 0, 0, 5]), user('src', 'ha')]));
  const filters = [`${username}/#`, 'homeassistant/status'].flatMap((filter) => [
    dataField(filter),
    // QoS 0, no local, retain as published, retain handling 1.
    Buffer.from([0x1c]),
  ]);
  return {
    connect: packetOf(
      0x10,
      dataField('MQTT'),
      connectFlags,
      wordField(60),
      withLength(sessionExpiry),
      dataField(''),
      willProperties,
      birth,
      dataField('offline'),
      dataField(username),
      dataField(password),
    ),
    subscribe: packetOf(0x82, wordField(1), withLength(user('ha', '2026.11')), ...filters),
    birth: packetOf(0x31, birth, withLength(Buffer.from([0x01, 1])), Buffer.from('online')),
    disconnect: Buffer.from([0xe0, 0]),
  };
}

it('a session of Home Assistant is answered: CONNACK, the allowed filter, discovery after the birth', async () => {
  const { owner, deviceId } = await aConnectedPump(world);
  const session = homeAssistantSession(await addLogin(owner, 'Home Assistant 5'));
  const { hostname, port } = new URL(world.server.mqttUrl);
  const socket = connectTcp(Number(port), hostname);
  leaveLater(async () => socket.destroy());
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
  });
  socket.write(session.connect);
  await waitFor(() => received.length > 4);
  // Accepted, with an ID that the server has assigned.
  expect([received[0], received[2], received[3]]).toEqual([0x20, 0, 0]);
  expect(received.toString()).toContain('auto-');
  socket.write(session.subscribe);
  const suback = Buffer.from([0x90, 5, 0, 1, 0, 0, REASON.notAuthorized]);
  await waitFor(() => received.includes(suback), { what: 'the SUBACK' });
  const config = `sensor/${deviceId}/pressure/config`;
  await waitFor(() => received.includes(config), { what: 'discovery' });
  expect(received.toString()).toContain('"state_topic"');
  received = Buffer.alloc(0);
  socket.write(session.birth);
  await waitFor(() => received.includes(config), { what: 'discovery after the birth' });
  socket.write(session.disconnect);
  await once(socket, 'close');
});

const hasMosquitto = await new Promise<boolean>((done) => {
  const child = spawn('mosquitto_sub', ['--help'], { stdio: 'ignore' });
  child.on('error', () => done(false)).on('close', () => done(true));
});

it.skipIf(!hasMosquitto).each(['mqttv311', 'mqttv5'])(
  'mosquitto_sub and mosquitto_pub -V %s read a pump and stop it (skipped without mosquitto-clients)',
  async (version) => {
    const { owner, login, board, deviceId } = await aConnectedPump(world);
    await allowSwitch(owner, login);
    const { hostname, port } = new URL(world.server.mqttUrl);
    const account = ['-u', login.username, '-P', login.password, '-h', hostname, '-p', port, '-V', version];
    const topic = `${login.username}/devices/${deviceId}`;
    const reader = spawn('mosquitto_sub', [...account, '-t', `${topic}/availability`, '-C', '1']);
    const [text] = await once(reader.stdout, 'data');
    expect(`${text}`.trim()).toBe('online');
    const writer = spawn('mosquitto_pub', [...account, '-t', `${topic}/switch/set`, '-m', 'OFF']);
    expect(await once(writer, 'close')).toEqual([0, null]);
    expect(await board.nextCommand()).toMatchObject({ op: 'start_stop', val: false });
  },
);

it('frames of a board with MQTT 5 are stored once, each acknowledged after its commit', async () => {
  const { device, board } = await aBoard();
  const frames = Array.from({ length: 50 }, (_, seq) => board.publishTele({ seq: seq + 1 }));
  await Promise.all(frames);
  const rows = await world.db.selectFrom('frame').where('device_id', '=', device.id).select('seq').execute();
  expect(rows).toHaveLength(50);
});
