import { DAY_MS } from '../../time.ts';
import type { Sample } from './inputs.ts';
import type { CyclePauses, RuleMemory } from './memory.ts';
import { REST_MS } from './rests.ts';

type PastDay = CyclePauses['past'][number];

const KEPT_DAYS = 14;
const LEARNED_DAYS = 5;
/** Least pauses of a day that is learned, and of the two days that are judged; these are as many as on a usual day. */
const LEAST = { learned: 10, judged: 20 };
/** Two days with less than this share of the usual pause: about half of the air is lost. Well again above the other one. */
const SHORT = { share: 0.55, end: 0.75 };
const SAME_BAR = 0.2;

const meanS = (n: number, logSum: number) => Math.exp(logSum / n);
const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** Short pauses are not learned until they have lasted for two weeks: then they are those of another tank. */
function closeDay(pauses: CyclePauses, day: number): CyclePauses {
  if (pauses.day === day) return pauses;
  const { n, logSum, isShort, setBar, past, shortDays = 0 } = pauses;
  const before: CyclePauses['before'] = day === pauses.day + 1 ? [n, logSum] : undefined;
  const next = { day, n: 0, logSum: 0, before, setBar, past };
  if (isShort)
    return shortDays >= KEPT_DAYS ? { ...next, past: [] } : { ...next, isShort, shortDays: shortDays + 1 };
  if (n < LEAST.learned) return next;
  return { ...next, past: [...past, [round(meanS(n, logSum), 1), n] satisfies PastDay].slice(-KEPT_DAYS) };
}

/** Taps of one day may be others than usual: two days are judged together. */
function judge(pauses: CyclePauses): CyclePauses {
  const { past, before: [n = 0, logSum = 0] = [] } = pauses;
  const count = n + pauses.n;
  const usualCount = median(past.map(([, each]) => each));
  if (past.length < LEARNED_DAYS || count < Math.max(LEAST.judged, usualCount)) return pauses;
  const share = meanS(count, logSum + pauses.logSum) / median(past.map(([s]) => s));
  return { ...pauses, isShort: share < (pauses.isShort ? SHORT.end : SHORT.share) };
}

/** Adds the pause that a start ends; one of minutes is a rest between two draws. */
export function observePauses(
  { pauses, silence }: RuleMemory,
  { atMs, requiredBar }: Sample,
  { localMs, isStart }: { localMs: number; isStart: boolean },
): CyclePauses | undefined {
  const day = Math.floor(localMs / DAY_MS);
  const pauseMs = atMs - (silence?.sinceMs ?? atMs);
  const isNew = isStart && pauseMs > 0 && pauseMs < REST_MS && requiredBar !== undefined;
  if (!isNew) return pauses && closeDay(pauses, day);
  const isSame = pauses && Math.abs(pauses.setBar - requiredBar) < SAME_BAR;
  const today = isSame ? closeDay(pauses, day) : { day, n: 0, logSum: 0, setBar: requiredBar, past: [] };
  return judge({ ...today, n: today.n + 1, logSum: round(today.logSum + Math.log(pauseMs / 1000), 3) });
}

/** The tank gives much less water between two starts than it did. */
export const hasShortPauses = ({ pauses }: RuleMemory) => pauses?.isShort === true;
