import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dataField, packetOf, wordField } from './fields.ts';
import { REASON } from './reason.ts';
import { protocolLevelOf, translateMqtt5 } from './translator.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (...values: number[]) => Buffer.from(values);
const NONE = bytes(0);

/** A CONNECT with user name and password. */
const connectOf = (
  properties: Uint8Array = NONE,
  { flags = 0xc0, id = 'MNB-1', keepAliveS = 20, will = NONE } = {},
) =>
  packetOf(
    0x10,
    dataField('MQTT'),
    bytes(5, flags),
    wordField(keepAliveS),
    properties,
    dataField(id),
    ...(flags & 4 ? [will, dataField('t'), dataField('w')] : []),
    dataField('MNB-1'),
    dataField('secret'),
  );
const CONNACK = bytes(0x20, 2, 0, 0);
const publishOf = (first: number, id: number, payload: string) =>
  packetOf(first, dataField('mnb/v1/MNB-1/cmd'), wordField(id), Buffer.from(payload));

/** A connection whose written bytes are collected. */
function aClient(expiresInS: (topic: string) => number | undefined = () => undefined) {
  const sent: string[] = [];
  const socket = {
    destroyed: false,
    writable: true,
    writableNeedDrain: false,
    write: (chunk: Uint8Array) => sent.push(hex(chunk)) > 0,
    destroy() {
      socket.destroyed = true;
    },
  };
  const translator = translateMqtt5(socket as unknown as Socket, {
    receiveMaximum: 256,
    maximumPacketSize: 65_536,
    maxKeepAliveS: 120,
    expiresInS,
  });
  /** Bytes as the broker writes them. */
  const write = (chunk: Uint8Array) => void socket.write(chunk);
  return { ...translator, socket, sent, write };
}
function aConnectedClient(...args: Parameters<typeof connectOf>) {
  const client = aClient((topic) => (topic.endsWith('/cmd') ? 10 : undefined));
  client.fromClient(connectOf(...args));
  client.write(CONNACK);
  client.sent.length = 0;
  return client;
}

describe('the level of the protocol', () => {
  it.each([
    ['MQTT 5', connectOf(), 5],
    ['MQTT 3.1.1', packetOf(0x10, dataField('MQTT'), bytes(4, 2)), 4],
    ['MQTT 3.1', packetOf(0x10, dataField('MQIsdp'), bytes(3, 2)), 3],
    ['a long CONNECT', packetOf(0x10, dataField('MQTT'), bytes(5), Buffer.alloc(20_000)), 5],
    ['another packet', bytes(0xc0, 0), 0],
    ['HTTP', Buffer.from('GET / HTTP/1.1'), 0],
    ['an endless name', bytes(0x10, 9, 0, 200), 0],
  ])('of %s is read as soon as its bytes are there', (_case, packet, level) => {
    expect(protocolLevelOf(packet)).toBe(level);
    expect(protocolLevelOf(packet.subarray(0, 0))).toBeUndefined();
    if (level > 0) expect(protocolLevelOf(packet.subarray(0, 6))).toBeUndefined();
  });
});

