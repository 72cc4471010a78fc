import type { Clock } from '../clock.ts';
import { type Plant, stepPlant } from './plant.ts';

/** A plant that keeps pace with the clock: it is moved on when somebody looks. */
export interface LivePlant {
  now(): Plant;
}

const STEP_MS = 100;
/** A machine that slept for an hour does not owe the plant an hour of steps. */
const MOST_BEHIND_MS = 60_000;

export function keepPace(plant: Plant, clock: Clock): LivePlant {
  let reachedMs = clock.elapsedMs();
  return {
    now() {
      const nowMs = clock.elapsedMs();
      reachedMs = Math.max(reachedMs, nowMs - MOST_BEHIND_MS);
      for (; reachedMs + STEP_MS <= nowMs; reachedMs += STEP_MS) stepPlant(plant, STEP_MS / 1000);
      return plant;
    },
  };
}
