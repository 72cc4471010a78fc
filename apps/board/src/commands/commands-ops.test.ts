import { gd10 } from '@manoboard/domain/fc/gd10';
import { describe, expect, it } from 'vitest';
import { openDesk } from '../../test/desk.ts';
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
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'set_lock', { val }));
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(acks[1]?.d).toEqual({ modbus });
    expect(drive.writes).toEqual([write]);
  });

  it('a drive that confirms and does nothing has not done it', async () => {
    const { give, outcomes, acks, clock } = openDesk(driveWith({ setLock: async () => {} }));
    await give(opAt(clock, 'set_lock', { val: false }));
    await clock.advance(9_000);
    expect(outcomes()).toEqual(['accepted', 'failed']);
    expect(acks[1]?.d).toEqual({ modbus: 2 });
  });

  it('expires like start and stop, after 10 s', async () => {
    const drive = driveWith({});
    const { give, outcomes, clock } = openDesk(drive);
    const old = opAt(clock, 'set_lock', { val: false });
    await clock.advance(10_000);
    await give(old);
    expect(outcomes()).toEqual(['expired']);
    expect(drive.writes).toEqual([]);
  });
});

describe('write: the required pressure (R5.5)', () => {
  it('accepted, done, with the set point that was read back', async () => {
    const drive = driveWith({});
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'write', pressure(4.2)));
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(acks[1]?.d).toEqual({ required_pressure: 4.2 });
    expect(drive.writes).toEqual(['pressure 4.2']);
  });

  it('a drive that keeps its old set point has not done it', async () => {
    const { give, outcomes, acks, clock } = openDesk(driveWith({ setRequiredPressure: async () => {} }));
    await give(opAt(clock, 'write', pressure(4.2)));
    await clock.advance(9_000);
    expect(outcomes()).toEqual(['accepted', 'failed']);
    expect(acks[1]?.d).toEqual({ required_pressure: 4 });
  });

  it.each([
    ['mode 1 without bounds: 3 to 5.5 bar', {}, [3, 5.5], [2.99, 5.51, 0]],
    ['bounds of the config rule', { min: 2, max: 6 }, [2, 6], [1.9, 6.1]],
    ['half a config is no config', { min: 1 }, [3], [2]],
    ['mode 10: the wire carries bar ÷ 10', { normalizer: 10 }, [0.3, 2], [0.29, 2.01, 4]],
    ['mode 10 with a sensor that ends before it', { normalizer: 10, sensor_max: 10 }, [1], [1.01, 2]],
    ['mode 10 with bounds in bar', { normalizer: 10, min: 4, max: 8 }, [0.4, 0.8], [0.3, 0.81]],
  ])('%s', async (_rule, config, inside, outside) => {
    const drive = driveWith({});
    const { give, outcomes, configure, clock } = openDesk(drive);
    expect(configure(1, { pressure: config })?.st).toBe('applied');
    for (const val of outside) {
      await give(opAt(clock, 'write', pressure(val)));
      expect(outcomes().at(-1)).toBe('rejected out_of_range');
    }
    expect(drive.writes).toEqual([]);
    for (const val of inside) {
      await give(opAt(clock, 'write', pressure(val)));
      expect(outcomes().at(-1)).toBe('done');
    }
  });

  it('a drive whose own sensor ends before the bounds do: rejected, nothing written', async () => {
    const words: number[] = [];
    const port: RegisterPort = {
      read: async (_address, count) => new Array<number>(count).fill(3),
      write: async (_address, word) => void words.push(word),
      close: async () => undefined,
    };
    const { setRequiredPressure } = createRegisterDrive(port, { profile: gd10, sensorMaxBar: 10 });
    const { give, outcomes, configure, clock } = openDesk(driveWith({ setRequiredPressure }));
    configure(1, { pressure: { min: 3, max: 16, sensor_max: 16 } });
    await give(opAt(clock, 'write', pressure(12)));
    expect(outcomes().at(-1)).toBe('rejected out_of_range');
    expect(words).toEqual([]);
  });

  it('mode 10: 0.42 on the wire is 4.2 bar at the drive', async () => {
    const drive = driveWith({});
    const { give, acks, configure, clock } = openDesk(drive);
    configure(1, { pressure: { normalizer: 10 } });
    await give(opAt(clock, 'write', pressure(0.42)));
    expect(drive.writes).toEqual(['pressure 4.2']);
    expect(acks.at(-1)?.d).toEqual({ required_pressure: 0.42 });
  });

  it('R5.4 local pressure control: rejected, with who is in charge, and nothing written', async () => {
    const drive = driveWith({ state: { setPointSource: 1 } });
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'write', pressure(4.2)));
    expect(outcomes()).toEqual(['rejected not_in_comm_control']);
    expect(acks[0]?.d).toEqual({ pressure_control: 1 });
    expect(drive.writes).toEqual([]);
  });

  it('lives 60 s, not longer', async () => {
    const drive = driveWith({});
    const { give, outcomes, clock } = openDesk(drive);
    const [first, second] = [opAt(clock, 'write', pressure(4.2)), opAt(clock, 'write', pressure(4.4))];
    await clock.advance(59_000);
    await give(first);
    await clock.advance(1_000);
    await give(second);
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
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'pressure_control', { val }));
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(acks[1]?.d).toEqual({ pressure_control: now });
    expect(drive.writes).toEqual([write]);
  });

  it('a drive that keeps another local source has not done it', async () => {
    const drive = driveWith({ state: { setPointSource: 1 }, setPressureControl: async () => {} });
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'pressure_control', { val: 2 }));
    await clock.advance(9_000);
    expect(outcomes()).toEqual(['accepted', 'failed']);
    expect(acks[1]?.d).toEqual({ pressure_control: 1 });
  });

  it.each([7, 65535])('%j is no source: rejected, nothing written', async (val) => {
    const drive = driveWith({});
    const { give, outcomes, clock } = openDesk(drive);
    await give(opAt(clock, 'pressure_control', { val }));
    expect(outcomes()).toEqual(['rejected out_of_range']);
    expect(drive.writes).toEqual([]);
  });
});