describe('a CONNECT of MQTT 5', () => {
  it('becomes a clean session of 3.1.1, whatever session the client asks for', () => {
    const sessionExpiry = bytes(5, 0x11, 0, 0, 0xff, 0xff);
    expect(hex(aClient().fromClient(connectOf(sessionExpiry)))).toBe(
      hex(
        packetOf(
          0x10,
          dataField('MQTT'),
          bytes(4, 0xc2, 0, 20),
          dataField('MNB-1'),
          dataField('MNB-1'),
          dataField('secret'),
        ),
      ),
    );
  });

  it('is answered with the terms of the server: session expiry 0, maximum QoS 1, no shared subscriptions', () => {
    const client = aClient();
    client.fromClient(connectOf(NONE, { keepAliveS: 0 }));
    client.write(CONNACK);
    const terms = '1100000000' + '210100' + '2401' + '2700010000' + '2900' + '2a00' + '130078';
    expect(client.sent).toEqual([
      `20${hex(bytes(terms.length / 2 + 3))}0000${hex(bytes(terms.length / 2))}${terms}`,
    ]);
  });

  it('without an ID gets one', () => {
    const client = aClient();
    expect(client.fromClient(connectOf(NONE, { id: '' })).toString()).toContain('auto-');
    client.write(CONNACK);
    expect(client.sent[0]).toContain(hex(Buffer.from('auto-')));
  });

  it.each([
    ['extended authentication', connectOf(bytes(6, 0x15, 0, 3, 0x61, 0x62, 0x63)), REASON.badAuthMethod],
    ['a will with QoS 2', connectOf(NONE, { flags: 0xd4 }), REASON.qosNotSupported],
    ['a property twice', connectOf(bytes(6, 0x21, 0, 1, 0x21, 0, 1)), REASON.protocolError],
    ['a property of another packet', connectOf(bytes(3, 0x23, 0, 1)), REASON.protocolError],
    ['an unknown property', connectOf(bytes(2, 0x7f, 0)), REASON.malformed],
    ['a receive maximum of 0', connectOf(bytes(3, 0x21, 0, 0)), REASON.protocolError],
    ['a reserved flag', connectOf(NONE, { flags: 0xc1 }), REASON.malformed],
    [
      'a field beyond its end',
      packetOf(0x10, dataField('MQTT'), bytes(5, 0xc2, 0, 20, 0, 0, 99)),
      REASON.malformed,
    ],
  ])('with %s is refused with its reason', (_case, packet, reason) => {
    const client = aClient();
    expect(client.fromClient(packet)).toHaveLength(0);
    expect(client.sent).toEqual([`200300${hex(bytes(reason))}00`]);
    expect(client.socket.destroyed).toBe(true);
  });

  it.each([1, 2, 3])('by a return code of the broker is refused with a reason (%i)', (returnCode) => {
    const client = aClient();
    client.fromClient(connectOf());
    client.write(bytes(0x20, 2, 0, returnCode));
    expect(client.sent).toEqual([`200300${['84', '85', '88'][returnCode - 1]}00`]);
    client.socket.destroy();
    expect(client.sent).toHaveLength(1);
  });
});

describe('packets of a client', () => {
  it('lose their properties, in any split of the bytes', () => {
    const topic = dataField('mnb/v1/MNB-1/tele');
    const user = bytes(9, 0x26, 0, 1, 0x6b, 0, 1, 0x76, 0x01, 0x01);
    const stream = Buffer.concat([
      packetOf(0x32, topic, wordField(7), user, Buffer.from('{}')),
      packetOf(0x40, wordField(9), bytes(0x10, 0)),
      packetOf(0x82, wordField(8), NONE, dataField('a/#'), bytes(0x2e)),
      bytes(0xc0, 0),
      packetOf(0xa2, wordField(8), NONE, dataField('a/#')),
      packetOf(0xe0, bytes(0)),
    ]);
    const expected = hex(
      Buffer.concat([
        packetOf(0x32, topic, wordField(7), Buffer.from('{}')),
        packetOf(0x40, wordField(9)),
        packetOf(0x82, wordField(8), dataField('a/#'), bytes(1)),
        bytes(0xc0, 0),
        packetOf(0xa2, wordField(8), dataField('a/#')),
        bytes(0xe0, 0),
      ]),
    );
    for (const size of [1, 5, 1000]) {
      const client = aConnectedClient();
      const out: Buffer[] = [];
      for (let at = 0; at < stream.length; at += size)
        out.push(client.fromClient(stream.subarray(at, at + size)));
      expect(hex(Buffer.concat(out))).toBe(expected);
      client.socket.destroy();
      expect(client.sent).toEqual([]);
    }
  });

  it.each([
    ['a topic alias', packetOf(0x30, dataField(''), bytes(3, 0x23, 0, 1)), REASON.badTopicAlias],
    ['QoS 2', packetOf(0x34, dataField('t'), wordField(1), NONE), REASON.qosNotSupported],
    [
      'a subscription ID',
      packetOf(0x82, wordField(1), bytes(2, 0x0b, 1), dataField('a'), NONE),
      REASON.noSubscriptionIds,
    ],
    ['a second CONNECT', connectOf(), REASON.protocolError],
    ['AUTH', bytes(0xf0, 0), REASON.protocolError],
    ['flags that are fixed', packetOf(0x80, wordField(1), NONE, dataField('a'), NONE), REASON.malformed],
    ['a length of five bytes', bytes(0x30, 0xff, 0xff, 0xff, 0xff), REASON.malformed],
  ])('%s: the client is disconnected with the reason', (_case, packet, reason) => {
    const client = aConnectedClient();
    expect(client.fromClient(packet)).toHaveLength(0);
    expect(client.sent).toEqual([`e002${hex(bytes(reason))}00`]);
    expect(client.socket.destroyed).toBe(true);
  });

  it('a DISCONNECT with will closes the connection without one for the broker, which then sends the will', () => {
    const client = aConnectedClient();
    expect(client.fromClient(packetOf(0xe0, bytes(REASON.willOnDisconnect)))).toHaveLength(0);
    expect(client.socket.destroyed).toBe(true);
    expect(client.sent).toEqual([]);
  });
});

