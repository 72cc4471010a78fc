import { HOLD_MS } from '../history/blocks.ts';
import type { Frame } from '../history/frame.ts';
import { createConfirmedValues } from '../history/rollup.ts';
import { HOUR_MS } from '../time.ts';
import { meterUse } from './meter.ts';

/** What a device did in one UTC hour, from its frames. Times that are not measured are in none of the sums. */
export interface UsageHour {
  hourMs: number;
  /** First and last value of the energy meter within the hour; missing when it was not known. */
  meter?: { firstMs: number; firstKwh: number; lastMs: number; lastKwh: number; useKwh: number };
  /** How long the frequency was known. */
  knownMs: number;
  /** How long the motor turned. */
  runningMs: number;
  /** Changes from a stopped to a turning motor. */
  starts: number;
  /** While the motor turned; `pressureMs` is how long the pressure was known then. */
  pressureBar: number;
  pressureMs: number;
  /** The first and the last known state of the hour: a start may be between two hours. */
  wasRunning?: { first: boolean; last: boolean };
}

function addRunning(usage: UsageHour, isRunning: boolean, ms: number) {
  const { wasRunning } = usage;
  if (isRunning && wasRunning?.last === false) usage.starts += 1;
  usage.wasRunning = { first: wasRunning?.first ?? isRunning, last: isRunning };
  usage.knownMs += ms;
  if (isRunning) usage.runningMs += ms;
}

function addPressure(usage: UsageHour, bar: number, ms: number) {
  const totalMs = usage.pressureMs + ms;
  if (totalMs === 0) return;
  usage.pressureBar += (bar - usage.pressureBar) * (ms / totalMs);
  usage.pressureMs = totalMs;
}

function addMeter(usage: UsageHour, kwh: number, atMs: number) {
  const known = usage.meter;
  const edge = { lastMs: atMs, lastKwh: kwh };
  usage.meter = known
    ? { ...known, ...edge, useKwh: known.useKwh + meterUse(known.lastKwh, kwh, atMs - known.lastMs) }
    : { ...edge, firstMs: atMs, firstKwh: kwh, useKwh: 0 };
}

const METRICS = ['frequency_fc', 'pressure', 'electro_meter'] as const;

/**
 * Frames must be sorted and begin `REACH_MS` before the hour. As in the rollups, the values of a frame hold until the next
 * frame, at most for `HOLD_MS`. Undefined when nothing was measured.
 */
export function usageOfHour(frames: readonly Frame[], hourMs: number): UsageHour | undefined {
  const usage: UsageHour = { hourMs, knownMs: 0, runningMs: 0, starts: 0, pressureBar: 0, pressureMs: 0 };
  const { values, apply } = createConfirmedValues(METRICS);
  for (const [position, frame] of frames.entries()) {
    if (frame.tsMs >= hourMs + HOUR_MS) break;
    apply(frame);
    const [hz = Number.NaN, bar = Number.NaN, kwh = Number.NaN] = values.map(({ value }) => value);
    const holdMs = Math.min(frame.tsMs + HOLD_MS, frames[position + 1]?.tsMs ?? Number.POSITIVE_INFINITY);
    const startMs = Math.max(frame.tsMs, hourMs);
    const endMs = Math.min(holdMs, hourMs + HOUR_MS);
    if (endMs < startMs) continue;
    if (!Number.isNaN(hz)) addRunning(usage, hz > 0, endMs - startMs);
    if (hz > 0 && !Number.isNaN(bar)) addPressure(usage, bar, endMs - startMs);
    if (!Number.isNaN(kwh)) addMeter(usage, kwh, startMs);
  }
  return usage.wasRunning || usage.meter ? usage : undefined;
}
