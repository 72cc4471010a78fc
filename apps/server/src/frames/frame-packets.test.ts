import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createFrameReader } from './frame-packets.ts';

const TOPIC = 'mnb/v1/MNB-000001/tele';

function publish(id: number, payload: string, { header = 0x32, topic = TOPIC } = {}): Buffer {
  const name = Buffer.from(topic);
  const body = Buffer.concat([
    Buffer.from([name.length >> 8, name.length & 0xff]),
    name,
    Buffer.from((header & 6) === 0 ? [] : [id >> 8, id & 0xff]),
    Buffer.from(payload),
  ]);
  const length: number[] = [];
  for (let left = body.length; length.length === 0 || left > 0; left >>= 7)
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([header, ...length]), body]);
}

/** Reads frames that are stored when the test says so; records each write to the socket. */
function start() {
  const socket = new PassThrough();
  const writes: string[] = [];
  socket.on('data', (bytes: Buffer) => writes.push(bytes.toString('hex')));
  const taken: string[] = [];
  const open: ((isStored: boolean) => void)[] = [];
  const calls = { resumed: 0, alive: 0 };
  const reader = createFrameReader()({
    socket: socket as unknown as Socket,
    topic: TOPIC,
    receive: (id, payload, settle) => {
      taken.push(`${id} ${payload}`);
      open.push(settle);
    },
    onAlive: () => calls.alive++,
    resume: () => calls.resumed++,
  });
  return { socket, reader, writes, taken, open, calls };
}

it.each([
  ['a repeated frame', publish(1, '{}', { header: 0x3a })],
  ['a retained frame', publish(1, '{}', { header: 0x33 })],
  ['a frame with QoS 0', publish(1, '{}', { header: 0x30 })],
  ['a frame with QoS 2', publish(1, '{}', { header: 0x34 })],
  ['a frame of another board', publish(1, '{}', { topic: 'mnb/v1/MNB-000002/tele' })],
  ['another message', publish(1, '{}', { topic: 'mnb/v1/MNB-000001/info' })],
  ['a longer topic', publish(1, '{}', { topic: `${TOPIC}/x` })],
  ['a packet without an ID', publish(0, '{}')],
  ['the first half of a frame', publish(1, '{}').subarray(0, 20)],
  ['the first byte of a frame', publish(1, '{}').subarray(0, 1)],
  ['a packet of 16 kB', publish(1, 'x'.repeat(16_384))],
  ['a packet that ends before its ID', Buffer.from([0x32, 2, 0, TOPIC.length])],
  ['a length with a redundant byte', Buffer.from([0x32, 0x82, 0, 0, TOPIC.length])],
  ['a ping', Buffer.from([0xc0, 0])],
])('leaves %s to the broker', (_case, bytes) => {
  const { reader, taken, calls } = start();
  expect(reader.take(bytes)).toBe(0);
  expect([taken, calls.alive]).toEqual([[], 0]);
});

it('takes frames in their order up to the first other packet', () => {
  const { reader, taken, calls } = start();
  const frames = Buffer.concat([publish(1, '{}'), publish(513, 'x'.repeat(500))]);
  const chunk = Buffer.concat([
    frames,
    publish(3, '{}', { topic: 'mnb/v1/MNB-000001/info' }),
    publish(4, '{}'),
  ]);
  expect(reader.take(chunk)).toBe(frames.length);
  expect(taken).toEqual(['1 {}', `513 ${'x'.repeat(500)}`]);
  expect(calls.alive).toBe(1);
});

it('acknowledges the frames of one commit in their order with one write, and none that is not stored', async () => {
  const { reader, writes, open } = start();
  reader.take(Buffer.concat([1, 2, 513].map((id) => publish(id, '{}'))));
  await new Promise(setImmediate);
  expect(writes).toEqual([]);
  open[0]?.(true);
  open[1]?.(false);
  open[2]?.(true);
  await expect.poll(() => writes).toEqual(['4002000140020201']);
});

it('does not read the socket while 256 frames wait for their commit', () => {
  const { reader, open, calls } = start();
  reader.take(Buffer.concat(Array.from({ length: 300 }, (_, n) => publish(n + 1, '{}'))));
  expect(reader.mayRead()).toBe(false);
  for (const settle of open.splice(0, 44)) settle(false);
  expect([reader.mayRead(), calls.resumed]).toEqual([false, 0]);
  open[0]?.(false);
  expect([reader.mayRead(), calls.resumed]).toEqual([true, 1]);
});

it('reads the socket again after a message of the server that it could not take at once', async () => {
  const { socket, reader, open, calls } = start();
  socket.pause();
  socket.write(Buffer.alloc(2 * socket.writableHighWaterMark));
  reader.take(publish(1, '{}'));
  expect(reader.mayRead()).toBe(false);
  open[0]?.(true);
  await new Promise(setImmediate);
  expect(calls.resumed).toBe(0);
  socket.resume();
  await expect.poll(() => calls.resumed).toBe(1);
});
