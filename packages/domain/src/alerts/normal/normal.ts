import { type AlertKind, rowOfKind } from '@manoboard/contract/alert/kinds';
import type { Evidence } from '../rules/kinds.ts';
import { type DayFigures, NORMAL_METRICS, type NormalMetric } from './day-figures.ts';

/** Numbers of the comparison; chosen on simulated houses (docs/alerts.md). */
const NORMAL = {
  /** Days of the profile: fewer are not judged, more are left out. */
  days: { least: 14, most: 42 },
  /**
   * The newest days are judged together: a single day with guests is no change. A change is a deviation of `raiseAt`
   * times the device's own variation; a week shows smaller ones.
   */
  windows: [
    { days: 3, raiseAt: 4 },
    { days: 7, raiseAt: 2.5 },
  ],
  /** Least days for a separate profile of a group of weekdays. */
  leastOfGroup: 4,
  /** Days with a pressure that differs by more are not compared: the set point was changed. */
  sameBar: 0.3,
  /** The notice ends when every deviation is below this share of the one that raises. */
  clearShare: 0.5,
} as const;

interface Scale {
  /** Shares of the value, or the value itself. */
  isRatio: boolean;
  /** The least variation: a house that does the same each day must not be judged by its noise. */
  floor: number;
  /** Smaller values are as good as this one. */
  least: number;
  /** A fall is an empty house, not a fault. */
  isRiseOnly?: true;
  /** Least change worth a notice: of the value itself, and as a share of it. */
  leastChange: { by: number; share: number };
}
const SCALES: Record<NormalMetric, Scale> = {
  starts: { isRatio: true, floor: 0.1, least: 5, isRiseOnly: true, leastChange: { by: 8, share: 0.2 } },
  running: { isRatio: true, floor: 0.1, least: 0.1, isRiseOnly: true, leastChange: { by: 0.2, share: 0.2 } },
  quiet: { isRatio: false, floor: 1, least: 0, isRiseOnly: true, leastChange: { by: 4, share: 0.2 } },
  energy: { isRatio: true, floor: 0.04, least: 0.01, leastChange: { by: 0.01, share: 0.08 } },
  ripple: { isRatio: true, floor: 0.05, least: 0.05, leastChange: { by: 0.05, share: 0.12 } },
  run: { isRatio: true, floor: 0.05, least: 1, leastChange: { by: 3, share: 0.12 } },
};

/** A metric that changed. */
export interface NormalChange {
  metric: NormalMetric;
  usual: number;
  now: number;
  /** In units of the device's own variation; negative if it fell. */
  score: number;
}

export interface NormalVerdict {
  /** The first of the judged days. */
  fromDay: number;
  day: number;
  isDifferent: boolean;
  /** Every metric is usual again. */
  isUsual: boolean;
  /** The largest change first. */
  changes: NormalChange[];
}

/** Days that a person called normal. */
export interface AcceptedDays {
  fromDay: number;
  toDay: number;
}

const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

/** 1970-01-01 was a Thursday. */
const isWeekend = (day: number) => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

const toScale = ({ isRatio, least }: Scale, value: number) =>
  isRatio ? Math.log(Math.max(least, value)) : value;
const fromScale = ({ isRatio }: Scale, value: number) => (isRatio ? Math.exp(value) : value);

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

interface Point {
  day: number;
  value: number;
}

const pointsOf = (days: readonly DayFigures[], metric: NormalMetric): Point[] =>
  days.flatMap(({ day, values }) => {
    const value = values[metric];
    return value === undefined ? [] : [{ day, value: toScale(SCALES[metric], value) }];
  });

/** The usual value of each kind of day, and how much days differ from it. */
function profileOf(points: readonly Point[], floor: number) {
  const all = median(points.map(({ value }) => value));
  const ofGroup = (isFree: boolean) => {
    const group = points.filter(({ day }) => isWeekend(day) === isFree);
    return group.length >= NORMAL.leastOfGroup ? median(group.map(({ value }) => value)) : all;
  };
  const [weekday, weekend] = [ofGroup(false), ofGroup(true)];
  const usualAt = (day: number) => (isWeekend(day) ? weekend : weekday);
  const deviations = points.map(({ day, value }) => Math.abs(value - usualAt(day)));
  return { usualAt, variation: Math.max(floor, 1.4826 * median(deviations)) };
}

