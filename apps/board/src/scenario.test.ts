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

it('R5.1 stopped: off until somebody starts it', async () => {
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

it('R5.2 local: the keypad is in charge, and the drive obeys no remote stop', async () => {
  const { drive } = await after('local', 30);
  await drive.stop();
  expect(await drive.read()).toMatchObject({ runChannel: RunChannel.keypad, runState: RunState.forward });
});

it('the meters stand higher at every later start', () => {
  const clock = fakeClock();
  const meters = async () =>
    (await startScenario('household', 5, clock).drive.read()).energyKwh ?? Number.NaN;
  const before = meters();
  clock.setUnix(Date.UTC(2027, 0, 1));
  return Promise.all([before, meters()]).then(([was, is]) => expect(is).toBeGreaterThan(was));
});

it('a machine that slept for a day does not owe the plant a day of steps', async () => {
  const { drive, clock } = await after('household', 30);
  const { operatingH: before = Number.NaN } = await drive.read();
  await clock.advance(86_400_000);
  const { operatingH: later = Number.NaN } = await drive.read();
  // The drive counts whole hours.
  expect(later - before).toBeLessThanOrEqual(1);
});

it('the same seed lives the same hour, however often somebody looks and whatever is broken meanwhile', async () => {
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