describe('reset (a zero that the board keeps)', () => {
  it.each([
    ['electro_meter', 'energyKwh', 105],
    ['motor_operating_hours', 'operatingH', 205],
  ] as const)(
    '%s: done at once, the drive untouched, later readings count from there',
    async (name, counter, later) => {
      const drive = driveWith({});
      const { give, outcomes, acks, offsets, clock } = openDesk(drive);
      await give(opAt(clock, 'reset', { name }));
      expect(outcomes()).toEqual(['done']);
      expect(acks[0]?.d).toEqual({ [name]: 0 });
      expect(drive.writes).toEqual([]);
      expect(offsets.apply({ ...drive.state, [counter]: later })[counter]).toBe(5);
    },
  );

  it('outlives a restart', async () => {
    const drive = driveWith({});
    const { give, disk, clock } = openDesk(drive);
    await give(opAt(clock, 'reset', { name: 'electro_meter' }));
    expect(openDesk(drive, clock, { disk }).offsets.apply(drive.state)).toMatchObject({
      energyKwh: 0,
      operatingH: 200,
    });
  });

  it('a zero that the disk does not take has failed, and nothing was set to zero', async () => {
    const drive = driveWith({});
    const working = createMemoryDisk();
    const write: Disk['write'] = (name, bytes) => {
      if (name.startsWith('meters')) throw new Error('ENOSPC');
      working.write(name, bytes);
    };
    const { give, outcomes, offsets, clock } = openDesk(drive, fakeClock(), { disk: { ...working, write } });
    await give(opAt(clock, 'reset', { name: 'electro_meter' }));
    expect(outcomes()).toEqual(['failed']);
    expect(offsets.apply(drive.state).energyKwh).toBe(100);
  });

  it('a drive that answers after the command has died: expired, and nothing was set to zero', async () => {
    const clock = fakeClock();
    const drive = driveWith({});
    const read = () => pause(clock, 60_000).then(drive.read);
    const { give, outcomes, offsets } = openDesk({ ...drive, read }, clock);
    await give(opAt(clock, 'reset', { name: 'electro_meter' }));
    await clock.advance(60_000);
    expect(outcomes()).toEqual(['expired']);
    expect(offsets.apply(drive.state).energyKwh).toBe(100);
  });

  it('another drive that counts from less shows its own number, never a negative one', async () => {
    const drive = driveWith({});
    const { give, offsets, clock } = openDesk(drive);
    await give(opAt(clock, 'reset', { name: 'electro_meter' }));
    expect(offsets.apply({ ...drive.state, energyKwh: 3 }).energyKwh).toBe(3);
  });

  it.each([
    ['does not answer', driveWith({ read: silent })],
    ['shows no such counter', driveWith({ read: async () => ({ runState: RunState.stopped }) })],
  ])('a drive that %s: nothing is set to zero', async (_what, drive) => {
    const { give, outcomes, offsets, clock } = openDesk(drive);
    await give(opAt(clock, 'reset', { name: 'electro_meter' }));
    expect(outcomes()).toEqual(['rejected fc_offline']);
    expect(offsets.apply({ runState: 3, energyKwh: 7 }).energyKwh).toBe(7);
  });
});

