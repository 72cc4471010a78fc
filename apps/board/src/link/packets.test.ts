import { generate, type IPublishPacket, type Packet as MqttPacket } from 'mqtt-packet';
import { describe, expect, it, vi } from 'vitest';
import {
  connectPacket,
  createPacketReader,
  DISCONNECT,
  Packet,
  PINGREQ,
  pubackPacket,
  publishPacket,
  type Received,
  readPublish,
  subscribePacket,
} from './packets.ts';

const login = {
  url: 'mqtt://localhost',
  clientId: 'MNB-TE0001',
  username: 'MNB-TE0001',
  password: 'tajné heslo',
  keepAliveS: 300,
  will: { topic: 'mnb/v1/MNB-TE0001/status', payload: '{"v":1,"online":0}', retain: true },
};
const { will } = login;
const long = 'ž'.repeat(40_000);

describe('the encoder writes the same bytes as mqtt-packet', () => {
  it.each<[string, Buffer, MqttPacket]>([
    [
      'CONNECT with a will',
      connectPacket(login),
      {
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 300,
        clientId: login.clientId,
        username: login.username,
        password: Buffer.from(login.password),
        will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
      },
    ],
    ['PUBLISH', publishPacket(7, 'a/b', '{}', false), publish(7, 'a/b', '{}')],
    [
      'PUBLISH, retained',
      publishPacket(65_535, 'a/b', '', true),
      { ...publish(65_535, 'a/b', ''), retain: true },
    ],
    ['PUBLISH of 80 kB', publishPacket(1, 'a/b', long, false), publish(1, 'a/b', long)],
    [
      'SUBSCRIBE',
      subscribePacket(3, ['a/+', 'b']),
      {
        cmd: 'subscribe',
        messageId: 3,
        subscriptions: ['a/+', 'b'].map((topic) => ({ topic, qos: 1 as const })),
      },
    ],
    ['PUBACK', pubackPacket(300), { cmd: 'puback', messageId: 300 }],
    ['PINGREQ', PINGREQ, { cmd: 'pingreq' }],
    ['DISCONNECT', DISCONNECT, { cmd: 'disconnect' }],
  ])('%s', (_name, bytes, packet) => expect(bytes.equals(generate(packet))).toBe(true));
});

function publish(messageId: number, topic: string, payload: string): IPublishPacket {
  return { cmd: 'publish', messageId, topic, payload, qos: 1, dup: false, retain: false };
}

describe('the reader', () => {
  const command = 'ž'.repeat(1_000);
  const stream = Buffer.concat([
    generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }),
    generate(publish(9, 'mnb/v1/x/cmd', command)),
    generate({ cmd: 'suback', messageId: 3, granted: [1, 128] }),
    generate({ cmd: 'pingresp' }),
  ]);

  it.each([1, 7, 1460, stream.length])(
    'reads packets from chunks of %i bytes in one shared buffer',
    (size) => {
      const received: Received[] = [];
      const read = createPacketReader((packet) =>
        received.push({ ...packet, body: Buffer.from(packet.body) }),
      );
      const shared = Buffer.alloc(size);
      for (let at = 0; at < stream.length; at += size)
        read(shared.subarray(0, stream.copy(shared, 0, at, at + size)));
      expect(received.map(({ type }) => type)).toEqual([
        Packet.connack,
        Packet.publish,
        Packet.suback,
        Packet.pingresp,
      ]);
      const [, message] = received;
      if (!message) throw new Error('no PUBLISH');
      const { topic, id, payload, isRetained } = readPublish(message);
      expect([topic, id, Buffer.from(payload).toString() === command, isRetained]).toEqual([
        'mnb/v1/x/cmd',
        9,
        true,
        false,
      ]);
    },
  );

  it('copies a packet that arrives byte by byte at most twice, so its cost is linear', () => {
    const bytes = generate(publish(9, 'mnb/v1/x/ota/chunk/0', 'x'.repeat(4_000)));
    const alloc = vi.spyOn(Buffer, 'allocUnsafe');
    const concat = vi.spyOn(Buffer, 'concat');
    const from = vi.spyOn(Buffer, 'from');
    const types: number[] = [];
    const read = createPacketReader(({ type }) => types.push(type));
    for (let at = 0; at < bytes.length; at++) read(bytes.subarray(at, at + 1));
    const copies = [...alloc.mock.results, ...concat.mock.results, ...from.mock.results];
    vi.restoreAllMocks();
    expect(types).toEqual([Packet.publish]);
    expect(copies.reduce((sum, { value }) => sum + value.length, 0)).toBeLessThan(2 * bytes.length);
  });

  it('reads no id from a PUBLISH of QoS 0', () => {
    const [type, ...rest] = generate({ ...publish(0, 'a', 'x'), qos: 0 });
    const read = readPublish({ type: 3, flags: (type ?? 0) & 0x0f, body: Buffer.from(rest.slice(1)) });
    expect([read.topic, read.id, Buffer.from(read.payload).toString()]).toEqual(['a', undefined, 'x']);
  });
});
