import { gd10 as profile } from '@manoboard/domain/fc/gd10';
import { describe, expect, it } from 'vitest';
import { gd10World } from '../../../test/gd10-world.ts';
import { createFaultSwitches } from '../../faults/fault-switches.ts';
import { awaitReset } from '../../plant/self-start.ts';
import { RunChannel } from '../drive.ts';
import { joinBytes, wordBytes } from '../modbus/bytes.ts';
import { answerRequest } from './answer-request.ts';
import { RegisterException } from './register-exception.ts';

const codeOf = (request: () => unknown) => {
  try {
    request();
    return 0;
  } catch (error) {
    return error instanceof RegisterException ? error.code : error;
  }
};

it('every register of the map is readable, and reserved ones are 0', () => {
  const { gd10 } = gd10World();
  for (const { address } of profile.registers) expect(gd10.read(address, 1)).toHaveLength(1);
  for (const address of profile.reserved) expect(gd10.read(address, 1)).toEqual([0]);
});

it('every read-only register refuses a write with 07 and keeps its value', () => {
  const { gd10 } = gd10World();
  for (const { address } of profile.registers.filter(({ access }) => access === 'ro')) {
    const before = gd10.read(address, 1);
    expect(codeOf(() => gd10.write(address, 12_345))).toBe(7);
    expect(gd10.read(address, 1)).toEqual(before);
  }
});

it.each([
  ['16 words are answered', 0x3000, 16, 0],
  ['17 words are refused with 03', 0x3000, 17, 3],
  ['no words are refused with 03', 0x3000, 0, 3],
  ['a gap in the range is refused with 02', 0x300f, 2, 2],
  ['a range beyond the last address is refused with 02', 0xffff, 2, 2],
  ['a RAM address cannot be read', 0x8901, 1, 2],
  ['P29 is the maker’s', 0x1d01, 1, 9],
])('%s', (_what, address, count, code) => {
  const { gd10 } = gd10World();
  expect(codeOf(() => gd10.read(address, count))).toBe(code);
});

it.each([
  ['P00.01 = 3', 0x0001, 3, 4],
  ['P09.00 = 7', 0x0900, 7, 4],
  ['P09.01 = 100.1 %', 0x0901, 1001, 4],
  ['P09.01 = −100.0 %', 0x0901, 0x1_0000 - 1000, 0],
  ['2000H = 9', 0x2000, 9, 4],
  ['2002H in RAM: a command has no RAM address', 0xa002, 400, 2],
  ['no such register', 0x4000, 1, 2],
  ['P29 is the maker’s', 0x1d01, 1, 9],
])('write %s: %s', (_what, address, word, code) => {
  const { gd10 } = gd10World();
  expect(codeOf(() => gd10.write(address, word))).toBe(code);
});

it('P00.03 is refused with 08 while the motor turns, and accepted when it is stopped', async () => {
  const { gd10, clock } = gd10World({ isOn: true });
  await clock.advance(2_000);
  expect(codeOf(() => gd10.write(0x0003, 4500))).toBe(8);
  gd10.write(0x2000, 5);
  await clock.advance(10_000);
  gd10.write(0x0003, 4500);
  expect(gd10.read(0x0003, 1)).toEqual([4500]);
});

it('R5.2 the line can start and stop only with P00.01 = 2 and P00.02 = 0', async () => {
  for (const [channel, communication] of [
    [RunChannel.keypad, 0],
    [RunChannel.terminal, 0],
    [RunChannel.communication, 1],
  ] as const) {
    const { gd10, plant } = gd10World({}, channel);
    gd10.write(0x0002, communication);
    gd10.write(0x2000, 1);
    expect(plant.isOn).toBe(false);
  }
});

it('2101H shows the run channel in bits 5 and 6', () => {
  const bits = (channel: number) => gd10World({}, channel).gd10.read(0x2101, 1);
  expect([0, 1, 2].map(bits)).toEqual([[0x01], [0x21], [0x41]]);
});

