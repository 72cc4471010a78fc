import type { ActiveFaults } from '../src/faults/faults.ts';
import type { Demand } from '../src/plant/demand.ts';
import { createPlant, type Plant, type PlantStart, stepPlant } from '../src/plant/plant.ts';
import { seededRandom } from '../src/random.ts';

const STEP_S = 0.1;
/** Demand that gives this flow at 4 bar. */
export const at4Bar = (flowLpm: number) => flowLpm / Math.sqrt(4 / 3);

/** A pump at its set point of 4 bar, new and without faults by default. */
export function plantWith(demand: Demand, more: Partial<PlantStart> = {}): Plant {
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

/** A plant and its fault switches. */
export function breakable(demand: Demand, more: Partial<PlantStart> = {}) {
  const faults: ActiveFaults = {};
  return { faults, plant: plantWith(demand, { ...more, faults }) };
}

export function run(plant: Plant, seconds: number, watch: (plant: Plant) => void = () => {}): Plant {
  for (let i = 0; i < Math.round(seconds / STEP_S); i++) {
    stepPlant(plant, STEP_S);
    watch(plant);
  }
  return plant;
}

/** Elapsed seconds. */
export function runUntil(plant: Plant, isThere: (plant: Plant) => boolean, limitS: number): number {
  const beganS = plant.timeS;
  while (!isThere(plant)) {
    if (plant.timeS - beganS > limitS) throw new Error(`not there after ${limitS} s`);
    stepPlant(plant, STEP_S);
  }
  return plant.timeS - beganS;
}

/** Motor starts per hour. */
export function startsPerHour(plant: Plant, hours: number): number {
  let starts = 0;
  let wasRunning = plant.frequencyHz > 0;
  run(plant, hours * 3600, ({ frequencyHz }) => {
    if (frequencyHz > 0 && !wasRunning) starts++;
    wasRunning = frequencyHz > 0;
  });
  return starts / hours;
}
