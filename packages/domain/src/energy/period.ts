import type { EnergyPeriod, EnergyStep } from '@manoboard/contract/history/energy';
import { DAY_MS, HOUR_MS } from '../time.ts';
import type { Zone } from '../time-zone.ts';

type Unit = EnergyPeriod | EnergyStep;

export interface Span {
  fromMs: number;
  toMs: number;
}

/** Consecutive buckets of a calendar period. The last one ends with the period. */
export interface Buckets extends Span {
  starts: readonly number[];
}

/** Weeks start on Monday. */
function startOf(unit: Unit, wallMs: number): number {
  const date = new Date(wallMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'year') return Date.UTC(year, 0);
  if (unit === 'month') return Date.UTC(year, month);
  const dayMs = Math.floor(wallMs / DAY_MS) * DAY_MS;
  if (unit === 'week') return dayMs - weekdayOf(wallMs) * DAY_MS;
  return unit === 'day' ? dayMs : Math.floor(wallMs / HOUR_MS) * HOUR_MS;
}

/** Monday is 0. */
export const weekdayOf = (wallMs: number) => (new Date(wallMs).getUTCDay() + 6) % 7;
export const hourOf = (wallMs: number) => new Date(wallMs).getUTCHours();

/** From the start of a unit to the start of another. */
function addTo(unit: Unit, wallMs: number, count: number): number {
  const date = new Date(wallMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'year') return Date.UTC(year + count, month);
  if (unit === 'month') return Date.UTC(year, month + count);
  return wallMs + count * { week: 7 * DAY_MS, day: DAY_MS, hour: HOUR_MS }[unit];
}

/** Hours are real ones: a day on which the clock changes has 23 or 25. A week at the edge of a period is a part of it. */
function listBuckets(zone: Zone, step: EnergyStep, fromWall: number, toWall: number): Buckets {
  const [fromMs, toMs] = [zone.instantOf(fromWall), zone.instantOf(toWall)];
  const starts: number[] = [];
  if (step === 'hour') for (let at = fromMs; at < toMs; at += HOUR_MS) starts.push(at);
  else
    for (let wall = fromWall; wall < toWall; wall = addTo(step, startOf(step, wall), 1))
      starts.push(zone.instantOf(wall));
  return { fromMs, toMs, starts };
}

const DEFAULT_STEPS = {
  day: 'hour',
  week: 'day',
  month: 'day',
  year: 'month',
} as const satisfies Record<EnergyPeriod, EnergyStep>;

interface Request {
  zone: Zone;
  period: EnergyPeriod;
  step?: EnergyStep | undefined;
  /** A wall time within the period. */
  wallMs: number;
  nowMs: number;
}

interface EnergyPlan extends Buckets {
  step: EnergyStep;
  previous: Buckets;
  /** Equal parts of the two periods. Missing when less than an hour of the period is over. */
  comparison?: { now: Span; before: Span };
}

/**
 * A calendar period and the one before it. A period that is not over is compared with the same part of the previous one, in
 * whole hours; when that one is shorter (the 30th of March), both end after the number of its days.
 */
export function planEnergy({ zone, period, step, wallMs, nowMs }: Request): EnergyPlan {
  const fromWall = startOf(period, wallMs);
  const toWall = addTo(period, fromWall, 1);
  const beforeWall = addTo(period, fromWall, -1);
  const chosen = step ?? DEFAULT_STEPS[period];
  const buckets = listBuckets(zone, chosen, fromWall, toWall);
  const previous = listBuckets(zone, chosen, beforeWall, fromWall);
  const plan = { ...buckets, step: chosen, previous };
  if (nowMs >= buckets.toMs) return { ...plan, comparison: { now: buckets, before: previous } };
  // Hours are stored by UTC, which in some zones is not a whole hour of the clock.
  const elapsedMs = zone.wallOf(Math.floor(nowMs / HOUR_MS) * HOUR_MS) - fromWall;
  const partMs = Math.min(elapsedMs, fromWall - beforeWall);
  if (partMs <= 0) return plan;
  const partOf = (wall: number): Span => ({
    fromMs: zone.instantOf(wall),
    toMs: zone.instantOf(wall + partMs),
  });
  return { ...plan, comparison: { now: partOf(fromWall), before: partOf(beforeWall) } };
}
