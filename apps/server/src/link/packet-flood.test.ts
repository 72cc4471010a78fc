import { connect, type Socket } from 'node:net';
import { aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addLogin,
  anOwner,
  connectLogin,
  leaveAll,
  startIntegrationWorld,
} from '../../test/integration-world.ts';
import { aPump } from '../../test/pump.ts';
import type { World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startIntegrationWorld();
});
afterAll(() => world.stop());
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await leaveAll();
});

const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
const packet = (header: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([header, body.length]), body]);
};
const id = Buffer.from([0, 7]);
const FLOODS: Record<string, (prefix: string) => Buffer> = {
  'QoS 0 messages': (prefix) => packet(0x30, text(`${prefix}/x`), Buffer.from('1')),
  'QoS 1 messages': (prefix) => packet(0x32, text(`${prefix}/x`), id, Buffer.from('1')),
  'QoS 2 messages': (prefix) => packet(0x34, text(`${prefix}/x`), id, Buffer.from('1')),
  pings: () => Buffer.from([0xc0, 0]),
  subscriptions: (prefix) => packet(0x82, id, text(`${prefix}/#`), Buffer.from([0])),
};

/** Logs in and sends one packet again and again until the connection ends. */
async function flood({ username, password }: { username: string; password: string }, sent: Buffer) {
  const { hostname, port } = new URL(world.server.mqttUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket.on('error', () => {}));
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  const level = Buffer.from([4, 0b1100_0010, 0, 60]);
  const credentials = [username, username, password].map(text);
  socket.write(packet(0x10, text('MQTT'), level, ...credentials));
  await waitFor(() => received >= 4, { what: 'the CONNACK' });
  const many = Buffer.concat(Array(2000).fill(sent));
  const write = () => {
    while (!socket.destroyed && socket.write(many));
  };
  socket.on('drain', write);
  write();
  return socket;
}

const dropped = async (reason: string) => {
  const { values } = await world.server.metrics.messagesDropped.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
};

describe('a program login that floods the broker', () => {
  it.each(Object.entries(FLOODS))(
    'with %s is disconnected, and refused for a while',
    async (_kind, packetOf) => {
      const login = await addLogin(await anOwner(world));
      const [cut, refused] = [await dropped('too_many_packets'), await dropped('too_many_messages')];
      const socket = await flood(login, packetOf(login.username));
      await waitFor(() => socket.closed, { what: 'the end of the connection' });
      expect(await dropped('too_many_packets')).toBe(cut + 1);
      // The broker has parsed no more than the burst and the rate of the time.
      expect((await dropped('too_many_messages')) - refused).toBeLessThan(4000);
      await expect(connectLogin(world, login)).rejects.toThrow();
    },
  );

  it('does not disconnect the program of another user', async () => {
    const [login, other] = [await addLogin(await anOwner(world)), await addLogin(await anOwner(world))];
    const client = await connectLogin(world, other);
    const socket = await flood(login, Buffer.from([0xc0, 0]));
    await waitFor(() => socket.closed);
    await client.subscribeToAll();
    await waitFor(() => client.received.length > 0, { what: 'the discovery messages' });
  });
});

describe('a board that sends its backlog at once', () => {
  it('stays connected, each frame is stored, and a stop reaches it meanwhile', async () => {
    const { device, board, owner } = await aPump(world);
    const frames = 3000;
    let acknowledged = 0;
    for (let seq = 2; seq < frames + 2; seq++)
      board.publish('tele', aTele({ boot: 2, seq })).then(
        () => void acknowledged++,
        () => {},
      );
    const stopped = owner.post(`/mqtt/${device.deviceId}/start-stop`, { what: 'stop', value: false });
    const command = await waitFor(() => board.commands.at(-1), { what: 'the stop' });
    await board.done(command);
    expect((await stopped).status).toBe(200);
    await waitFor(() => acknowledged === frames, { what: 'all acknowledgements' });
    expect(board.client.connected).toBe(true);
    await board.leave();
  });
});
