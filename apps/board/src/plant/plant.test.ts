import { describe, expect, it } from 'vitest';
import { at4Bar, plantWith, run, runUntil, startsPerHour } from '../../test/plant.ts';
import { seededRandom } from '../random.ts';
import { gardenDemand, noDemand, steadyDemand, together } from './demand.ts';
import { settledDriveC } from './heat.ts';
import { householdDemand } from './household.ts';
import { switchPlant } from './plant.ts';

describe('a house with a pump (domain.md 2.2)', () => {
  it('on: the frequency ramps up, and the pressure rises to the set point and stays there', () => {
    const plant = plantWith(steadyDemand(at4Bar(46)), { pressureBar: 1 });
    run(plant, 1);
    expect(plant.frequencyHz).toBeCloseTo(10, 1);
    run(plant, 120);
    expect(plant.pressureBar).toBeCloseTo(4, 1);
    expect(plant.frequencyHz).toBeCloseTo(40.7, 0);
    expect(plant.flowLpm).toBeCloseTo(46, 0);
  });

  it('the ramps never move faster than the whole range in 5 s up and 2.5 s down', () => {
    let before = 0;
    run(plantWith(steadyDemand(60), { pressureBar: 0 }), 60, ({ frequencyHz }) => {
      expect(frequencyHz - before).toBeLessThanOrEqual(1 + 1e-9);
      expect(before - frequencyHz).toBeLessThanOrEqual(2 + 1e-9);
      before = frequencyHz;
    });
  });

  it('a cold start fills softly: at most 0.5 bar above the set point', () => {
    let highest = 0;
    run(plantWith(noDemand, { pressureBar: 0 }), 120, ({ pressureBar }) => {
      highest = Math.max(highest, pressureBar);
    });
    expect(highest).toBeLessThan(4.6);
  });

  it('a step from 10 to 40 l/min dips to about 3.84 bar', () => {
    // The change comes before the ten idle seconds after which the drive sleeps.
    const plant = plantWith({ flowAt3BarLpm: (timeS) => at4Bar(timeS < 8 ? 10 : 40) });
    Object.assign(plant.controller, { integral: 0.72 });
    Object.assign(plant, { frequencyHz: 36.2 });
    let lowest = 9;
    run(plant, 40, ({ timeS, pressureBar }) => {
      if (timeS > 8) lowest = Math.min(lowest, pressureBar);
    });
    expect(lowest).toBeGreaterThan(3.79);
    expect(lowest).toBeLessThan(3.89);
  });

  it('demand above the capacity: full speed, and the pressure drops', () => {
    const plant = run(plantWith(steadyDemand(at4Bar(95))), 120);
    expect(plant.frequencyHz).toBe(50);
    expect(plant.flowLpm).toBeCloseTo(90, -1);
    expect(plant.pressureBar).toBeLessThan(3.8);
  });

  it('without demand it boosts, sleeps and holds the pressure without power', () => {
    const plant = plantWith(noDemand);
    runUntil(plant, ({ controller }) => controller.mode === 'asleep', 60);
    run(plant, 3600);
    expect(plant.frequencyHz).toBe(0);
    expect(plant.powerW).toBe(0);
    expect(plant.pressureBar).toBeGreaterThan(4.25);
    expect(plant.isOn).toBe(true);
  });

  it('asleep it wakes when the pressure is 0.5 bar below the set point', () => {
    const plant = plantWith(steadyDemand(5), { pressureBar: 4.3, isAsleep: true });
    runUntil(plant, ({ controller }) => controller.mode !== 'asleep', 120);
    expect(plant.sensedBar).toBeLessThan(3.5);
    expect(plant.pressureBar).toBeGreaterThan(3.3);
    runUntil(plant, ({ frequencyHz }) => frequencyHz > 25, 5);
  });

  it.each([
    [0.2, 3, 5],
    [1, 12, 24],
  ])('2.4 a leak of %f l/min starts the pump 3 or 18 times an hour', (flowLpm, least, most) => {
    const starts = startsPerHour(plantWith(steadyDemand(flowLpm), { pressureBar: 4.3, isAsleep: true }), 6);
    expect(starts).toBeGreaterThanOrEqual(least);
    expect(starts).toBeLessThanOrEqual(most);
  });

  it('off gives 0 Hz within seconds; then the pressure falls by demand alone', () => {
    const plant = run(plantWith(steadyDemand(at4Bar(46))), 60);
    switchPlant(plant, false);
    expect(runUntil(plant, ({ frequencyHz }) => frequencyHz === 0, 10)).toBeLessThan(5.1);
    const closed = plantWith(noDemand, { pressureBar: 3.2, isOn: false });
    expect(run(closed, 3600).pressureBar).toBeCloseTo(3.2, 6);
    expect(run(plant, 120).pressureBar).toBeLessThan(0.5);
  });

  it('pipes without a bladder stay numerically stable', () => {
    const plant = run(plantWith(steadyDemand(200)), 120);
    const [before, after] = [plant.pressureBar, run(plant, 1).pressureBar];
    expect(before).toBeGreaterThan(0);
    expect(Math.abs(after - before)).toBeLessThan(0.05);
  });

  it('the meters count energy and running hours of the motor', () => {
    const plant = run(plantWith(steadyDemand(at4Bar(46))), 3600);
    expect(plant.operatingH).toBeCloseTo(1, 2);
    expect(plant.energyKwh).toBeCloseTo(0.683, 1);
    expect(plant.driveC).toBeCloseTo(settledDriveC(683), 0);
    expect(plant.driveC).toBeGreaterThan(45);
  });

  it('the same seed gives the same day, another seed another one', () => {
    const day = (seed: number) => {
      const random = seededRandom(seed);
      const demand = together(householdDemand({ random, persons: 3 }), gardenDemand(random));
      const { demand: _, random: __, ...state } = run(plantWith(demand, { random }), 6 * 3600);
      return state;
    };
    expect(day(1)).toEqual(day(1));
    expect(day(2)).not.toEqual(day(1));
  });
});

it('a garden starts with open valves and closes them within minutes', () => {
  const demand = gardenDemand(seededRandom(4));
  expect(demand.flowAt3BarLpm(0.1)).toBeGreaterThan(20);
  const isClosed = Array.from({ length: 900 }, (_, s) => demand.flowAt3BarLpm(s) === 0);
  expect(isClosed).toContain(true);
});

it('a garden is watered when the simulation starts, and later in the morning and in the evening', () => {
  const demand = gardenDemand(seededRandom(4), 12 * 3600);
  const isOpen = (hour: number) =>
    Array.from({ length: 1800 }, (_, s) => demand.flowAt3BarLpm((hour - 12) * 3600 + s)).some(Boolean);
  expect([12, 15, 19.5, 21, 29.5, 36].map(isOpen)).toEqual([true, false, true, false, true, false]);
});

it('a simulated day of a household takes at most three seconds of CPU, and the pump has run', () => {
  const random = seededRandom(5);
  const plant = plantWith(householdDemand({ random, persons: 3 }), { random });
  const began = process.cpuUsage();
  let litres = 0;
  let lowestBar = 9;
  run(plant, 86_400, ({ flowLpm, pressureBar }) => {
    litres += (flowLpm / 60) * 0.1;
    lowestBar = Math.min(lowestBar, pressureBar);
  });
  // CPU time: the machine may be loaded.
  expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  expect(litres).toBeGreaterThan(150);
  expect(litres).toBeLessThan(900);
  expect(lowestBar).toBeGreaterThan(3);
  expect(plant.operatingH).toBeGreaterThan(0.2);
  expect(plant.energyKwh).toBeGreaterThan(0.05);
});
