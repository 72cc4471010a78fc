import { describe, expect, it } from 'vitest';
import { createCommandHarness } from '../../test/command-harness.ts';
import { fakeClock } from '../../test/fake-clock.ts';
import { cmdAt, driveWith, opAt } from '../../test/parts.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { DriveError, type DriveState, RunChannel, RunState } from '../drive/drive.ts';
import type { CommandParts } from './commands.ts';
import { createRunMemory } from './run-memory.ts';

const OC1 = 4;
const fault: Partial<DriveState> = { runState: RunState.fault, faultCode: OC1 };
const stopped: DriveState = { runState: RunState.stopped };
const running: DriveState = { runState: RunState.forward };

type Verbs = Parameters<typeof driveWith>[0];

async function reset(
  verbs: Verbs,
  { wasOn = false, ...more }: Partial<CommandParts> & { wasOn?: boolean } = {},
) {
  const drive = driveWith(verbs);
  const desk = createCommandHarness(drive, fakeClock(), more);
  desk.runMemory.see(wasOn ? running : stopped);
  await desk.send(opAt(desk.clock, 'fault_reset', { val: true }));
  await desk.clock.advance(20_000);
  return { ...desk, drive, last: () => desk.acks.at(-1) };
}

describe('fault_reset (R5.9)', () => {
  it('fault_reset is done when the drive has left the fault state; a pump that was off stays off', async () => {
    const { outcomes, last, drive } = await reset({ state: fault });
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(last()?.d).toEqual({ on_off_state_r: RunState.stopped, fault: 0 });
    expect(drive.writes).toEqual(['reset fault']);
  });

  it('fault_reset restarts a pump that was on before the fault, and the ack reports it as on', async () => {
    const { outcomes, last, drive } = await reset({ state: fault }, { wasOn: true });
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(last()?.d).toEqual({ on_off_state_r: RunState.forward, fault: 0 });
    expect(drive.writes).toEqual(['reset fault', 'start']);
  });

  it('fault_reset fails when the drive stays in fault', async () => {
    const { outcomes, last, drive } = await reset(
      { state: fault, resetFault: async () => {} },
      { wasOn: true },
    );
    expect(outcomes()).toEqual(['accepted', 'failed fc_fault']);
    expect(last()?.d).toEqual({ on_off_state_r: RunState.fault, fault: OC1 });
    expect(drive.writes).toEqual(['reset fault']);
  });

  it('fault_reset fails when the drive leaves the fault for one poll only', async () => {
    let reads = 0;
    const read = async (): Promise<DriveState> =>
      ++reads === 2 ? { ...stopped, faultCode: 0 } : { runState: RunState.fault, faultCode: OC1 };
    const { outcomes } = await reset({ read }, { wasOn: true });
    expect(outcomes()).toEqual(['accepted', 'failed fc_fault']);
  });

  it('fault_reset fails when the following start causes a new fault', async () => {
    const drive: Verbs = { state: { ...fault } };
    const { outcomes, last } = await reset(
      { ...drive, read: trippingRead(), start: async () => {} },
      { wasOn: true },
    );
    expect(outcomes()).toEqual(['accepted', 'failed fc_fault']);
    expect(last()?.d).toEqual({ on_off_state_r: RunState.fault, fault: 5 });
  });

  it('a start that the drive does not receive leaves the reset done and the pump off', async () => {
    const start = () => Promise.reject(new DriveError('no_answer', 'silence'));
    const { outcomes, last } = await reset({ state: fault, start }, { wasOn: true });
    expect(outcomes()).toEqual(['accepted', 'done']);
    expect(last()?.d).toEqual({ on_off_state_r: RunState.stopped, fault: 0 });
  });

  it.each<[string, Partial<DriveState>, Partial<CommandParts>, string]>([
    ['a drive that is not in fault', { runState: RunState.stopped }, {}, 'rejected not_allowed'],
    ['the keypad in charge', { ...fault, runChannel: RunChannel.keypad }, {}, 'rejected not_in_comm_control'],
    ['no power', { runState: RunState.noPower }, {}, 'rejected fc_offline'],
    ['a protection that holds the pump', fault, { protection: () => 'DRY_RUN' }, 'rejected locked'],
    ['UV with the supply still low', { ...fault, faultCode: 10, busVoltageV: 181 }, {}, 'rejected fc_fault'],
    ['OH2 while still hot', { ...fault, faultCode: 16, temperatureC: 96 }, {}, 'rejected fc_fault'],
    ['PIDE with the sensor broken', { ...fault, faultCode: 22 }, { sensorV: () => 0 }, 'rejected fc_fault'],
    ['an update', fault, { isUpdating: () => true }, 'rejected busy'],
  ])('is refused, and nothing is written: %s', async (_case, state, more, outcome) => {
    const { outcomes, drive } = await reset({ state }, { wasOn: true, ...more });
    expect(outcomes()).toEqual([outcome]);
    expect(drive.writes).toEqual([]);
  });

  it('fault_reset of a silent drive fails with fc_offline', async () => {
    const read = () => Promise.reject(new DriveError('no_answer', 'silence'));
    expect((await reset({ read })).outcomes()).toEqual(['rejected fc_offline']);
  });

  it('a stop during the fault keeps the pump off after the reset', async () => {
    const drive = driveWith({ state: fault, stop: async () => {} });
    const { send, clock, runMemory } = createCommandHarness(drive);
    runMemory.see(running);
    await send(cmdAt(clock, false));
    await clock.advance(10_000);
    await send(opAt(clock, 'fault_reset', { val: true }));
    await clock.advance(10_000);
    expect(drive.writes).toEqual(['stop', 'reset fault']);
  });

  it('a poll that sees the pump on while a stop is written does not start it after a reset', async () => {
    const written = Promise.withResolvers<void>();
    const drive = driveWith({ state: fault, stop: () => written.promise });
    const { send, clock, runMemory } = createCommandHarness(drive);
    runMemory.see(running);
    await send(cmdAt(clock, false));
    runMemory.see(running);
    runMemory.see({ ...stopped, ...fault });
    written.resolve();
    await clock.advance(10_000);
    await send(opAt(clock, 'fault_reset', { val: true }));
    await clock.advance(10_000);
    expect(drive.writes).toEqual(['stop', 'reset fault']);
  });
});

