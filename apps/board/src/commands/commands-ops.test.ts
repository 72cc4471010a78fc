import { describe, expect, it } from 'vitest';
import { createCommandHarness } from '../../test/command-harness.ts';
import { fakeClock } from '../../test/fake-clock.ts';
import { cmdAt, driveWith, opAt } from '../../test/parts.ts';
import { DriveError, RunState } from '../drive/drive.ts';

const silent = () => Promise.reject(new DriveError('no_answer', 'silence'));
const PID_PRESET = 0x0901;
const pressure = (val: number) => ({ what: 'Required pressure', val }) as const;

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

  it.each(opFields.slice(0, 4))(
    '%s is refused when the switch of an update begins while the drive is read',
    async (op, fields) => {
      let isUpdating = false;
      const read = async () => {
        isUpdating = true;
        return { ...drive.state };
      };
      const drive = driveWith({ read });
      const { send, outcomes, clock } = createCommandHarness(drive, fakeClock(), {
        isUpdating: () => isUpdating,
      });
      await send(opAt(clock, op, fields));
      expect(outcomes()).toEqual(['rejected busy']);
      expect(drive.writes).toEqual([]);
    },
  );

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
