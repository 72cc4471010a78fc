import { DAY_MS } from '../../time.ts';

/**
 * The least estimated flow of the last half hour, and the largest one of each of the last days: what a house usually
 * draws for half an hour.
 */
export interface SustainedFlow {
  /** Number of the present block of five minutes, counted from 1970. */
  block: number;
  least: number;
  /** The least flow of each of the last whole blocks. */
  past: number[];
  /** The local day, counted from 1970, and its largest sustained flow. */
  day: number;
  peak: number;
  /** Peaks of earlier days, oldest first. */
  peaks: number[];
}

const BLOCK_MS = 300_000;
/** With the present block, 25 to 30 minutes. */
const WHOLE_BLOCKS = 5;
const KEPT_DAYS = 21;
/** A house shows its usual draws in a week. */
const LEARNED_DAYS = 7;
/** Less is an ordinary draw of any house, l/min. */
const LEAST_LPM = 20;

const round = (lpm: number) => Math.round(10 * lpm) / 10;

/** The sustained flow; unknown until half an hour was seen. */
const sustainedLpm = ({ past, least }: Pick<SustainedFlow, 'past' | 'least'>): number | undefined =>
  past.length < WHOLE_BLOCKS ? undefined : Math.min(least, ...past);

function closeDay(flow: SustainedFlow, day: number): SustainedFlow {
  if (flow.day === day) return flow;
  return { ...flow, day, peak: 0, peaks: [...flow.peaks, flow.peak].slice(-KEPT_DAYS) };
}

export function observeFlow(
  flow: SustainedFlow | undefined,
  { atMs, localMs, lpm, isGap }: { atMs: number; localMs: number; lpm: number | undefined; isGap: boolean },
): SustainedFlow | undefined {
  if (lpm === undefined) return flow;
  const block = Math.floor(atMs / BLOCK_MS);
  const day = Math.floor(localMs / DAY_MS);
  if (!flow) return { block, least: round(lpm), past: [], day, peak: 0, peaks: [] };
  const today = closeDay(flow, day);
  if (isGap || block > today.block + 1) return { ...today, block, least: round(lpm), past: [] };
  if (block === today.block)
    return lpm >= today.least && today === flow
      ? flow
      : { ...today, least: round(Math.min(lpm, today.least)) };
  const peak = Math.max(today.peak, sustainedLpm(today) ?? 0);
  const past = [...today.past, today.least].slice(-WHOLE_BLOCKS);
  return { ...today, block, least: round(lpm), past, peak };
}

/** A flow that is larger than the house draws for half an hour; unknown while its usual draws are learned. */
export function unusualFlow(flow: SustainedFlow | undefined, percent: number) {
  const lpm = flow && sustainedLpm(flow);
  if (!flow || lpm === undefined || flow.peaks.length < LEARNED_DAYS) return undefined;
  const usualLpm = Math.max(...flow.peaks);
  const limitLpm = Math.max(LEAST_LPM, (percent / 100) * usualLpm);
  return { lpm, usualLpm, isUnusual: lpm > limitLpm };
}
