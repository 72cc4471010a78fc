import { PassThrough } from 'node:stream';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { anAck, anEvent, anInfo, aTele } from '@manoboard/testkit/factories';
import type { Client, PublishPacket } from 'aedes';
import { expect, it } from 'vitest';
import { createMetrics } from '../base/metrics.ts';
import { createBoardClients } from './board-clients.ts';
import type { Board, LinkHandlers } from './link.ts';
import type { PacketTaker } from './packet-gate.ts';

/** Boards whose messages are handled when the test says so. */
async function connectBoards(...ids: string[]) {
  const begun: string[] = [];
  let entering = () => {};
  const open: ((failure?: Error) => void)[] = [];
  const handle = (board: Board, message: { id: string }) =>
    new Promise<void>((done, fail) => {
      begun.push(`${board.deviceId} ${message.id}`);
      open.push((failure) => (failure ? fail(failure) : done()));
    });
  const clients = createBoardClients({
    handlers: {
      authenticate: async (deviceId: string) => {
        if (ids.length === 0)
          await new Promise<void>((done) => {
            entering = done;
          });
        return { deviceId };
      },
      lost: () => {},
      messages: { info: handle, event: handle, ack: handle },
      frame: (...[, , , done]: Parameters<LinkHandlers['frame']>) => open.push(done),
    } as unknown as LinkHandlers,
    metrics: createMetrics(),
    limits: { eventsPerMinute: 1000, framesPerSecond: 1000 },
    allow: () => {},
    explain: () => {},
    drop: () => {},
    now: () => 0,
    elapsedMs: () => 0,
  });
  const aClient = (id: string) => ({ id, clean: true, conn: new PassThrough() }) as unknown as Client;
  const of = new Map(ids.map((id) => [id, aClient(id)]));
  for (const [id, client] of of) await clients.authenticate(client, id, Buffer.alloc(0));
  const publish = (id: string, name: 'info' | 'event' | 'ack', message: object, messageId?: number) => {
    const payload = Buffer.from(JSON.stringify(message));
    const packet = { topic: topicPath(name, id), payload, retain: name === 'info', qos: 1, messageId };
    return clients.receive(of.get(id) ?? null, packet as unknown as PublishPacket);
  };
  return { begun, open, publish, clients, of, entering: () => entering() };
}

it('events of one board are handled in their order, one at a time; a failure does not stop the next', async () => {
  const { begun, open, publish } = await connectBoards('MNB-000001', 'MNB-000002');
  const eventOf = (n: number) => anEvent({ id: `01HV3B5Z8Q2M4N00000${n}` });
  const [first, second, other] = [eventOf(1), eventOf(2), eventOf(3)];
  const answers = [publish('MNB-000001', 'event', first), publish('MNB-000001', 'event', second)];
  void publish('MNB-000002', 'event', other);
  await expect.poll(() => begun).toEqual([`MNB-000001 ${first.id}`, `MNB-000002 ${other.id}`]);
  open[0]?.(new Error('the database is away'));
  await answers[0];
  await expect.poll(() => begun.at(-1)).toBe(`MNB-000001 ${second.id}`);
  open[2]?.();
  await answers[1];
});

it('an info that could not be stored is acknowledged and not stored after a newer one', async () => {
  const { begun, open, publish, clients, of } = await connectBoards('MNB-000001');
  const pubacks: Buffer[] = [];
  of.get('MNB-000001')?.conn.on('data', (bytes: Buffer) => pubacks.push(bytes));
  const failed = publish('MNB-000001', 'info', anInfo({ version: '1.0.0' }), 1);
  await expect.poll(() => open.length).toBe(1);
  const newer = publish('MNB-000001', 'info', anInfo({ version: '1.0.1' }), 2);
  open[0]?.(new Error('the database is away'));
  await failed;
  await expect.poll(() => open.length).toBe(2);
  open[1]?.();
  await newer;
  await expect.poll(() => pubacks.map((bytes) => bytes.readUInt16BE(2))).toEqual([1]);
  clients.stop();
  expect(begun).toHaveLength(2);
});

it('an event waits for the info before it, which names the converter of its fault code', async () => {
  const { begun, open, publish } = await connectBoards('MNB-000001');
  const event = anEvent();
  const info = publish('MNB-000001', 'info', anInfo());
  void publish('MNB-000001', 'event', event);
  await expect.poll(() => begun).toEqual(['MNB-000001 undefined']);
  open[0]?.();
  await info;
  await expect.poll(() => begun.at(-1)).toBe(`MNB-000001 ${event.id}`);
});

it('the acknowledgement of a command does not wait for events', async () => {
  const { begun, publish } = await connectBoards('MNB-000001');
  const [event, ack] = [anEvent(), anAck()];
  void publish('MNB-000001', 'event', event);
  void publish('MNB-000001', 'ack', ack);
  await expect
    .poll(() => begun.toSorted())
    .toEqual([`MNB-000001 ${event.id}`, `MNB-000001 ${ack.id}`].sort());
});

it('frames beside the broker restart the keepalive and are acknowledged when they are stored, invalid ones at once', async () => {
  const { open, clients, of } = await connectBoards('MNB-000001');
  const conn = new PassThrough();
  const pubacks: string[] = [];
  conn.on('data', (bytes: Buffer) => pubacks.push(bytes.toString('hex')));
  let restarts = 0;
  const client = Object.assign(of.get('MNB-000001') as Client, {
    conn,
    _keepaliveTimer: { refresh: () => restarts++ },
  });
  let taker: PacketTaker | undefined;
  clients.divertFrames(client, {
    allow: () => {},
    resume: () => {},
    explain: () => {},
    divert: (given) => {
      taker = given;
    },
  });
  const packetOf = (id: number, payload: string) => {
    const body = [...Buffer.from(topicPath('tele', 'MNB-000001')), 0, id, ...Buffer.from(payload)];
    const length = body.length + 2;
    return Buffer.from([0x32, (length & 0x7f) | 0x80, length >> 7, 0, 22, ...body]);
  };
  const invalid = JSON.stringify({ ...aTele(), boot: 'x', pad: 'x'.repeat(200) });
  taker?.take(Buffer.concat([packetOf(7, JSON.stringify(aTele())), packetOf(8, invalid)]));
  await expect.poll(() => pubacks).toEqual(['40020008']);
  open[0]?.();
  await expect.poll(() => pubacks).toEqual(['40020008', '40020007']);
  expect(restarts).toBe(1);
});

it('a board that is cut while its connection begins does not get in', async () => {
  const { clients, of, entering } = await connectBoards();
  const client = { id: 'MNB-000001', clean: true, conn: new PassThrough() } as unknown as Client;
  of.set('MNB-000001', client);
  const answer = clients.authenticate(client, 'MNB-000001', Buffer.alloc(0));
  clients.cut('MNB-000001');
  entering();
  await answer;
  clients.connect(client);
  expect(client.conn.destroyed).toBe(true);
  clients.disconnect(client);
});
