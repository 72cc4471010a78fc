import { connect as connectTcp, Socket } from 'node:net';
import { topicFilter, topicPath } from '@manoboard/contract/mqtt/topics';
import { connectBoard } from '@manoboard/testkit/board-client';
import { aCmd, anEvent, aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function dropped(reason: string): Promise<number> {
  const { values } = await world.server.metrics.messagesDropped.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}
const countFrames = async () => (await world.db.selectFrom('frame').select('seq').execute()).length;

/** What holds for boards of both versions of the protocol. */
describe.each([4, 5] as const)('MQTT version %i:', (protocolVersion) => {
  const enrol = async () => {
    const device = await world.enrol();
    return { ...device, connect: () => device.connect({ mqtt: { protocolVersion } }) };
  };

  describe('the login of a board', () => {
    it.each([
      ['no credentials', { username: undefined, password: undefined }],
      ['an unknown board', { username: 'MNB-NOBODY', clientId: 'MNB-NOBODY' }],
      ['a wrong secret', { password: 'guess' }],
      ['an invalid name', { username: 'MNB-\u0000', clientId: 'x' }],
      ['the client ID of another board', { clientId: 'MNB-OTHER' }],
    ])('is refused for %s', async (_case, mqtt) => {
      const { deviceId, secret } = await enrol();
      await expect(
        connectBoard({
          url: world.server.mqttUrl,
          deviceId,
          secret,
          mqtt: { protocolVersion, ...(mqtt as object) },
        }),
      ).rejects.toThrow();
    });

    it('is accepted for a known board with its secret', async () => {
      const board = await (await enrol()).connect();
      expect(board.client.connected).toBe(true);
      await board.leave();
    });

    it('replaces an earlier connection of the same board', async () => {
      const device = await enrol();
      const first = await device.connect();
      const second = await device.connect();
      await waitFor(() => !first.client.connected);
      expect(second.client.connected).toBe(true);
      await second.leave();
    });
  });

  describe('protocol.md, Topics: the broker retains nothing', () => {
    it('the config is sent at the birth, not at the subscription', async () => {
      const technician = await world.user({}, ['Technician']);
      const device = await enrol();
      const desired = { version: 0, config: { tele_s: 7 } };
      const saved = await technician.send('PUT', `/devices/${device.deviceId}/config`, desired);
      expect(saved.status).toBe(200);
      const board = await device.connect();
      const received: { topic: string; isRetained: boolean }[] = [];
      board.client.on('message', (topic, _payload, { retain }) =>
        received.push({ topic, isRetained: retain }),
      );
      await board.listenToAll();
      await board.publishInfo();
      expect(received).toEqual([]);
      await board.publishStatus();
      await waitFor(() => received.length > 0);
      expect(received).toEqual([{ topic: topicPath('cfg/desired', device.deviceId), isRetained: false }]);
      await board.leave();
    });
  });

  describe('the access list of a board', () => {
    it.each([
      ['the topic of another board', 'mnb/v1/MNB-OTHER/tele', false],
      ['a topic outside the contract', 'mnb/v1/{own}/secret', false],
      ['a topic of the server', 'mnb/v1/{own}/cmd', false],
      ['a retained frame', 'mnb/v1/{own}/tele', true],
    ])('a publish to %s ends the connection, is counted and stores nothing', async (_case, path, retain) => {
      const before = { frames: await countFrames(), dropped: await dropped('foreign_topic') };
      const device = await enrol();
      const board = await device.connect();
      board
        .publishRaw(path.replace('{own}', device.deviceId), JSON.stringify(aTele()), retain)
        .catch(() => {});
      await waitFor(() => !board.client.connected);
      expect(await dropped('foreign_topic')).toBe(before.dropped + 1);
      expect(await countFrames()).toBe(before.frames);
    });

    it.each([
      'mnb/v1/MNB-OTHER/cmd',
      '#',
      'mnb/v1/+/cmd',
      'mnb/v1/{own}/tele',
      'mnb/v1/{own}/ota/+',
      'mnb/v1/{own}/ota/chunk/#',
      'mnb/v1/+/ota/chunk/+',
      '$SYS/#',
    ])('a subscription to %s is refused', async (path) => {
      const device = await enrol();
      const board = await device.connect();
      await expect(board.client.subscribeAsync(path.replace('{own}', device.deviceId))).rejects.toThrow();
      await board.leave();
    });
  });

  describe('messages of a board', () => {
    it.each([
      ['event', anEvent(), false],
      ['cfg/reported', { v: 1, ver: 1, st: 'applied', ts: 1_800_000_000 }, true],
    ] as const)('%s is accepted and acknowledged', async (name, message, retain) => {
      const device = await enrol();
      const board = await device.connect();
      await board.publishRaw(topicPath(name, device.deviceId), JSON.stringify(message), retain);
      expect(board.client.connected).toBe(true);
      await board.leave();
    });

    it('an event whose code is none is dropped and counted', async () => {
      const before = await dropped('wrong_shape');
      const device = await enrol();
      const board = await device.connect();
      await board.publishRaw(
        topicPath('event', device.deviceId),
        JSON.stringify({ ...anEvent(), code: 'boo' }),
      );
      expect(await dropped('wrong_shape')).toBe(before + 1);
      await board.leave();
    });

    it.each(['cfg/desired', 'ota/job', 'ota/chunk'] as const)(
      'a board may subscribe to its own %s only',
      async (name) => {
        const device = await enrol();
        const board = await device.connect();
        const [grant] = await board.client.subscribeAsync(topicFilter(name, device.deviceId), { qos: 1 });
        expect(grant?.qos).toBe(1);
        await expect(board.client.subscribeAsync(topicFilter(name, 'MNB-OTHER'))).rejects.toThrow();
        await board.leave();
      },
    );
  });

  describe('invalid frames are dropped, counted and acknowledged', () => {
    it.each([
      ['not_json', 'pump is fine'],
      ['not_json', Buffer.from([0xff, 0xfe, 0x00])],
      ['too_large', JSON.stringify({ ...aTele(), pad: 'x'.repeat(2000) })],
      ['wrong_shape', JSON.stringify({ ...aTele(), boot: '1' })],
      ['wrong_shape', JSON.stringify({ ...aTele(), d: { pressure: null } })],
      ['wrong_shape', JSON.stringify({ ...aTele(), d: { pressure: 1e300 } })],
      ['wrong_shape', 'null'],
    ])('%s (%#)', async (reason, payload) => {
      const before = { frames: await countFrames(), dropped: await dropped(reason) };
      const device = await enrol();
      const board = await device.connect();
      await board.publishRaw(topicPath('tele', device.deviceId), payload);
      expect(await dropped(reason)).toBe(before.dropped + 1);
      expect(await countFrames()).toBe(before.frames);
      expect(board.client.connected).toBe(true);
      await board.leave();
    });

    it('unknown keys are ignored', async () => {
      const device = await enrol();
      const board = await device.connect();
      await board.publishRaw(
        topicPath('tele', device.deviceId),
        JSON.stringify({ ...aTele(), future: 1, d: { pressure: 3, humidity: 40 } }),
      );
      expect(
        await world.db.selectFrom('frame').where('device_id', '=', device.id).select('pressure').execute(),
      ).toEqual([{ pressure: 3 }]);
      await board.leave();
    });
  });

  it('a packet over 64 KiB ends the connection before its body is read', async () => {
    const before = await dropped('packet_too_large');
    const device = await enrol();
    const board = await device.connect();
    board.publishRaw(topicPath('tele', device.deviceId), Buffer.alloc(65 * 1024)).catch(() => {});
    await waitFor(() => !board.client.connected);
    expect(await dropped('packet_too_large')).toBe(before + 1);
  });

  it('a board cannot send itself a command', async () => {
    const device = await enrol();
    const board = await device.connect();
    await board.listen();
    board.publishRaw(topicPath('cmd', device.deviceId), JSON.stringify(aCmd())).catch(() => {});
    await waitFor(() => !board.client.connected);
    expect(board.commands).toEqual([]);
  });
});

it('a login is logged with its address when it is refused, and without the secret', async () => {
  const { deviceId } = await world.enrol();
  await expect(
    connectBoard({ url: world.server.mqttUrl, deviceId, secret: 'a-guessed-secret' }),
  ).rejects.toThrow();
  const line = world.warnings.find((warning) => warning.includes('bad_credentials')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ reason: 'bad_credentials', address: '127.0.0.1' });
  expect(world.warnings.join()).not.toContain('a-guessed-secret');
});