describe('packets of the server', () => {
  it('a command has the expiry of its message, other messages have none, in any split of the bytes', () => {
    const command = publishOf(0x32, 7, '{}');
    for (const size of [1, 3, 100]) {
      const client = aConnectedClient();
      for (let at = 0; at < command.length; at += size) client.write(command.subarray(at, at + size));
      expect(client.sent).toEqual([
        hex(
          packetOf(
            0x32,
            dataField('mnb/v1/MNB-1/cmd'),
            wordField(7),
            bytes(5, 2, 0, 0, 0, 10),
            Buffer.from('{}'),
          ),
        ),
      ]);
    }
    const client = aConnectedClient();
    client.write(packetOf(0x30, dataField('a'), Buffer.from('x')));
    expect(client.sent).toEqual([hex(packetOf(0x30, dataField('a'), NONE, Buffer.from('x')))]);
  });

  it('a denied filter has its reason, and each filter of an UNSUBACK a code', () => {
    const client = aConnectedClient();
    const filters = [dataField('x'), bytes(1), dataField('$share/g/x'), bytes(1), dataField('y'), bytes(1)];
    client.fromClient(packetOf(0x82, wordField(5), NONE, ...filters));
    client.write(bytes(0x90, 5, 0, 5, 1, 0x80, 0x80));
    client.fromClient(packetOf(0xa2, wordField(6), NONE, dataField('x'), dataField('y')));
    client.write(bytes(0xb0, 2, 0, 6));
    expect(client.sent).toEqual([
      `9006000500${hex(bytes(1, REASON.noSharedSubscriptions, REASON.notAuthorized))}`,
      'b00500060000' + '00',
    ]);
  });

  it('wait above the receive maximum of the client, and above a hundred the client is disconnected', () => {
    const client = aConnectedClient(bytes(3, 0x21, 0, 1));
    for (const id of [1, 2, 3]) client.write(publishOf(0x32, id, 'x'));
    expect(client.sent).toHaveLength(1);
    client.fromClient(packetOf(0x40, wordField(1)));
    expect(client.sent).toHaveLength(2);
    for (let id = 4; id < 110; id++) client.write(publishOf(0x32, id, 'x'));
    expect(client.socket.destroyed).toBe(true);
    expect(client.sent.at(-1)).toBe(`e002${hex(bytes(REASON.quotaExceeded))}00`);
  });

  it('that are larger than the client takes are left out', () => {
    const client = aConnectedClient(bytes(5, 0x27, 0, 0, 0, 40));
    client.write(publishOf(0x32, 1, 'x'.repeat(40)));
    expect(client.sent).toEqual([]);
  });

  it.each([REASON.takenOver, REASON.shuttingDown, REASON.packetTooLarge])(
    'a connection that the server closes gets the reason 0x%s',
    (reason) => {
      const client = aConnectedClient();
      client.explain(reason);
      client.socket.destroy();
      expect(client.sent).toEqual([`e002${hex(bytes(reason))}00`]);
    },
  );
});

/** A fixed sequence of numbers, so that a failure repeats. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}

it('8,000 damaged packets are translated into whole packets or refused, and nothing is thrown', () => {
  const random = createRandom(29);
  const good = [
    connectOf(bytes(8, 0x11, 0, 0, 0, 9, 0x21, 0, 5), { flags: 0xc4 }),
    packetOf(0x32, dataField('a/b'), wordField(7), bytes(5, 2, 0, 0, 0, 9), Buffer.from('payload')),
    packetOf(0x82, wordField(8), bytes(7, 0x26, 0, 1, 0x6b, 0, 1, 0x76), dataField('a/#'), bytes(1)),
    packetOf(0x40, wordField(9), bytes(0x10, 0)),
    packetOf(0xe0, bytes(4, 5, 0x11, 0, 0, 0, 0)),
  ];
  let [refused, torn] = [0, 0];
  for (let round = 0; round < 8000; round++) {
    const client = random(5) === 0 ? aClient() : aConnectedClient();
    const packet = Buffer.from(good[random(good.length)] ?? []);
    for (let n = 1 + random(3); n > 0; n--) packet[random(packet.length)] = random(256);
    const isCut = random(2) === 0;
    const out = client.fromClient(isCut ? packet.subarray(0, 1 + random(packet.length)) : packet);
    if (client.socket.destroyed) refused++;
    let at = 0;
    while (at < out.length) at += 2 + (out[at + 1] ?? 0);
    if (at !== out.length) torn++;
  }
  expect(torn).toBe(0);
  expect(refused).toBeGreaterThan(1000);
});
