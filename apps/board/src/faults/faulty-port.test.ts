import { expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { DriveError, RunState } from '../drive/drive.ts';
import { startScenario } from '../scenario.ts';
import { createFaultSwitches } from './fault-switches.ts';
import { faultyClock } from './faults.ts';

const FREQUENCY = 0x3000;

async function runningDrive() {
  const clock = fakeClock();
  const switches = createFaultSwitches();
  const { drive } = startScenario('household', 1, clock, switches);
  const live = async (seconds: number) => {
    await clock.advance(1000 * seconds);
    return drive.read();
  };
  await live(50);
  return { clock, switches, drive, live };
}

it('2.4 FC link loss: reads and writes get no answer, and the pump keeps its state', async () => {
  const { switches, drive, live } = await runningDrive();
  switches.on('fc_link_loss');
  for (const request of [drive.read, drive.stop, () => drive.readRegisters(FREQUENCY, 1)]) {
    await expect(request()).rejects.toThrow(DriveError);
    await expect(request()).rejects.toMatchObject({ reason: 'no_answer' });
  }
  switches.off('fc_link_loss');
  expect((await live(1)).runState).toBe(RunState.forward);
});

it('2.4 a drive without mains does not answer', async () => {
  const { switches, drive, clock } = await runningDrive();
  switches.on('under_voltage', { mains_v: 0 });
  await clock.advance(1000);
  await expect(drive.read()).rejects.toMatchObject({ reason: 'no_answer' });
});

it('2.4 under-voltage: fault 10 on a drive that was on, no power on one that was off', async () => {
  const { switches, drive, live } = await runningDrive();
  switches.on('under_voltage');
  expect(await live(1)).toMatchObject({ runState: RunState.fault, faultCode: 10, frequencyHz: 0 });
  switches.off('under_voltage');
  await live(1);
  await drive.resetFault();
  expect(await live(1)).toMatchObject({ runState: RunState.stopped, faultCode: 0 });
  switches.on('under_voltage');
  expect((await live(1)).runState).toBe(RunState.noPower);
});

it('a frozen register returns its old value, alone among its neighbours, until the fault ends', async () => {
  const { switches, drive, live } = await runningDrive();
  switches.on('frozen_register', { register: FREQUENCY });
  const { frequencyHz: frozenHz } = await live(1);
  await drive.stop();
  const seen = await live(10);
  expect(seen.frequencyHz).toBe(frozenHz);
  expect(seen).toMatchObject({ runState: RunState.stopped, motorRpm: 0 });
  expect(await drive.readRegisters(FREQUENCY, 1)).toEqual([Math.round(100 * (frozenHz ?? 0))]);
  switches.off('frozen_register');
  expect((await live(1)).frequencyHz).toBe(0);
});

it('another register that freezes keeps its own value, not that of the first', async () => {
  const { switches, drive, live } = await runningDrive();
  switches.on('frozen_register', { register: FREQUENCY });
  await live(1);
  switches.on('frozen_register', { register: 0x3005 });
  const { motorRpm } = await live(1);
  await drive.stop();
  expect(await live(10)).toMatchObject({ frequencyHz: 0, motorRpm });
});

it('a lost register is refused, alone and in a range; only its value is missing, until the fault ends', async () => {
  const { switches, drive, live } = await runningDrive();
  const whole = Object.keys(await live(1));
  switches.on('lost_register', { register: 0x3004 });
  for (const [from, count] of [
    [0x3004, 1],
    [0x3000, 14],
  ] as const)
    await expect(drive.readRegisters(from, count)).rejects.toMatchObject({
      exception: { code: 2, name: 'illegal_address' },
    });
  expect(await drive.readRegisters(0x3000, 4)).toHaveLength(4);
  expect(Object.keys(await live(1))).toEqual(whole.filter((field) => field !== 'motorCurrentA'));
  switches.off('lost_register');
  expect(Object.keys(await live(1))).toEqual(whole);
});

it('ack without effect: every write is confirmed, and a read shows no change', async () => {
  const { switches, drive, live } = await runningDrive();
  switches.on('ack_without_effect');
  await drive.stop();
  await drive.setRequiredPressure(5);
  expect(await live(10)).toMatchObject({ runState: RunState.forward, requiredPressureBar: 4 });
  expect(await drive.writeRegister(0x0901, 500)).toBe(400);
  switches.off('ack_without_effect');
  await drive.stop();
  expect((await live(1)).runState).toBe(RunState.stopped);
});

it('clock unset: wall time is unknown, and monotonic time continues', async () => {
  const clock = fakeClock();
  const switches = createFaultSwitches();
  const board = faultyClock(clock, switches.active);
  switches.on('clock_unset');
  const beforeMs = board.elapsedMs();
  await clock.advance(1000);
  expect(board.unixMs()).toBeUndefined();
  expect(board.elapsedMs()).toBe(beforeMs + 1000);
  switches.off('clock_unset');
  expect(board.unixMs()).toBe(clock.unixMs());
});
