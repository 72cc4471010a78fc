import { describe, expect, it } from 'vitest';
import { createCommandHarness } from '../../test/command-harness.ts';
import { fakeClock } from '../../test/fake-clock.ts';
import { driveWith, opAt } from '../../test/parts.ts';
import { pause } from '../clock.ts';
import type { Disk } from '../disk/disk.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { DriveError, RunState } from '../drive/drive.ts';

const silent = () => Promise.reject(new DriveError('no_answer', 'silence'));

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