it('the fault history keeps six faults, newest first, with the measured values', async () => {
  const { gd10, plant, clock } = gd10World();
  for (const code of [16, 10, 16, 10, 16, 10, 10]) {
    gd10.write(0x2000, 1);
    plant.faultCode = code;
    gd10.read(0x2102, 1);
    gd10.write(0x2000, 7);
    await clock.advance(100);
  }
  expect(gd10.read(0x071b, 6)).toEqual([10, 10, 16, 10, 16, 10]);
  expect(gd10.read(0x0725, 1)[0]).toBeGreaterThan(3200);
});

it('R5.9 P09.11 and P09.12: lost feedback trips with PIDE and is reset only when the sensor is back', async () => {
  const faults = createFaultSwitches();
  const { gd10, clock } = gd10World({ isOn: true, faults: faults.active });
  gd10.write(0x090b, 20);
  gd10.write(0x090c, 10);
  await clock.advance(2_000);
  expect(gd10.read(0x2100, 1)).toEqual([1]);
  faults.on('sensor_break');
  await clock.advance(900);
  expect(gd10.read(0x2100, 1)).toEqual([1]);
  await clock.advance(1_000);
  expect(gd10.read(0x2100, 3)).toEqual([4, 0x41, 22]);
  gd10.write(0x2000, 7);
  expect(gd10.read(0x2100, 1)).toEqual([4]);
  faults.off('sensor_break');
  await clock.advance(5_000);
  gd10.write(0x2000, 7);
  expect(gd10.read(0x2100, 1)).toEqual([3]);
});

it('R5.9 UV is not reset while the supply is low', async () => {
  const faults = createFaultSwitches();
  const { gd10, clock } = gd10World({ isOn: true, faults: faults.active });
  faults.on('under_voltage');
  await clock.advance(1_000);
  expect(gd10.read(0x2102, 1)).toEqual([10]);
  gd10.write(0x2000, 7);
  expect(gd10.read(0x2100, 1)).toEqual([4]);
  faults.off('under_voltage');
  await clock.advance(1_000);
  gd10.write(0x2000, 7);
  expect(gd10.read(0x2100, 1)).toEqual([3]);
});

it('a set point by Modbus (P09.00 = 6) follows 2002H', () => {
  const { gd10, plant } = gd10World();
  gd10.write(0x2002, 350);
  expect(plant.setPointBar).toBe(4);
  gd10.write(0x0900, 6);
  expect(plant.setPointBar).toBe(3.5);
  expect(gd10.read(0x3008, 1)).toEqual([350]);
});

const pdu = (functionCode: number, ...words: number[]) => joinBytes([functionCode], wordBytes(...words));

it.each([
  ['01 coils', pdu(0x01, 0, 1), [0x81, 1]],
  ['04 input registers', pdu(0x04, 0x2100, 1), [0x84, 1]],
  ['10H many registers', pdu(0x10, 0x2000, 1, 0x0200, 0x0100), [0x90, 1]],
  ['08 echoes the request', pdu(0x08, 0, 0x12ab), [0x08, 0, 0, 0x12, 0xab]],
  ['08 with another task', pdu(0x08, 1, 0), [0x88, 3]],
  ['a read that is too short', pdu(0x03, 0x2100), [0x83, 3]],
  ['a write that is too long', pdu(0x06, 0x2000, 1, 1), [0x86, 3]],
])('function %s', (_what, request, answer) => {
  const { gd10, plant } = gd10World();
  expect([...answerRequest(gd10, request)]).toEqual(answer);
  expect(plant.isOn).toBe(false);
});

