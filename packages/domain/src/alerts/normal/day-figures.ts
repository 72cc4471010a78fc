import type { UsageHour } from '../../energy/usage-hour.ts';
import type { Block } from '../../history/rollup.ts';
import { at, hasValue } from '../../history/series.ts';
import { DAY_MS, HOUR_MS } from '../../time.ts';

/**
 * What is compared of a day. `quiet`: minutes of running in the six hours in which the pump ran least, the night minimum
 * without a time zone; `energy`: kWh per running hour; `ripple`: average span of the pressure in hours with running.
 */
export const NORMAL_METRICS = ['starts', 'running', 'quiet', 'energy', 'ripple', 'run'] as const;
export type NormalMetric = (typeof NORMAL_METRICS)[number];

/** Figures of a UTC day. Unknown ones are missing; a day that was seen too little has none. */
export interface DayFigures {
  /** Days since 1970. */
  day: number;
  /** Average pressure while running. */
  bar?: number;
  values: Partial<Record<NormalMetric, number>>;
}

/** Least measured time of a day that counts. */
const LEAST_KNOWN_MS = 20 * HOUR_MS;
const QUIET_HOURS = 6;
/** A few starts say nothing about the energy and the length of a run. */
const LEAST_STARTS = 5;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** A start may be between two hours. */
function countStarts(hours: readonly UsageHour[]): number {
  let wasRunning: boolean | undefined;
  let starts = 0;
  for (const hour of hours) {
    starts += hour.starts + (wasRunning === false && hour.wasRunning?.first ? 1 : 0);
    wasRunning = hour.wasRunning?.last;
  }
  return starts;
}

function energyOf(block: Block | undefined, runningMs: number): number | undefined {
  const power = block?.fields.motor_power;
  if (!power) return undefined;
  const kwMs = [...power.avg].map((kw, hour) => (hasValue(power, hour) ? kw * at(power.coveredMs, hour) : 0));
  return sum(kwMs) / runningMs;
}

function rippleOf(block: Block | undefined, hours: readonly UsageHour[], dayMs: number): number | undefined {
  const pressure = block?.fields.pressure;
  if (!pressure) return undefined;
  const spans = hours.flatMap(({ hourMs, runningMs }) => {
    const hour = (hourMs - dayMs) / HOUR_MS;
    return runningMs > 0 && hasValue(pressure, hour) ? at(pressure.max, hour) - at(pressure.min, hour) : [];
  });
  return spans.length > 0 ? sum(spans) / spans.length : undefined;
}

/** The figures of a day, from its usage by hour and the rollup of its hours. */
export function figuresOfDay(day: number, hours: readonly UsageHour[], block: Block | undefined): DayFigures {
  const dayMs = day * DAY_MS;
  const knownMs = sum(hours.map((hour) => hour.knownMs));
  if (knownMs < LEAST_KNOWN_MS) return { day, values: {} };
  const runningMs = sum(hours.map((hour) => hour.runningMs));
  const starts = countStarts(hours);
  const pressureMs = sum(hours.map((hour) => hour.pressureMs));
  const perDay = DAY_MS / knownMs;
  const quiet = hours
    .filter((hour) => hour.knownMs > HOUR_MS / 2)
    .map((hour) => (hour.runningMs / hour.knownMs) * 60)
    .sort((a, b) => a - b)
    .slice(0, QUIET_HOURS);
  const figures = {
    starts: starts * perDay,
    running: (runningMs / HOUR_MS) * perDay,
    quiet: sum(quiet),
    ...(starts >= LEAST_STARTS && {
      energy: energyOf(block, runningMs),
      ripple: rippleOf(block, hours, dayMs),
      run: runningMs / 1000 / starts,
    }),
  };
  const known = Object.entries(figures).flatMap(([metric, value]) =>
    value === undefined ? [] : [[metric, rounded(value)]],
  );
  return {
    day,
    ...(pressureMs > 0 && {
      bar: rounded(sum(hours.map((hour) => hour.pressureBar * hour.pressureMs)) / pressureMs),
    }),
    values: Object.fromEntries(known),
  };
}
