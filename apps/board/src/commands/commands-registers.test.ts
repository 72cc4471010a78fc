import { describe, expect, it } from 'vitest';
import { createCommandHarness } from '../../test/command-harness.ts';
import { fakeClock } from '../../test/fake-clock.ts';
import { driveWith, opAt } from '../../test/parts.ts';
import { DriveError } from '../drive/drive.ts';

const silent = () => Promise.reject(new DriveError('no_answer', 'silence'));
const PID_PRESET = 0x0901;
const exception = (code: number) => () =>
  Promise.reject(new DriveError('exception', 'no', { code, name: 'not_while_running', address: PID_PRESET }));

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

  it('of two writes that expect the same value only the first is executed', async () => {
    let word = 380;
    const drive = driveWith({
      readRegisters: async () => [word],
      async writeRegister(_address, next) {
        word = next;
        return next;
      },
    });
    const { send, acks, clock } = createCommandHarness(drive);
    const [first, second] = [400, 410].map((val) =>
      opAt(clock, 'reg_write', { reg: PID_PRESET, val, expect: 380 }),
    );
    await Promise.all([send(first), send(second)]);
    expect(drive.writes).toEqual([`register ${PID_PRESET} 400`]);
    expect(acks.at(-1)).toMatchObject({ id: second?.id, err: 'busy', d: { reg: PID_PRESET, val: 400 } });
  });
});
