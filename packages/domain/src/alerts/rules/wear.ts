import type { Sample } from './inputs.ts';
import type { RuleMemory, Wear } from './memory.ts';

/** Days of the reference, and the newest days that are compared with it. */
const WEAR_DAYS = { first: 14, recent: 5 };
/** The pressure is held: it is this close to the required one, and the speed is steady. */
const HELD = { bar: 0.1, hz: 0.6 };
/** Runs of a day that are kept; fewer than the least say nothing. */
const RUNS = { most: 31, least: 3 };

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function closeDay(wear: Wear): Wear {
  const { ofDay, first, recent } = wear;
  if (ofDay.length < RUNS.least) return { ...wear, ofDay: [] };
  const middle = median(ofDay);
  return first.length < WEAR_DAYS.first
    ? { ...wear, ofDay: [], first: [...first, middle] }
    : { ...wear, ofDay: [], recent: [...recent, middle].slice(-WEAR_DAYS.recent) };
}

/** The frequency per root of the pressure (affinity laws) while a steady speed holds the pressure. */
function heldNow({ frequencyHz: beforeHz }: RuleMemory, { requiredBar, values }: Sample): number | undefined {
  const { frequency_fc: hz = 0, pressure = 0 } = values;
  const isHeld =
    hz > 0 &&
    Math.abs(hz - (beforeHz ?? 0)) <= HELD.hz &&
    Math.abs(pressure - (requiredBar ?? Number.NaN)) <= HELD.bar;
  return isHeld ? Number((hz / Math.sqrt(pressure)).toFixed(3)) : undefined;
}

/** A pump that no longer falls asleep is noted in this interval. */
const LONG_RUN_MS = 600_000;

const note = (wear: Wear, held: number, notedMs: number | null): Wear => ({
  ...wear,
  held: null,
  notedMs,
  ofDay: [...wear.ofDay, held].slice(-RUNS.most),
});

/**
 * Just before the pump falls asleep nothing flows, and the impeller alone decides the frequency. Per root of the
 * pressure, so that a change of the required pressure is no wear. A badly worn pump does not fall asleep any more.
 */
export function observeWear(memory: RuleMemory, sample: Sample, day: number, isGap: boolean): Wear {
  const wear = memory.wear.day === day ? memory.wear : { ...closeDay(memory.wear), day };
  const { isRunning, isOn, atMs } = sample;
  if (isGap || isRunning === undefined) return { ...wear, held: null, notedMs: null };
  if (!isRunning) {
    // A pump that was switched off did not fall asleep.
    return isOn && wear.held !== null ? note(wear, wear.held, null) : { ...wear, held: null, notedMs: null };
  }
  const held = heldNow(memory, sample) ?? wear.held;
  const notedMs = wear.notedMs ?? atMs;
  const isLong = held !== null && atMs - notedMs >= LONG_RUN_MS;
  return isLong ? note(wear, held, atMs) : { ...wear, held, notedMs };
}

/** The newest days relative to the first ones; undefined until both are known. */
export function wearRatio({ first, recent }: Wear): number | undefined {
  if (first.length < WEAR_DAYS.first || recent.length < WEAR_DAYS.recent) return undefined;
  return median(recent) / median(first);
}
