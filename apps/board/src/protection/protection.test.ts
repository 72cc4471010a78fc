import { protectionLimits } from '@manoboard/domain/protection/rules';
import { figuresOf } from '@manoboard/domain/pump/pump-card';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { driveWith, measured } from '../../test/parts.ts';
import { RunState } from '../drive/drive.ts';
import { createFaultSwitches } from '../faults/fault-switches.ts';
import type { FaultName } from '../faults/faults.ts';
import { measurementOf, readDrive } from '../reporting/measurement.ts';
import { type ScenarioName, startScenario } from '../scenario.ts';
import { createProtection, type ProtectionChange } from './protection.ts';

/** A protected pump in a simulated house, polled once a second. */
function guarded(scenario: ScenarioName = 'household', hasSensorOnInput2 = true) {
  const clock = fakeClock();
  const switches = createFaultSwitches();
  const { drive, sensors, plant, pump } = startScenario(scenario, 1, clock, switches);
  const changes: ProtectionChange[] = [];
  const busy = { isBusy: false };
  const protection = createProtection({
    drive,
    clock,
    limits: () => protectionLimits({}, figuresOf(pump)),
    sensorOf: ({ analog_input_2 }) => (hasSensorOnInput2 ? analog_input_2 : undefined),
    mayStart: () => !busy.isBusy,
    onProtection: (item) => changes.push(item),
  });
  async function live(seconds: number, isDone: () => boolean = () => false) {
    for (let s = 0; s < seconds; s++) {
      if (isDone()) return s;
      await clock.advance(1000);
      const state = await readDrive(drive);
      await protection.see(
        state,
        measurementOf(state, sensors, (bar) => bar),
      );
    }
    return seconds;
  }
  const standing = () =>
    changes.reduce((set, { code, raised }) => {
      if (raised) set.add(code);
      else set.delete(code);
      return set;
    }, new Set<string>());
  return { busy, clock, switches, drive, plant, protection, changes, live, standing };
}

const runState = async ({ drive }: Pick<ReturnType<typeof guarded>, 'drive'>) =>
  (await drive.read()).runState;