describe('reg_read', () => {
  it('done, with the words of the wire', async () => {
    const drive = driveWith({ readRegisters: async () => [4073, 4073, 3184] });
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'reg_read', { reg: 0x3000, n: 3 }));
    expect(outcomes()).toEqual(['done']);
    expect(acks[0]?.d).toEqual({ reg: 0x3000, val: [4073, 4073, 3184] });
  });

  it.each([
    ['outside the map', 0x4000, 1],
    ['partly outside the map', 0x2103, 2],
    ['past the last register', 65535, 2],
  ])('a stretch %s: rejected, and the drive is not asked', async (_what, reg, n) => {
    let asked = 0;
    const readRegisters = async () => [++asked];
    const { give, outcomes, clock } = openDesk(driveWith({ readRegisters }));
    await give(opAt(clock, 'reg_read', { reg, n }));
    expect(outcomes()).toEqual(['rejected not_allowed']);
    expect(asked).toBe(0);
  });

  it('a converter of a type without a map has no registers', async () => {
    const { give, outcomes, clock } = openDesk(driveWith({}), fakeClock(), { fcType: () => 'X1' });
    await give(opAt(clock, 'reg_read', { reg: 0x3000, n: 1 }));
    await give(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400 }));
    expect(outcomes()).toEqual(['rejected not_allowed', 'rejected not_allowed']);
  });

  it('silence is fc_offline', async () => {
    const { give, outcomes, clock } = openDesk(driveWith({ readRegisters: silent }));
    await give(opAt(clock, 'reg_read', { reg: 0x3000, n: 1 }));
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
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400, ...more }));
    expect(outcomes()).toEqual(['done']);
    expect(acks[0]?.d).toEqual({ reg: PID_PRESET, val: 400, old: 380 });
    expect(drive.writes).toEqual([write]);
  });

  it('something else stands there than the sender expects: nothing written, and told what stands', async () => {
    const drive = driveWith(at380);
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400, expect: 350 }));
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
    const { give, outcomes, clock } = openDesk(drive);
    await give(opAt(clock, 'reg_write', { reg, val }));
    expect(outcomes()).toEqual([`rejected ${err}`]);
    expect(drive.writes).toEqual([]);
  });

  it('the drive’s exception is told with its code', async () => {
    const drive = driveWith({ ...at380, writeRegister: exception(8) });
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400 }));
    expect(outcomes()).toEqual(['failed modbus_exception']);
    expect(acks[0]?.d).toEqual({ exc: 8, reg: PID_PRESET });
  });

  it('another value read back is not done', async () => {
    const drive = driveWith({ ...at380, writeRegister: async () => 380 });
    const { give, outcomes, acks, clock } = openDesk(drive);
    await give(opAt(clock, 'reg_write', { reg: PID_PRESET, val: 400 }));
    expect(outcomes()).toEqual(['failed']);
    expect(acks[0]?.d).toEqual({ reg: PID_PRESET, val: 380 });
  });
});

