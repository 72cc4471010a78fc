import { gd10 } from '@manoboard/domain/fc/gd10';
import { describe, expect, it } from 'vitest';
import { createCommandHarness } from '../../test/command-harness.ts';
import { fakeClock } from '../../test/fake-clock.ts';
import { cmdAt, driveWith, opAt } from '../../test/parts.ts';
import { pause } from '../clock.ts';
import type { Disk } from '../disk/disk.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { DriveError, RunChannel, RunState } from '../drive/drive.ts';
import { createRegisterDrive } from '../drive/register-drive.ts';
import type { RegisterPort } from '../drive/register-port.ts';

const silent = () => Promise.reject(new DriveError('no_answer', 'silence'));
const PID_PRESET = 0x0901;
const exception = (code: number) => () =>
  Promise.reject(new DriveError('exception', 'no', { code, name: 'not_while_running', address: PID_PRESET }));
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

describe('reset (the board stores the offset of a meter)', () => {
  it.each([
    ['electro_meter', 'energyKwh', 105],
    ['motor_operating_hours', 'operatingH', 205],
  ] as const)(
    '%s: done at once without a write to the drive; later readings count from zero',
    async (name, counter, later) => {
      const drive = driveWith({});
      const { send, outcomes, acks, offsets, clock } = createCommandHarness(drive);
      await send(opAt(clock, 'reset', { name }));
      expect(outcomes()).toEqual(['done']);
      expect(acks[0]?.d).toEqual({ [name]: 0 });
      expect(drive.writes).toEqual([]);
      expect(offsets.apply({ ...drive.state, [counter]: later })[counter]).toBe(5);
    },
  );

  it('reset survives a restart', async () => {
    const drive = driveWith({});
    const { send, disk, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reset', { name: 'electro_meter' }));
    expect(createCommandHarness(drive, clock, { disk }).offsets.apply(drive.state)).toMatchObject({
      energyKwh: 0,
      operatingH: 200,
    });
  });

  it('reset fails if the offset cannot be stored; the meter keeps its value', async () => {
    const drive = driveWith({});
    const working = createMemoryDisk();
    const write: Disk['write'] = (name, bytes) => {
      if (name.startsWith('meters')) throw new Error('ENOSPC');
      working.write(name, bytes);
    };
    const { send, outcomes, offsets, clock } = createCommandHarness(drive, fakeClock(), {
      disk: { ...working, write },
    });
    await send(opAt(clock, 'reset', { name: 'electro_meter' }));
    expect(outcomes()).toEqual(['failed']);
    expect(offsets.apply(drive.state).energyKwh).toBe(100);
  });

  it('reset expires if the drive answers too late; the meter keeps its value', async () => {
    const clock = fakeClock();
    const drive = driveWith({});
    const read = () => pause(clock, 60_000).then(drive.read);
    const { send, outcomes, offsets } = createCommandHarness({ ...drive, read }, clock);
    await send(opAt(clock, 'reset', { name: 'electro_meter' }));
    await clock.advance(60_000);
    expect(outcomes()).toEqual(['expired']);
    expect(offsets.apply(drive.state).energyKwh).toBe(100);
  });

  it('a replaced drive with a lower counter shows its own number, never a negative one', async () => {
    const drive = driveWith({});
    const { send, offsets, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reset', { name: 'electro_meter' }));
    expect(offsets.apply({ ...drive.state, energyKwh: 3 }).energyKwh).toBe(3);
  });

  it.each([
    ['does not answer', driveWith({ read: silent })],
    ['shows no such counter', driveWith({ read: async () => ({ runState: RunState.stopped }) })],
  ])('reset with a drive that %s sets nothing to zero', async (_what, drive) => {
    const { send, outcomes, offsets, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reset', { name: 'electro_meter' }));
    expect(outcomes()).toEqual(['rejected fc_offline']);
    expect(offsets.apply({ runState: 3, energyKwh: 7 }).energyKwh).toBe(7);
  });
});

describe('reg_read', () => {
  it('reg_read is done, with raw register words', async () => {
    const drive = driveWith({ readRegisters: async () => [4073, 4073, 3184] });
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reg_read', { reg: 0x3000, n: 3 }));
    expect(outcomes()).toEqual(['done']);
    expect(acks[0]?.d).toEqual({ reg: 0x3000, val: [4073, 4073, 3184] });
  });

  it.each([
    ['outside the map', 0x4000, 1],
    ['partly outside the map', 0x2103, 2],
    ['past the last register', 65535, 2],
  ])('reg_read of a range %s is rejected without a request to the drive', async (_what, reg, n) => {
    let requests = 0;
    const readRegisters = async () => [++requests];
    const { send, outcomes, clock } = createCommandHarness(driveWith({ readRegisters }));
    await send(opAt(clock, 'reg_read', { reg, n }));
    expect(outcomes()).toEqual(['rejected not_allowed']);
    expect(requests).toBe(0);
  });

  it('reg_read is rejected for a converter type without a register map', async () => {
    const { send, outcomes, clock } = createCommandHarness(driveWith({}), fakeClock(), {
      fcType: () => 'X1',
    });
    await send(opAt(clock, 'reg_read', { reg: 0x3000, n: 1 }));
    await send(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400 }));
    expect(outcomes()).toEqual(['rejected not_allowed', 'rejected not_allowed']);
  });

  it('reg_read of a silent drive fails with fc_offline', async () => {
    const { send, outcomes, clock } = createCommandHarness(driveWith({ readRegisters: silent }));
    await send(opAt(clock, 'reg_read', { reg: 0x3000, n: 1 }));
    expect(outcomes()).toEqual(['failed fc_offline']);
  });
});

describe('reg_write', () => {
  const at380 = { readRegisters: async () => [380] };

  it.each([
    [{}, `register ${PID_PRESET} 400`],
    [{ ram: true }, `register ${PID_PRESET} 400 ram`],
    [{ expect: 380 }, `register ${PID_PRESET} 400`],
  ])('%j: done, with the new value as read back and the old one', async (more, write) => {
    const drive = driveWith(at380);
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400, ...more }));
    expect(outcomes()).toEqual(['done']);
    expect(acks[0]?.d).toEqual({ reg: PID_PRESET, val: 400, old: 380 });
    expect(drive.writes).toEqual([write]);
  });

  it('reg_write is rejected with the current value if it differs from the expected one; nothing is written', async () => {
    const drive = driveWith(at380);
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400, expect: 350 }));
    expect(outcomes()).toEqual(['rejected busy']);
    expect(acks[0]?.d).toEqual({ reg: PID_PRESET, val: 380 });
    expect(drive.writes).toEqual([]);
  });

  it.each([
    ['a register outside the map', 0x4000, 1, 'not_allowed'],
    ['a register that is read only', 0x3000, 1, 'not_allowed'],
    ['the run command, which has its own op', 0x2000, 1, 'not_allowed'],
    ['a value outside the allow-list', PID_PRESET, 5000, 'out_of_range'],
  ])('%s: rejected, nothing written', async (_what, reg, val, err) => {
    const drive = driveWith(at380);
    const { send, outcomes, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reg_write', { reg, val }));
    expect(outcomes()).toEqual([`rejected ${err}`]);
    expect(drive.writes).toEqual([]);
  });

  it('reg_write fails with the exception code of the drive', async () => {
    const drive = driveWith({ ...at380, writeRegister: exception(8) });
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400 }));
    expect(outcomes()).toEqual(['failed modbus_exception']);
    expect(acks[0]?.d).toEqual({ exc: 8, reg: PID_PRESET });
  });

  it('reg_write fails if another value is read back', async () => {
    const drive = driveWith({ ...at380, writeRegister: async () => 380 });
    const { send, outcomes, acks, clock } = createCommandHarness(drive);
    await send(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400 }));
    expect(outcomes()).toEqual(['failed']);
    expect(acks[0]?.d).toEqual({ reg: PID_PRESET, val: 380 });
  });
});

