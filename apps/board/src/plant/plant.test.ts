import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { type Demand, gardenDemand, householdDemand, noDemand, steadyDemand, together } from './demand.ts';
import { settledDriveC } from './heat.ts';
import { createPlant, type Plant, type PlantStart, stepPlant, switchPlant } from './plant.ts';

const STEP_S = 0.1;
/** Draw-off that amounts to this flow at 4 bar. */
const at4Bar = (flowLpm: number) => flowLpm / Math.sqrt(4 / 3);

function plantWith(demand: Demand, more: Partial<PlantStart> = {}): Plant {
  return createPlant({
    random: seededRandom(7),
    demand,
    setPointBar: 4,
    pressureBar: 4,
    isOn: true,
    isAsleep: false,
    energyKwh: 0,
    operatingH: 0,
    ...more,
  });
}

function run(plant: Plant, seconds: number, watch: (plant: Plant) => void = () => {}): Plant {
  for (let i = 0; i < Math.round(seconds / STEP_S); i++) {
    stepPlant(plant, STEP_S);
    watch(plant);
  }
  return plant;
}

function runUntil(plant: Plant, isThere: (plant: Plant) => boolean, limitS: number): number {
  const beganS = plant.timeS;
  while (!isThere(plant)) {
    if (plant.timeS - beganS > limitS) throw new Error(`not there after ${limitS} s`);
    stepPlant(plant, STEP_S);
  }
  return plant.timeS - beganS;
}

describe('a house with a pump (domain.md 2.2)', () => {
  it('on: the frequency ramps up, the pressure rises to the set point and stays there', () => {
    const plant = plantWith(steadyDemand(at4Bar(46)), { pressureBar: 1 });
    run(plant, 1);
    expect(plant.frequencyHz).toBeCloseTo(10, 1);
    run(plant, 120);
    expect(plant.pressureBar).toBeCloseTo(4, 1);
    expect(plant.frequencyHz).toBeCloseTo(40.7, 0);
    expect(plant.flowLpm).toBeCloseTo(46, 0);
  });

  it('the ramp never moves faster than the whole range in 5 s', () => {
    let before = 0;
    run(plantWith(steadyDemand(60), { pressureBar: 0 }), 60, ({ frequencyHz }) => {
      expect(Math.abs(frequencyHz - before)).toBeLessThanOrEqual(1 + 1e-9);
      before = frequencyHz;
    });
  });

  it('a cold start fills softly: no more than half a bar above the set point', () => {
    let highest = 0;
    run(plantWith(noDemand, { pressureBar: 0 }), 120, ({ pressureBar }) => {
      highest = Math.max(highest, pressureBar);
    });
    expect(highest).toBeLessThan(4.6);
  });

  it('a step from 10 to 40 l/min dips to about 3.84 bar', () => {
    // The change comes before the ten idle seconds that would send the drive to sleep.
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

  it('more than the pump can give: full speed, and the pressure sags', () => {
    const plant = run(plantWith(steadyDemand(at4Bar(95))), 120);
    expect(plant.frequencyHz).toBe(50);
    expect(plant.flowLpm).toBeCloseTo(90, -1);
    expect(plant.pressureBar).toBeLessThan(3.8);
  });

  it('without demand it boosts, sleeps and waits at pressure, drawing nothing', () => {
    const plant = plantWith(noDemand);
    runUntil(plant, ({ controller }) => controller.mode === 'asleep', 60);
    run(plant, 3600);
    expect(plant.frequencyHz).toBe(0);
    expect(plant.powerW).toBe(0);
    expect(plant.pressureBar).toBeGreaterThan(4.25);
    expect(plant.isOn).toBe(true);
  });

  it('asleep it wakes once the pressure is half a bar below the set point', () => {
    const plant = plantWith(steadyDemand(5), { pressureBar: 4.3, isAsleep: true });
    runUntil(plant, ({ controller }) => controller.mode !== 'asleep', 120);
    expect(plant.sensedBar).toBeLessThan(3.5);
    expect(plant.pressureBar).toBeGreaterThan(3.3);
    runUntil(plant, ({ frequencyHz }) => frequencyHz > 25, 5);
  });

  it('a leak of 1 l/min starts the pump about 18 times an hour (domain.md 2.4)', () => {
    let starts = 0;
    let wasRunning = false;
    run(plantWith(steadyDemand(1), { pressureBar: 4.3, isAsleep: true }), 4 * 3600, ({ frequencyHz }) => {
      if (frequencyHz > 0 && !wasRunning) starts++;
      wasRunning = frequencyHz > 0;
    });
    expect(starts / 4).toBeGreaterThan(12);
    expect(starts / 4).toBeLessThan(24);
  });

  it('off brings 0 Hz within seconds; afterwards the pressure falls by demand alone', () => {
    const plant = run(plantWith(steadyDemand(at4Bar(46))), 60);
    switchPlant(plant, false);
    expect(runUntil(plant, ({ frequencyHz }) => frequencyHz === 0, 10)).toBeLessThan(5.1);
    const closed = plantWith(noDemand, { pressureBar: 3.2, isOn: false });
    expect(run(closed, 3600).pressureBar).toBeCloseTo(3.2, 6);
    expect(run(plant, 120).pressureBar).toBeLessThan(0.5);
  });

  it('pipes without a bladder stay steady, however hard the numbers', () => {
    const plant = run(plantWith(steadyDemand(200)), 120);
    const [before, after] = [plant.pressureBar, run(plant, 1).pressureBar];
    expect(before).toBeGreaterThan(0);
    expect(Math.abs(after - before)).toBeLessThan(0.05);
  });

  it('the meters count what the motor took and how long it turned', () => {
    const plant = run(plantWith(steadyDemand(at4Bar(46))), 3600);
    expect(plant.operatingH).toBeCloseTo(1, 2);
    expect(plant.energyKwh).toBeCloseTo(0.683, 1);
    expect(plant.driveC).toBeCloseTo(settledDriveC(683), 0);
    expect(plant.driveC).toBeGreaterThan(45);
  });

  it('the same seed lives the same day, another seed another one', () => {
    const day = (seed: number) => {
      const random = seededRandom(seed);
      const demand = together(householdDemand(random), gardenDemand(random));
      const { demand: _, random: __, ...state } = run(plantWith(demand, { random }), 6 * 3600);
      return state;
    };
    expect(day(1)).toEqual(day(1));
    expect(day(2)).not.toEqual(day(1));
  });
});

describe('demand', () => {
  it('a household uses about a hundred litres a person and day', () => {
    const demand = householdDemand(seededRandom(3));
    let litres = 0;
    const days = 60;
    for (let s = 0; s < days * 86_400; s += 5) litres += (demand.flowAt3BarLpm(s) / 60) * 5;
    expect(litres / days / 3).toBeGreaterThan(60);
    expect(litres / days / 3).toBeLessThan(160);
  });

  it('a garden begins with open valves and closes them within minutes', () => {
    const demand = gardenDemand(seededRandom(4));
    expect(demand.flowAt3BarLpm(0.1)).toBeGreaterThan(20);
    const isClosed = Array.from({ length: 900 }, (_, s) => demand.flowAt3BarLpm(s) === 0);
    expect(isClosed).toContain(true);
  });
});
