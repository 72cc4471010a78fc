import { DAY_MS } from '../../time.ts';
import type { Sample } from './inputs.ts';
import type { CyclePauses, RuleMemory } from './memory.ts';
import { REST_MS } from './rests.ts';

type PastDay = CyclePauses['past'][number];

const KEPT_DAYS = 14;
const LEARNED_DAYS = 5;
/** Pauses that tell the usual one of a day; those that judge one are also this share of the usual number. */
const LEAST = { learned: 10, judged: 20, share: 0.5 };
/**
 * A tank with less than about half of its air gives less than this share of the shortest usual pause; it is well again
 * above the other one.
 */
const SHORT = { share: 0.6, end: 0.8 };
const SAME_BAR = 0.2;

const meanS = ({ n, logSum }: Pick<CyclePauses, 'n' | 'logSum'>) => Math.exp(logSum / n);
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** Short pauses are not learned until they have lasted for two weeks: then they are those of another tank. */
function closeDay(pauses: CyclePauses, day: number): CyclePauses {
  if (pauses.day === day) return pauses;
  const { n, isShort, setBar, past, shortDays = 0 } = pauses;
  const next = { day, n: 0, logSum: 0, setBar, past };
  if (isShort)
    return shortDays >= KEPT_DAYS ? { ...next, past: [] } : { ...next, isShort, shortDays: shortDays + 1 };
  if (n < LEAST.learned) return next;
  return { ...next, past: [...past, [round(meanS(pauses), 1), n] satisfies PastDay].slice(-KEPT_DAYS) };
}

function judge(pauses: CyclePauses): CyclePauses {
  const { n, past } = pauses;
  if (n < LEAST.judged || past.length < LEARNED_DAYS) return pauses;
  const usualN = past.reduce((sum, [, count]) => sum + count, 0) / past.length;
  // One draw is not the day: a morning may have other taps than the evening.
  if (n < LEAST.share * usualN) return pauses;
  const share = meanS(pauses) / Math.min(...past.map(([s]) => s));
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