describe('restart', () => {
  it('restart is accepted now and acked as done by the next start; a duplicate does not restart', async () => {
    let restarts = 0;
    const before = createCommandHarness(driveWith({}), fakeClock(), { restart: () => restarts++ });
    const cmd = opAt(before.clock, 'restart', {});
    await before.send(cmd);
    expect(before.outcomes()).toEqual(['accepted']);
    const after = createCommandHarness(driveWith({}), before.clock, {
      disk: before.disk,
      restart: () => restarts++,
    });
    after.commands.connected();
    await after.send(cmd);
    expect(after.outcomes()).toEqual(['done', 'done']);
    expect(restarts).toBe(1);
  });

  it('restart is rejected by a board that cannot restart', async () => {
    const { send, outcomes, clock } = createCommandHarness(driveWith({}));
    await send(opAt(clock, 'restart', {}));
    expect(outcomes()).toEqual(['rejected not_allowed']);
  });
});

describe('rules for every op', () => {
  const opFields = [
    ['start_stop', { val: true }],
    ['set_lock', { val: false }],
    ['write', pressure(4.2)],
    ['pressure_control', { val: 1 }],
    ['reset', { name: 'electro_meter' }],
    ['reg_read', { reg: 0x3000, n: 1 }],
    ['reg_write', { reg: PID_PRESET, val: 400 }],
    ['restart', {}],
  ] as const;

  it.each(opFields)(
    '%s: expired, replayed, retained or without a clock, it is not executed',
    async (op, fields) => {
      const drive = driveWith({});
      let restarts = 0;
      const { send, outcomes, offsets, clock } = createCommandHarness(drive, fakeClock(), {
        restart: () => restarts++,
      });
      const old = opAt(clock, op, fields);
      await clock.advance(60_000);
      await send(old);
      await send(opAt(clock, op, fields), true);
      const fresh = opAt(clock, op, fields);
      await send({ ...fresh, exp: fresh.exp + 1 });
      await send({ ...opAt(clock, op, fields), ts: fresh.ts + 3600, exp: fresh.exp + 3600 });
      const unseen = opAt(clock, op, fields);
      clock.setUnix(undefined);
      await send(unseen);
      expect(outcomes()).toEqual([
        'expired',
        'rejected bad_request',
        'rejected bad_request',
        'rejected bad_request',
        'rejected no_clock',
      ]);
      expect(drive.writes).toEqual([]);
      expect(restarts).toBe(0);
      expect(offsets.apply(drive.state)).toEqual(drive.state);
    },
  );

  it.each(opFields)('%s is refused during the switch of a firmware update', async (op, fields) => {
    const drive = driveWith({});
    const { send, outcomes, clock } = createCommandHarness(drive, fakeClock(), { isUpdating: () => true });
    await send(opAt(clock, op, fields));
    expect(outcomes()).toEqual(['rejected busy']);
    expect(drive.writes).toEqual([]);
  });

  it('stop is never refused during an update, and the update is notified; a start does not notify it', async () => {
    const drive = driveWith({ state: { runState: RunState.forward } });
    let stops = 0;
    const hooks = { isUpdating: () => true, onStop: () => void stops++ };
    const { send, outcomes, clock } = createCommandHarness(drive, fakeClock(), hooks);
    await send(cmdAt(clock, true));
    expect(stops).toBe(0);
    await send(cmdAt(clock, false));
    expect(outcomes()).toEqual(['rejected busy', 'accepted', 'done']);
    expect(stops).toBe(1);
  });

  it.each(opFields.slice(0, 4))(
    '%s: nothing is written to a drive that is silent or without power',
    async (op, fields) => {
      for (const drive of [
        driveWith({ read: silent }),
        driveWith({ state: { runState: RunState.noPower } }),
      ]) {
        const { send, outcomes, clock } = createCommandHarness(drive);
        await send(opAt(clock, op, fields));
        expect(outcomes()).toEqual(['rejected fc_offline']);
        expect(drive.writes).toEqual([]);
      }
    },
  );

  it.each(['set_lock', 'write', 'pressure_control'] as const)(
    '%s: garbage instead of a write confirmation is not an answer',
    async (op) => {
      const garbage = () => Promise.reject(new DriveError('garbage', 'noise'));
      const drive = driveWith({
        setLock: garbage,
        setRequiredPressure: garbage,
        setPressureControl: garbage,
      });
      const { send, outcomes, clock } = createCommandHarness(drive);
      const fields = { set_lock: { val: false }, write: pressure(4.2), pressure_control: { val: 1 } }[op];
      await send(opAt(clock, op, fields as never));
      expect(outcomes()).toEqual(['accepted', 'failed fc_offline']);
    },
  );
});
