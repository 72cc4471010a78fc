import type { Clock } from '../clock.ts';
import { type Plant, stepPlant } from './plant.ts';

/** A plant that follows the clock: each read advances it. */
export interface LivePlant {
  now(): Plant;
}

const STEP_MS = 100;
/** Limits the catch-up after the machine slept. */
const MAX_BEHIND_MS = 60_000;

export function followClock(plant: Plant, clock: Clock): LivePlant {
  let reachedMs = clock.elapsedMs();
  return {
    now() {
      const nowMs = clock.elapsedMs();
      reachedMs = Math.max(reachedMs, nowMs - MAX_BEHIND_MS);
      for (; reachedMs + STEP_MS <= nowMs; reachedMs += STEP_MS) stepPlant(plant, STEP_MS / 1000);
      return plant;
    },
  };
}