describe('the board protects its pump without a server (domain.md 2.4)', () => {
  it.each<[FaultName, string, number]>([
    ['dry_run', 'DRY_RUN', 60],
    ['sensor_break', 'SENSOR_BREAK', 15],
    ['pipe_burst', 'PIPE_BURST', 90],
  ])('%s on a running pump: it stops, and %s is raised', async (fault, code, withinS) => {
    const house = guarded();
    await house.live(60);
    house.switches.on(fault);
    const tookS = await house.live(withinS, () => house.standing().has(code));
    expect(tookS).toBeLessThan(withinS);
    await house.live(3);
    expect(await runState(house)).toBe(RunState.stopped);
    expect([...house.standing()]).toEqual([code]);
  });

  it('a pipe that bursts to an empty one reads 0 V, and is PIPE_BURST, not a broken sensor', async () => {
    const house = guarded();
    await house.live(60);
    house.switches.on('pipe_burst', { flow_lpm: 400 });
    await house.live(90, () => house.standing().size > 0);
    expect([...house.standing()]).toEqual(['PIPE_BURST']);
  });

  it('an outlet blocked at full speed traps the pressure above the limit, and the pump stops', async () => {
    const house = guarded();
    house.switches.on('leak', { flow_lpm: 20 });
    await house.live(120, () => house.plant.now().frequencyHz > 46);
    house.switches.on('blocked_outlet');
    await house.live(6);
    expect([...house.standing()]).toEqual(['OVER_PRESSURE']);
    expect(await runState(house)).toBe(RunState.stopped);
  });

  it('an outlet blocked before the sensor: full speed without flow raises a warning after a minute', async () => {
    const house = guarded('asleep');
    house.switches.on('leak');
    house.switches.on('blocked_outlet', { sensor_side: 0 });
    await house.live(400, () => house.standing().has('NO_FLOW'));
    expect([...house.standing()]).toEqual(['NO_FLOW']);
    expect(await runState(house)).toBe(RunState.forward);
    expect(house.plant.now().frequencyHz).toBe(50);
    // In an empty house the sensor reads 0 V, like a broken wire; the pressure fell before.
    await house.live(3600);
    expect([...house.standing()]).toEqual(['NO_FLOW']);
  });

  it('a set point above the limit of the house: the pump stops when the pressure is reached', async () => {
    const house = guarded('asleep');
    house.plant.now().setPointBar = 6.4;
    await house.live(120, () => house.standing().has('OVER_PRESSURE'));
    await house.live(3);
    expect(await runState(house)).toBe(RunState.stopped);
    expect(house.plant.now().sensedBar).toBeLessThan(6.5);
  });

  it('an undisturbed household raises no event in six hours', async () => {
    const house = guarded();
    await house.live(6 * 3600);
    expect([...house.standing()]).toEqual([]);
    expect(await runState(house)).toBe(RunState.forward);
  });

  it('with the sensor on another input, 0 V on input 2 is not a broken wire', async () => {
    const house = guarded('household', false);
    await house.live(60);
    house.switches.on('sensor_break');
    await house.live(30);
    expect(house.standing()).not.toContain('SENSOR_BREAK');
  });

  it('a start by a person resets the protection, and a well that is still dry trips it again', async () => {
    const house = guarded();
    await house.live(60);
    house.switches.on('dry_run');
    await house.live(60);
    expect([...house.standing()]).toEqual(['DRY_RUN']);
    await house.protection.drive.start();
    expect([...house.standing()]).toEqual([]);
    await house.live(60);
    expect([...house.standing()]).toEqual(['DRY_RUN']);
    expect(await runState(house)).toBe(RunState.stopped);
  });

  it('water back at the first retry, an hour later: the pump runs and the event is cleared', async () => {
    const house = guarded();
    await house.live(60);
    house.switches.on('dry_run');
    await house.live(60);
    house.switches.off('dry_run');
    await house.live(3600 + 120);
    expect([...house.standing()]).toEqual([]);
    expect(await runState(house)).toBe(RunState.forward);
  });

  it('a stop by a person ends the retries', async () => {
    const house = guarded();
    await house.live(60);
    house.switches.on('dry_run');
    await house.live(60);
    await house.protection.drive.stop();
    house.switches.off('dry_run');
    await house.live(2 * 3600);
    expect(await runState(house)).toBe(RunState.stopped);
  });

  it('a protection that trips by a reading from before the stop of a person starts nothing', async () => {
    const [twin, house] = [guarded(), guarded()];
    for (const { live, switches } of [twin, house]) {
      await live(60);
      switches.on('dry_run');
    }
    await house.live((await twin.live(60, () => twin.standing().has('DRY_RUN'))) - 1);
    await house.clock.advance(1000);
    const before = await readDrive(house.drive);
    await house.protection.drive.stop();
    await house.protection.see(before, measured({}));
    expect(house.changes.at(-1)).toMatchObject({ code: 'DRY_RUN', raised: true, retry_in: 0 });
    house.switches.off('dry_run');
    await house.live(2 * 3600);
    expect(await runState(house)).toBe(RunState.stopped);
  });

  it('a retry due during a firmware update starts the pump after the update', async () => {
    const house = guarded();
    await house.live(60);
    house.switches.on('dry_run');
    await house.live(60);
    house.switches.off('dry_run');
    house.busy.isBusy = true;
    await house.live(3600 + 120);
    expect(await runState(house)).toBe(RunState.stopped);
    house.busy.isBusy = false;
    await house.live(120);
    expect(await runState(house)).toBe(RunState.forward);
    expect([...house.standing()]).toEqual([]);
  });

  it('a retry lost on its way to the drive is repeated', async () => {
    const house = guarded();
    await house.live(60);
    house.switches.on('dry_run');
    await house.live(60);
    house.switches.off('dry_run');
    house.switches.on('ack_without_effect');
    await house.live(3600 + 40);
    expect(await runState(house)).toBe(RunState.stopped);
    house.switches.off('ack_without_effect');
    await house.live(120);
    expect(await runState(house)).toBe(RunState.forward);
    expect([...house.standing()]).toEqual([]);
  });

  it('under keypad control the board cannot stop the drive and raises the event', async () => {
    const house = guarded('local');
    await house.live(60);
    house.switches.on('dry_run');
    await house.live(60);
    expect([...house.standing()]).toEqual(['DRY_RUN']);
    expect(await runState(house)).toBe(RunState.forward);
  });

  it('a stop that the drive does not execute is repeated until it does', async () => {
    const house = guarded();
    await house.live(60);
    house.switches.on('ack_without_effect');
    house.switches.on('dry_run');
    await house.live(60);
    expect(await runState(house)).toBe(RunState.forward);
    house.switches.off('ack_without_effect');
    await house.live(2);
    expect(await runState(house)).toBe(RunState.stopped);
    expect(house.changes.filter(({ raised }) => raised)).toHaveLength(1);
  });
});

it('a stop in the same turn as a start comes after it', async () => {
  const drive = driveWith({});
  const protection = createProtection({
    drive,
    clock: fakeClock(),
    limits: () => protectionLimits({}, figuresOf({})),
    sensorOf: () => undefined,
    onProtection: () => undefined,
  });
  await Promise.all([protection.drive.start(), protection.drive.stop()]);
  expect(drive.writes).toEqual(['start', 'stop']);
});

it('a start while the stop of a protection is on its way: the event has the values of the trip, and is cleared', async () => {
  const clock = fakeClock();
  const stopping = Promise.withResolvers<void>();
  const drive = driveWith({
    stop: () => stopping.promise,
    state: { runState: RunState.forward, frequencyHz: 40 },
  });
  const changes: ProtectionChange[] = [];
  const protection = createProtection({
    drive,
    clock,
    limits: () => protectionLimits({ max: 6 }, figuresOf({})),
    sensorOf: () => undefined,
    onProtection: (change) => changes.push(change),
  });
  const see = (pressure: number) =>
    protection.see({ ...drive.state, pressureBar: pressure }, measured({ pressure }));
  await see(9);
  changes.length = 0;
  await clock.advance(20_000);
  const [tripping, later, starting] = [see(9), see(5), protection.drive.start()];
  stopping.resolve();
  await Promise.all([tripping, later, starting]);
  expect(changes.map(({ code, raised, d }) => [code, raised, d])).toEqual([
    ['OVER_PRESSURE', true, { pressure: 9 }],
    ['OVER_PRESSURE', false, { pressure: 5 }],
  ]);
});