describe('restart', () => {
  it('accepted now; done is told by the next start, and a repetition restarts nothing', async () => {
    let restarts = 0;
    const before = openDesk(driveWith({}), fakeClock(), { restart: () => restarts++ });
    const cmd = opAt(before.clock, 'restart', {});
    await before.give(cmd);
    expect(before.outcomes()).toEqual(['accepted']);
    const after = openDesk(driveWith({}), before.clock, { disk: before.disk, restart: () => restarts++ });
    after.commands.connected();
    await after.give(cmd);
    expect(after.outcomes()).toEqual(['done', 'done']);
    expect(restarts).toBe(1);
  });

  it('a board that cannot be restarted says so', async () => {
    const { give, outcomes, clock } = openDesk(driveWith({}));
    await give(opAt(clock, 'restart', {}));
    expect(outcomes()).toEqual(['rejected not_allowed']);
  });
});

describe('what holds for every op', () => {
  const words = [
    ['start_stop', { val: true }],
    ['set_lock', { val: false }],
    ['write', pressure(4.2)],
    ['pressure_control', { val: 1 }],
    ['reset', { name: 'electro_meter' }],
    ['reg_read', { reg: 0x3000, n: 1 }],
    ['reg_write', { reg: PID_PRESET, val: 400 }],
    ['restart', {}],
  ] as const;

  it.each(words)('%s: expired, replayed, retained, or without a clock, it does nothing', async (op, say) => {
    const drive = driveWith({});
    let restarts = 0;
    const { give, outcomes, offsets, clock } = openDesk(drive, fakeClock(), { restart: () => restarts++ });
    const old = opAt(clock, op, say);
    await clock.advance(60_000);
    await give(old);
    await give(opAt(clock, op, say), true);
    const fresh = opAt(clock, op, say);
    await give({ ...fresh, exp: fresh.exp + 1 });
    await give({ ...opAt(clock, op, say), ts: fresh.ts + 3600, exp: fresh.exp + 3600 });
    const unseen = opAt(clock, op, say);
    clock.setUnix(undefined);
    await give(unseen);
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
  });

  it.each(words)('%s is refused while the board changes its firmware', async (op, say) => {
    const drive = driveWith({});
    const { give, outcomes, clock } = openDesk(drive, fakeClock(), { isUpdating: () => true });
    await give(opAt(clock, op, say));
    expect(outcomes()).toEqual(['rejected busy']);
    expect(drive.writes).toEqual([]);
  });

  it('stop is not refused, whatever else goes on, and an update hears of it; of a start it does not', async () => {
    const drive = driveWith({ state: { runState: RunState.forward } });
    let stops = 0;
    const hooks = { isUpdating: () => true, onStop: () => void stops++ };
    const { give, outcomes, clock } = openDesk(drive, fakeClock(), hooks);
    await give(cmdAt(clock, true));
    expect(stops).toBe(0);
    await give(cmdAt(clock, false));
    expect(outcomes()).toEqual(['rejected busy', 'accepted', 'done']);
    expect(stops).toBe(1);
  });

  it.each(words.slice(0, 4))(
    '%s: a drive that does not answer, or has no power, is asked for nothing',
    async (op, say) => {
      for (const drive of [
        driveWith({ read: silent }),
        driveWith({ state: { runState: RunState.noPower } }),
      ]) {
        const { give, outcomes, clock } = openDesk(drive);
        await give(opAt(clock, op, say));
        expect(outcomes()).toEqual(['rejected fc_offline']);
        expect(drive.writes).toEqual([]);
      }
    },
  );

  it.each(['set_lock', 'write', 'pressure_control'] as const)(
    '%s: garbage at the write is no answer',
    async (op) => {
      const garbage = () => Promise.reject(new DriveError('garbage', 'noise'));
      const drive = driveWith({
        setLock: garbage,
        setRequiredPressure: garbage,
        setPressureControl: garbage,
      });
      const { give, outcomes, clock } = openDesk(drive);
      const said = { set_lock: { val: false }, write: pressure(4.2), pressure_control: { val: 1 } }[op];
      await give(opAt(clock, op, said as never));
      expect(outcomes()).toEqual(['accepted', 'failed fc_offline']);
    },
  );
});