function changeOf(
  metric: NormalMetric,
  learned: readonly DayFigures[],
  window: readonly DayFigures[],
  accepted: readonly AcceptedDays[],
): NormalChange | undefined {
  const scale = SCALES[metric];
  const points = pointsOf(learned, metric);
  const newest = pointsOf(window, metric);
  if (points.length < NORMAL.days.least || newest.length < window.length) return undefined;
  const { usualAt, variation } = profileOf(points, scale.floor);
  const usual = median(newest.map(({ day }) => usualAt(day)));
  const now = median(newest.map(({ value }) => value));
  const deviation = median(newest.map(({ day, value }) => value - usualAt(day)));
  const others = accepted.map(({ fromDay, toDay }) => {
    const inside = [...points, ...newest].filter(({ day }) => day >= fromDay && day <= toDay);
    return now - median(inside.map(({ value }) => value));
  });
  const [usualValue, nowValue] = [fromScale(scale, usual), fromScale(scale, now)].map(rounded) as [
    number,
    number,
  ];
  // The nearest of what is usual and what was called normal.
  const nearest = [deviation, ...others].reduce((best, each) =>
    Math.abs(each) < Math.abs(best) ? each : best,
  );
  const score = (scale.isRiseOnly ? Math.max(0, nearest) : nearest) / variation;
  const isLarge = isLargeChange(scale, usualValue, nowValue);
  return { metric, usual: usualValue, now: nowValue, score: isLarge ? score : 0 };
}

/** A person would call it a change: weekdays and weekends that differ must not turn a small one into a large one. */
function isLargeChange({ leastChange: { by, share } }: Scale, usual: number, now: number): boolean {
  const change = Math.abs(now - usual);
  return change >= by && change >= share * usual;
}

/** Days with fewer starts than this share of busy ones (the upper quarter): nobody is home. */
const AWAY = { share: 0.25, leastStarts: 5, leastDays: 2 };
/** Washing and watering after so many days away are no change either. */
const RETURN_DAYS = 2;

/** Days without those of an empty house and of the return to it. */
function livedDays(days: readonly DayFigures[]): DayFigures[] {
  const starts = days.map(({ values }) => values.starts ?? 0);
  const busy = [...starts].sort((a, b) => a - b)[Math.floor(0.75 * starts.length)] ?? 0;
  if (busy < AWAY.leastStarts) return [...days];
  let [away, sinceReturn] = [0, RETURN_DAYS];
  return days.filter((_day, at) => {
    if ((starts[at] ?? 0) < AWAY.share * busy) {
      away++;
      return false;
    }
    if (away > 0) sinceReturn = away >= AWAY.leastDays ? 0 : RETURN_DAYS;
    away = 0;
    return sinceReturn++ >= RETURN_DAYS;
  });
}

/** Judges the newest days by the days before them. */
function judgeWindow(
  known: readonly DayFigures[],
  { days, raiseAt }: (typeof NORMAL.windows)[number],
  accepted: readonly AcceptedDays[],
) {
  const window = known.slice(-days);
  const learned = known.slice(0, -days).slice(-NORMAL.days.most);
  const changes = NORMAL_METRICS.flatMap((metric) => changeOf(metric, learned, window, accepted) ?? []);
  return changes.map((change) => ({
    change,
    fromDay: window[0]?.day ?? 0,
    share: Math.abs(change.score) / raiseAt,
  }));
}

/**
 * Compares the newest days of a device with its own earlier ones. Days must be sorted; those of an earlier owner are left
 * out by the caller. Undefined while too little is known.
 */
export function judgeNormal(
  days: readonly DayFigures[],
  accepted: readonly AcceptedDays[] = [],
): NormalVerdict | undefined {
  const seen = days.filter(({ values }) => values.starts !== undefined);
  const bar = seen.findLast((day) => day.bar !== undefined)?.bar ?? 0;
  const known = livedDays(seen.filter((day) => Math.abs((day.bar ?? bar) - bar) <= NORMAL.sameBar));
  const judged = NORMAL.windows
    .flatMap((window) => judgeWindow(known, window, accepted))
    .sort((a, b) => b.share - a.share);
  const [largest] = judged;
  if (!largest) return undefined;
  const raising = judged.filter(({ share }) => share >= 1);
  const changes = raising.filter(
    ({ change }, at) => raising.findIndex((each) => each.change.metric === change.metric) === at,
  );
  return {
    fromDay: largest.fromDay,
    day: known.at(-1)?.day ?? largest.fromDay,
    isDifferent: changes.length > 0,
    isUsual: largest.share < NORMAL.clearShare,
    changes: changes.map(({ change }) => change),
  };
}

/** Days whose figures are kept. */
export const KEPT_DAYS = NORMAL.days.most + 20;

export const isExplained = (openKinds: readonly AlertKind[]) =>
  openKinds.some((kind) => rowOfKind(kind).explainsDay);

const RUNNING = ['frequency_fc', 'pressure'] as const;
const FIELDS: Record<NormalMetric, Evidence['fields']> = {
  starts: RUNNING,
  running: RUNNING,
  quiet: RUNNING,
  run: RUNNING,
  energy: ['motor_power', 'frequency_fc'],
  ripple: ['pressure', 'frequency_fc'],
};

/** What a graph of the change shows; `metric` is the position in `NORMAL_METRICS`. */
export const normalEvidence = (metric: number): Evidence => ({
  fields: FIELDS[NORMAL_METRICS[metric] ?? 'starts'],
  minutes: NORMAL.days.least * 24 * 60,
});
