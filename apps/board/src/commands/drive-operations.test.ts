import { gd10 } from '@manoboard/domain/fc/gd10';
import { describe, expect, it } from 'vitest';
import { createCommandHarness } from '../../test/command-harness.ts';
import { driveWith, opAt } from '../../test/parts.ts';
import { RunChannel } from '../drive/drive.ts';
import { createRegisterDrive } from '../drive/register-drive.ts';
import type { RegisterPort } from '../drive/register-port.ts';

const pressure = (val: number) => ({ what: 'Required pressure', val }) as const;

describe('set_lock (R5.2)', () => {
  it.each([
    [true, RunChannel.keypad, 'lock', 2],
    [false, RunChannel.communication, 'unlock', 0],
  ])('%s: accepted, done, with the channel that was read back', async (val, runChannel, write, modbus) => {
    const drive = driveWith({ state: { runChannel } });
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'set_lock', { val }));
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(acks[1]?.d).toEqual({ modbus });
    expect(drive.writes).toEqual([write]);
  });

  it('set_lock fails if the drive confirms the write but does not change', async () => {
    const { send, outcomes, acks, clock } = createCommandHarness(driveWith({ setLock: async () => {} }));
    await send(opAt(clock, 'set_lock', { val: false }));
    await clock.advance(9_000);
    expect(outcomes()).toEqual(['accepted', 'failed']);
    expect(acks[1]?.d).toEqual({ modbus: 2 });
  });

  it('set_lock expires after 10 s, like start and stop', async () => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive);
    const old = opAt(clock, 'set_lock', { val: false });
    await clock.advance(10_000);
    await send(old);
    expect(outcomes()).toEqual(['expired']);
    expect(drive.writes).toEqual([]);
  });
});

describe('write: the required pressure (R5.5)', () => {
  it('write is accepted, then done, with the set point that was read back', async () => {
    const drive = driveWith({});
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'write', pressure(4.2)));
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(acks[1]?.d).toEqual({ required_pressure: 4.2 });
    expect(drive.writes).toEqual(['pressure 4.2']);
  });

  it('write fails if the drive keeps its old set point', async () => {
    const { send, outcomes, acks, clock } = createCommandHarness(
      driveWith({ setRequiredPressure: async () => {} }),
    );
    await send(opAt(clock, 'write', pressure(4.2)));
    await clock.advance(9_000);
    expect(outcomes()).toEqual(['accepted', 'failed']);
    expect(acks[1]?.d).toEqual({ required_pressure: 4 });
  });

  it.each([
    ['mode 1 without bounds: 3 to 5.5 bar', {}, [3, 5.5], [2.99, 5.51, 0]],
    ['the configured bounds apply', { min: 2, max: 6 }, [2, 6], [1.9, 6.1]],
    ['a config with only one bound is ignored', { min: 1 }, [3], [2]],
    ['mode 10: the wire carries bar ÷ 10', { normalizer: 10 }, [0.3, 2], [0.29, 2.01, 4]],
    ['mode 10 limited by the sensor span', { normalizer: 10, sensor_max: 10 }, [1], [1.01, 2]],
    ['mode 10 with bounds in bar', { normalizer: 10, min: 4, max: 8 }, [0.4, 0.8], [0.3, 0.81]],
  ])('%s', async (_rule, config, inside, outside) => {
    const drive = driveWith({});
    const { send, outcomes, configure, clock } = createCommandHarness(drive);
    expect(configure(1, { pressure: config })?.st).toBe('applied');
    for (const val of outside) {
      await send(opAt(clock, 'write', pressure(val)));
      expect(outcomes().at(-1)).toBe('rejected out_of_range');
    }
    expect(drive.writes).toEqual([]);
    for (const val of inside) {
      await send(opAt(clock, 'write', pressure(val)));
      expect(outcomes().at(-1)).toBe('done');
    }
  });

  it("write above the span of the drive's sensor is rejected; nothing is written", async () => {
    const opFields: number[] = [];
    const port: RegisterPort = {
      read: async (_address, count) => new Array<number>(count).fill(3),
      write: async (_address, word) => void opFields.push(word),
      close: async () => undefined,
    };
    const { setRequiredPressure } = createRegisterDrive(port, { profile: gd10, sensorMaxBar: 10 });
    const { send, outcomes, configure, clock } = createCommandHarness(driveWith({ setRequiredPressure }));
    configure(1, { pressure: { min: 3, max: 16, sensor_max: 16 } });
    await send(opAt(clock, 'write', pressure(12)));
    expect(outcomes().at(-1)).toBe('rejected out_of_range');
    expect(opFields).toEqual([]);
  });

  it('mode 10: 0.42 on the wire is 4.2 bar at the drive', async () => {
    const drive = driveWith({});
    const { send, acks, configure, clock } = createCommandHarness(drive);
    configure(1, { pressure: { normalizer: 10 } });
    await send(opAt(clock, 'write', pressure(0.42)));
    expect(drive.writes).toEqual(['pressure 4.2']);
    expect(acks.at(-1)?.d).toEqual({ required_pressure: 0.42 });
  });

  it('R5.4 write under local pressure control is rejected with the current source; nothing is written', async () => {
    const drive = driveWith({ state: { setPointSource: 1 } });
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'write', pressure(4.2)));
    expect(outcomes()).toEqual(['rejected not_in_comm_control']);
    expect(acks[0]?.d).toEqual({ pressure_control: 1 });
    expect(drive.writes).toEqual([]);
  });

  it('write expires after 60 s', async () => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive);
    const [first, second] = [opAt(clock, 'write', pressure(4.2)), opAt(clock, 'write', pressure(4.4))];
    await clock.advance(59_000);
    await send(first);
    await clock.advance(1_000);
    await send(second);
    expect(outcomes()).toEqual(['accepted', 'done', 'expired']);
  });
});

describe('pressure_control (R5.4)', () => {
  it.each([
    [0, 1, 'source 0', 0],
    [false, 1, 'source 0', 0],
    [1, 0, 'source 1', 1],
    [true, 0, 'source 1', 1],
    [6, 1, 'source 6', 6],
  ])('%j: done, with the source that was read back', async (val, setPointSource, write, now) => {
    const drive = driveWith({ state: { setPointSource } });
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'pressure_control', { val }));
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(acks[1]?.d).toEqual({ pressure_control: now });
    expect(drive.writes).toEqual([write]);
  });

  it('pressure_control fails if the drive keeps another local source', async () => {
    const drive = driveWith({ state: { setPointSource: 1 }, setPressureControl: async () => {} });
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'pressure_control', { val: 2 }));
    await clock.advance(9_000);
    expect(outcomes()).toEqual(['accepted', 'failed']);
    expect(acks[1]?.d).toEqual({ pressure_control: 1 });
  });

  it.each([7, 65535])('pressure_control rejects the unknown source %j; nothing is written', async (val) => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'pressure_control', { val }));
    expect(outcomes()).toEqual(['rejected out_of_range']);
    expect(drive.writes).toEqual([]);
  });
});