/** Fault, stopped twice after the reset, then another fault. */
function trippingRead(): () => Promise<DriveState> {
  const states: DriveState[] = [
    { runState: RunState.fault, faultCode: OC1 },
    { runState: RunState.stopped, faultCode: 0 },
    { runState: RunState.stopped, faultCode: 0 },
  ];
  return async () => states.shift() ?? { runState: RunState.fault, faultCode: 5 };
}

describe('the memory of the run state (R5.9)', () => {
  const faulted: DriveState = { runState: RunState.fault, faultCode: OC1 };

  it('the run state survives a restart of the board beside a faulted drive', () => {
    const disk = createMemoryDisk();
    const memory = createRunMemory(disk);
    memory.see(running);
    memory.see(faulted);
    const next = createRunMemory(disk);
    next.see(faulted);
    next.see(undefined);
    next.see({ runState: RunState.noPower });
    expect(next.wasOn()).toBe(true);
    next.see(stopped);
    expect(createRunMemory(disk).wasOn()).toBe(false);
  });

  it('an unknown run state counts as off', () => {
    const memory = createRunMemory(createMemoryDisk());
    memory.see(faulted);
    expect(memory.wasOn()).toBe(false);
  });

  it('states during a reset do not change the run state', () => {
    const memory = createRunMemory(createMemoryDisk());
    memory.see(running);
    const release = memory.hold();
    memory.see(stopped);
    expect(memory.wasOn()).toBe(true);
    release();
    memory.see(stopped);
    expect(memory.wasOn()).toBe(false);
  });
});
