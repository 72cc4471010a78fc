import { beforeEach, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { type Gd10World, gd10World } from '../../../test/gd10-world.ts';
import { joinBytes } from '../modbus/bytes.ts';
import { encodeRequest, type Request } from '../modbus/pdu.ts';
import { encodeRtu } from '../modbus/rtu-frame.ts';
import { createRtuSlave, type RtuSlave } from './rtu-slave.ts';

const STATE: Request = { kind: 'read', address: 0x2100, count: 1 };
const START: Request = { kind: 'write', address: 0x2000, word: 1 };
const frameOf = (unit: number, request: Request) => encodeRtu(unit, encodeRequest(request));
const ANSWER = encodeRtu(1, Uint8Array.of(3, 2, 0, 3));

let world: Gd10World;
let clock: FakeClock;
let slave: RtuSlave;
let sent: Uint8Array[];

beforeEach(() => {
  world = gd10World();
  clock = fakeClock();
  sent = [];
  slave = createRtuSlave({ bank: world.gd10, unit: 1, clock, send: (frame) => sent.push(frame) });
});

it('a request is answered as soon as it is complete, in any number of pieces', () => {
  for (const byte of frameOf(1, STATE)) slave.receive(Uint8Array.of(byte));
  slave.receive(joinBytes(frameOf(1, STATE), frameOf(1, STATE)));
  expect(sent).toEqual([ANSWER, ANSWER, ANSWER]);
});

it('requests for other units get no answer; broadcasts are executed without an answer', async () => {
  slave.receive(frameOf(2, START));
  expect(world.plant.isOn).toBe(false);
  slave.receive(frameOf(0, START));
  expect(world.plant.isOn).toBe(true);
  await clock.advance(1_000);
  expect(sent).toEqual([]);
});

it('an unknown function is refused after the line falls silent', async () => {
  slave.receive(encodeRtu(1, Uint8Array.of(0x10, 0x20, 0x00, 0x00, 0x01, 0x02, 0x00, 0x01)));
  expect(sent).toEqual([]);
  await clock.advance(50);
  expect(sent).toEqual([encodeRtu(1, Uint8Array.of(0x90, 1))]);
  expect(world.plant.isOn).toBe(false);
});

it('a frame with a wrong checksum is refused with 06 and not executed', async () => {
  slave.receive(frameOf(1, START).with(-1, 0));
  await clock.advance(50);
  expect(sent).toEqual([encodeRtu(1, Uint8Array.of(0x86, 6))]);
  expect(world.plant.isOn).toBe(false);
});

it('noise is discarded by the following silence: the next request is answered', async () => {
  slave.receive(Uint8Array.of(0xff, 0x00, 0x55));
  await clock.advance(50);
  slave.receive(frameOf(1, STATE));
  expect(sent).toEqual([ANSWER]);
});

it('an endless stream of noise uses no memory and gets no answer', async () => {
  for (let i = 0; i < 100; i++) slave.receive(new Uint8Array(1_000).fill(0xaa));
  await clock.advance(50);
  slave.receive(frameOf(1, STATE));
  expect(sent).toEqual([ANSWER]);
});