it('a persistent session of MQTT 3.1.1 is refused', async () => {
  await expect((await world.enrol()).connect({ mqtt: { clean: false } })).rejects.toThrow();
});

it('a frame with QoS 2 is stored once and acknowledged', async () => {
  const device = await world.enrol();
  const board = await device.connect();
  await board.client.publishAsync(topicPath('tele', device.deviceId), JSON.stringify(aTele()), { qos: 2 });
  const frames = world.db.selectFrom('frame').where('device_id', '=', device.id).select('seq');
  expect(await frames.execute()).toHaveLength(1);
  await board.leave();
});

it('the broker answers without Nagle delay', async () => {
  const setNoDelay = vi.spyOn(Socket.prototype, 'setNoDelay');
  const board = await (await world.enrol()).connect();
  const { port } = new URL(world.server.mqttUrl);
  const accepted = (setNoDelay.mock.contexts as Socket[]).filter(
    ({ localPort }) => localPort === Number(port),
  );
  expect(accepted).toHaveLength(1);
  setNoDelay.mockRestore();
  await board.leave();
});

describe('the metric counts connected boards', () => {
  const connectedBoards = async () => (await world.server.metrics.boardsConnected.get()).values[0]?.value;

  it('not those whose connection ended at the CONNACK', async () => {
    const devices = await Promise.all(Array.from({ length: 40 }, () => world.enrol()));
    const bounce = async (device: (typeof devices)[number]) => {
      for (let n = 0; n < 5; n++) await (await device.connect()).drop();
    };
    await Promise.all(devices.map(bounce));
    await waitFor(async () => (await connectedBoards()) === 0, { what: 'no board in the metric' });
  });

  it('once if a board connects several times concurrently', async () => {
    const device = await world.enrol();
    const boards: Awaited<ReturnType<typeof device.connect>>[] = [];
    // A connection that is replaced before its CONNACK may never settle.
    for (let n = 0; n < 20; n++)
      device.connect().then(
        (board) => boards.push(board),
        () => {},
      );
    await waitFor(() => boards.some(({ client }) => client.connected), { what: 'a board' });
    const dropAll = async () => {
      for (const board of boards.splice(0)) await board.drop();
      return (await connectedBoards()) === 0;
    };
    await waitFor(dropAll, { what: 'no board in the metric' });
  });
});

it('bytes that are not MQTT close their connection only', async () => {
  const { hostname, port } = new URL(world.server.mqttUrl);
  const socket = connectTcp(Number(port), hostname);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\n\r\n');
  await waitFor(() => socket.closed);
  const board = await (await world.enrol()).connect();
  expect(board.client.connected).toBe(true);
  await board.leave();
});

it('connections above the limit are refused, and existing ones stay', async () => {
  const small = await startWorld({ env: { MQTT_MAX_CONNECTIONS: '2' } });
  const boards = await Promise.all([1, 2].map(async () => (await small.enrol()).connect()));
  const { hostname, port } = new URL(small.server.mqttUrl);
  const third = connectTcp(Number(port), hostname);
  third.on('error', () => {});
  await waitFor(() => third.resume().closed);
  for (const board of boards) {
    expect(board.client.connected).toBe(true);
    await board.leave();
  }
  await small.stop();
});
