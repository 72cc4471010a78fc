import { expect, it } from 'vitest';
import { fakeClock } from '../test/fake-clock.ts';
import { RunChannel, RunState } from './drive/drive.ts';
import { createFaultSwitches } from './faults/fault-switches.ts';
import { type ScenarioName, startScenario } from './scenario.ts';

async function after(name: ScenarioName, seconds: number, seed = 1) {
  const clock = fakeClock();
  const { drive } = startScenario(name, seed, clock);
  for (let s = 0; s < seconds; s += 30) {
    await clock.advance(30_000);
    await drive.read();
  }
  return { drive, clock, state: await drive.read() };
}

it('R5.3 household: on and running within the first half minute, for every seed', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { state } = await after('household', 30, seed);
    expect(state).toMatchObject({ runState: RunState.forward, runChannel: RunChannel.communication });
    expect(state.frequencyHz).toBeGreaterThan(36);
    expect(state.motorPowerKw).toBeGreaterThan(0.3);
  }
});

it('R5.3 asleep: on but not running, for hours', async () => {
  const { state } = await after('asleep', 4 * 3600);
  expect(state).toMatchObject({ runState: RunState.forward, frequencyHz: 0, motorCurrentA: 0 });
  expect(state.pressureBar).toBeCloseTo(4.3, 1);
});

it('R5.1 stopped: off until a start', async () => {
  const { state, drive, clock } = await after('stopped', 60);
  expect(state).toMatchObject({ runState: RunState.stopped, frequencyHz: 0 });
  await drive.start();
  await clock.advance(10_000);
  expect((await drive.read()).frequencyHz).toBeGreaterThanOrEqual(25);
});

it('R5.1 off: the drive shows stop at once and 0 Hz within seconds', async () => {
  const { drive, clock } = await after('household', 60);
  await drive.stop();
  expect((await drive.read()).runState).toBe(RunState.stopped);
  await clock.advance(5_200);
  expect(await drive.read()).toMatchObject({
    frequencyHz: 0,
    motorCurrentA: 0,
    motorRpm: 0,
    motorPowerKw: 0,
  });
});

it('R5.2 local: the drive under keypad control ignores a remote stop', async () => {
  const { drive } = await after('local', 30);
  await drive.stop();
  expect(await drive.read()).toMatchObject({ runChannel: RunChannel.keypad, runState: RunState.forward });
});

it('the meters are higher at every later start', () => {
  const clock = fakeClock();
  const meters = async () =>
    (await startScenario('household', 5, clock).drive.read()).energyKwh ?? Number.NaN;
  const before = meters();
  clock.setUnix(Date.UTC(2027, 0, 1));
  return Promise.all([before, meters()]).then(([was, is]) => expect(is).toBeGreaterThan(was));
});

it('after a machine slept for a day the plant does not catch up a day of steps', async () => {
  const { drive, clock } = await after('household', 30);
  const { operatingH: before = Number.NaN } = await drive.read();
  await clock.advance(86_400_000);
  const { operatingH: later = Number.NaN } = await drive.read();
  // The drive counts whole hours.
  expect(later - before).toBeLessThanOrEqual(1);
});

it('the same seed gives the same hour, independent of polls and faults', async () => {
  const live = async (everyS: number, isBroken: boolean) => {
    const clock = fakeClock();
    const faults = createFaultSwitches();
    const { plant, sensors, drive } = startScenario('household', 3, clock, faults);
    const flows: number[] = [];
    if (isBroken) faults.on('clock_unset');
    for (let s = 0; s < 3600; s += everyS) {
      await clock.advance(1000 * everyS);
      sensors.read();
      await drive.read();
      if ((s + everyS) % 30 === 0) flows.push(plant.now().flowLpm);
    }
    return flows;
  };
  expect(await live(1, true)).toEqual(await live(30, false));
});

it('R5.5 tall house: two pumps in series hold 8 bar for an hour, asleep or awake, with a sensor of 25 bar', async () => {
  const clock = fakeClock();
  const { drive, sensors, plant, pump } = startScenario('tall_house', 2, clock, undefined, 'GD200A');
  expect(await drive.identify()).toEqual({ ident: 0x0107, fcType: 'GD200A' });
  expect(pump).toMatchObject({ motor_kw: 2.772, no_flow_w: 1792.8, sensor_input: 2 });
  const seen: number[] = [];
  for (let s = 0; s < 3600; s++) {
    await clock.advance(1000);
    const state = await drive.read();
    if (s > 60) seen.push(state.pressureBar ?? Number.NaN);
    expect(state).toMatchObject({ runState: RunState.forward, faultCode: 0 });
    expect(state.motorCurrentA).toBeLessThan(14.2);
  }
  expect(Math.min(...seen)).toBeGreaterThan(7);
  expect(Math.max(...seen)).toBeLessThan(8.7);
  const { sensedBar } = plant.now();
  expect((await drive.read()).requiredPressureBar).toBe(8);
  expect(sensors.read().analogInput2V).toBeCloseTo(sensedBar / 2.5, 6);
});

it('R5.5 tall house: accepts another pressure, up to the maximum of two pumps', async () => {
  const { drive, clock } = await after('tall_house', 60);
  await drive.setRequiredPressure(10);
  for (let s = 0; s < 120; s++) {
    await clock.advance(1000);
    await drive.read();
  }
  const state = await drive.read();
  expect(state.requiredPressureBar).toBe(10);
  expect(Math.abs((state.pressureBar ?? 0) - 10)).toBeLessThan(0.6);
});

it('R5.1 weak mains: the drive has fault 10 from the first poll, and no reset clears it while the mains are low', async () => {
  const clock = fakeClock();
  const faults = createFaultSwitches();
  const { drive } = startScenario('weak_mains', 1, clock, faults);
  expect(await drive.read()).toMatchObject({ runState: RunState.fault, faultCode: 10, frequencyHz: 0 });
  await drive.resetFault();
  expect((await drive.read()).runState).toBe(RunState.fault);
  faults.off('under_voltage');
  await clock.advance(1000);
  await drive.read();
  await drive.resetFault();
  await drive.start();
  await clock.advance(10_000);
  expect((await drive.read()).frequencyHz).toBeGreaterThanOrEqual(25);
});

it('R5.2 R5.3 cottage: on, waiting, under keypad control', async () => {
  const { state } = await after('cottage', 3600);
  expect(state).toMatchObject({ runState: RunState.forward, frequencyHz: 0, runChannel: RunChannel.keypad });
});
