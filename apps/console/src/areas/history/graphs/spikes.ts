import type { Alert } from '@manoboard/contract/alert/alert';
import { explainsPressure } from '@manoboard/domain/alerts/rules/kinds';
import { useMemo } from 'react';
import { useFormatter } from 'use-intl';
import type { HistoryRange } from '../../../device/history.ts';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { useAlertMarks } from './marks.ts';
import type { Spike } from './plot-paint.ts';
import type { Lines } from './series.ts';
import type { Bounds } from './view.ts';

/** Shorter buckets show how long an extreme lasted; longer ones hide it between average and band. */
const LEAST_STEP_S = 600;
/** With fewer buckets nothing is usual. */
const LEAST_BUCKETS = 24;
/** A spike is above the 95th percentile by `times` its distance from the median, and by at least `bar`. */
const BEYOND = { times: 2, bar: 0.4 };
const MOST = 2;
/** Labels nearer than this share of the range would overlap. */
const APART = 0.2;
/** Buckets of this length are named by their day only. */
const DAY_ONLY_S = 6 * 3600;

type Extreme = Pick<Spike, 'atS' | 'value' | 'isPeak'>;

/** `sign` is 1 for peaks and -1 for dips. */
function extremesOf({ x, min, max }: Lines, { fromS, toS }: Bounds, sign: 1 | -1): Extreme[] {
  const column = sign === 1 ? max : min;
  const all = x.flatMap((atS, index) => {
    const value = column[index];
    return typeof value === 'number' && atS >= fromS && atS <= toS ? [{ atS, height: sign * value }] : [];
  });
  if (all.length < LEAST_BUCKETS) return [];
  const heights = all.map(({ height }) => height).sort((a, b) => a - b);
  const at = (share: number) => heights[Math.floor(share * (heights.length - 1))] ?? 0;
  const [median, high] = [at(0.5), at(0.95)];
  const limit = high + Math.max(BEYOND.bar, BEYOND.times * (high - median));
  const chosen: Extreme[] = [];
  for (const { atS, height } of all.toSorted((a, b) => b.height - a.height)) {
    if (height <= limit || chosen.length === MOST) break;
    const isApart = chosen.every((other) => Math.abs(other.atS - atS) > APART * (toS - fromS));
    if (isApart) chosen.push({ atS, value: sign * height, isPeak: sign === 1 });
  }
  return chosen;
}

/** The buckets of the pressure that are far beyond the others, at most two above and two below. */
export const spikesOf = (lines: Lines, bounds: Bounds): Extreme[] => [
  ...extremesOf(lines, bounds, 1),
  ...extremesOf(lines, bounds, -1),
];

/** An alert that was raised in the bucket, or whose condition began in it, and that can be the reason. */
export const reasonOf = ({ atS, isPeak }: Extreme, stepS: number, alerts: readonly Alert[]) =>
  alerts.find(
    ({ kind, since_timestamp, timestamp }) =>
      explainsPressure(kind, isPeak ? 'peak' : 'dip') &&
      since_timestamp < atS + stepS / 2 &&
      timestamp >= atS - stepS / 2,
  );

interface Shown {
  deviceId: string;
  range: HistoryRange;
  lines: Lines;
  bounds: Bounds;
  /** The length of a bucket; undefined before the first answer. */
  stepS: number | undefined;
}

/** R4.13: extremes of the pressure with their time, and their alert or their value. */
export function useSpikes({ deviceId, range, lines, bounds, stepS = 0 }: Shown): Spike[] {
  const { dateTime, number } = useFormatter();
  const language = useLanguage();
  const alerts = useAlertMarks(deviceId, range)?.items;
  const { fromS, toS } = bounds;
  return useMemo(() => {
    if (stepS < LEAST_STEP_S) return [];
    const time = { day: 'numeric', month: 'numeric' } as const;
    const format =
      stepS < DAY_ONLY_S ? { ...time, hour: '2-digit' as const, minute: '2-digit' as const } : time;
    return spikesOf(lines, { fromS, toS }).map((spike) => {
      const reason = reasonOf(spike, stepS, alerts ?? []);
      const value = number(spike.value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      const text = `${dateTime(new Date(spike.atS * 1000), format)} ${reason?.titles[language] ?? `${value} bar`}`;
      return { ...spike, isAlert: reason !== undefined, text };
    });
  }, [lines, fromS, toS, stepS, alerts, language, dateTime, number]);
}