describe('a drive that starts by itself', () => {
  const RESTART = 0x0115;
  const RESETS = 0x081c;
  const isOn = ({ plant }: ReturnType<typeof gd10World>) => plant.isOn;
  /** A running drive with these parameters, written over the line. */
  function running(words: readonly [number, number][]) {
    const world = gd10World({ isOn: true });
    for (const [address, word] of words) world.gd10.write(address, word);
    return world;
  }
  const trip = ({ plant }: ReturnType<typeof gd10World>) => {
    Object.assign(plant, { faultCode: 36, isOn: false, frequencyHz: 0 });
    awaitReset(plant.selfStart);
  };

  it('its parameters are readable and writable over the line, within their limits', () => {
    const { gd10 } = gd10World();
    expect([gd10.read(RESTART, 2), gd10.read(RESETS, 2)]).toEqual([
      [0, 10],
      [0, 10],
    ]);
    gd10.write(RESTART, 1);
    gd10.write(RESETS, 10);
    expect([gd10.read(RESTART, 1), gd10.read(RESETS, 1)]).toEqual([[1], [10]]);
    expect(codeOf(() => gd10.write(RESTART, 2))).toBe(4);
    expect(codeOf(() => gd10.write(RESETS, 11))).toBe(4);
  });

  it('P01.21 = 1: starts P01.22 after a power cut, if it was on', async () => {
    const world = running([
      [RESTART, 1],
      [RESTART + 1, 30],
    ]);
    world.gd10.powerCycle();
    expect(isOn(world)).toBe(false);
    await world.clock.advance(2_500);
    world.gd10.read(0x2100, 1);
    expect(isOn(world)).toBe(false);
    await world.clock.advance(1_000);
    expect(world.gd10.read(0x2100, 1)).toEqual([1]);
  });

  it.each([
    ['it was off', (world: ReturnType<typeof gd10World>) => world.gd10.write(0x2000, 5), 0],
    ['it is stopped meanwhile', () => undefined, 5],
  ] as const)('P01.21 = 1: stays stopped if %s', async (_what, before, command) => {
    const world = running([[RESTART, 1]]);
    before(world);
    world.gd10.powerCycle();
    if (command) world.gd10.write(0x2000, command);
    await world.clock.advance(60_000);
    expect(world.gd10.read(0x2100, 1)).toEqual([3]);
  });

  it('P01.21 = 0: stays stopped after a power cut', async () => {
    const world = running([]);
    world.gd10.powerCycle();
    await world.clock.advance(60_000);
    expect(world.gd10.read(0x2100, 1)).toEqual([3]);
  });

  it('P08.28 = 2: resets a fault after P08.29 and starts, twice; the third fault stays', async () => {
    const world = running([
      [RESETS, 2],
      [RESETS + 1, 50],
    ]);
    for (let time = 0; time < 2; time++) {
      trip(world);
      await world.clock.advance(4_500);
      expect(world.gd10.read(0x2100, 1)).toEqual([4]);
      await world.clock.advance(1_000);
      expect(world.gd10.read(0x2100, 1)).toEqual([1]);
    }
    trip(world);
    await world.clock.advance(60_000);
    expect(world.gd10.read(0x2100, 1)).toEqual([4]);
    world.gd10.write(0x2000, 7);
    await world.clock.advance(60_000);
    expect(world.gd10.read(0x2100, 1)).toEqual([3]);
  });

  it('the fault sets its parameters like a person at the keypad, and sets them back', () => {
    const switches = createFaultSwitches();
    const { gd10 } = gd10World({ faults: switches.active });
    switches.on('self_start', { restart_s: 12.5, resets: 4 });
    expect([gd10.read(RESTART, 2), gd10.read(RESETS, 2)]).toEqual([
      [1, 125],
      [4, 50],
    ]);
    gd10.write(RESTART, 0);
    expect(gd10.read(RESTART, 1)).toEqual([0]);
    switches.off('self_start');
    expect([gd10.read(RESTART, 2), gd10.read(RESETS, 2)]).toEqual([
      [0, 10],
      [0, 10],
    ]);
  });
});
