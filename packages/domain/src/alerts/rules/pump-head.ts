import type { CurvePoint, PumpValues } from '@manoboard/contract/device/pump-card';
import { estimateFlow } from '../../pump/flow-estimate.ts';
import { BAR_M, staticHeadM } from '../../pump/measured-heads.ts';
import type { Sample } from './inputs.ts';
import type { HeadRange, Heads, RuleMemory } from './memory.ts';

/** Means of the reference, and the newest means that are compared with it. */
const MEANS = { first: 6, recent: 3 };
/** Least samples of a mean: of a day, or of several days in which little water is drawn. */
const LEAST_SAMPLES = 4;
/** The speed is steady: it changed by no more since the last frame. */
const STEADY_HZ = 0.6;
/** So is the pressure: behind an overshoot the tank feeds the house, and the check valve is closed. */
const STEADY_BAR = 0.08;
/** Flow at 50 Hz as a share of the largest one. */
const FLOW = { least: 0.05, high: 0.4, most: 0.98 };
/** Where the power hardly rises with the flow, at the end of many curves, the flow is less exact than this share. */
const MOST_ERROR = 0.25;
/** Heads below this share of the curve are no steady operation. */
const LEAST_SHARE = 0.3;
/**
 * A pump cannot lift more than at a closed valve. If the pressure is higher than that at this speed, beyond the errors of
 * curve and level, the closed check valve holds it, and it is not the head of the pump.
 */
const MOST_OF_CLOSED = 1.12;
/** A pump that is so much better than at first was repaired: it is learned again. */
const REPAIRED = 1.05;
const RATED_HZ = 50;
/**
 * Power at the end of a curve without powers: that of the plate, of a loaded motor with this efficiency, or relative to a
 * closed valve.
 */
const USUAL = { efficiency: 0.75, rise: 1.5, leastRise: 1.2 };

/** Power that a loaded motor takes by its plate: voltage, current and power factor, or rated power and efficiency. */
function loadedPowerW({ motor_kw, motor_a, motor_volts, motor_phases, motor_cos_phi }: PumpValues) {
  if (motor_a !== undefined && motor_volts !== undefined && motor_cos_phi !== undefined)
    return (motor_phases === 1 ? 1 : Math.sqrt(3)) * motor_volts * motor_a * motor_cos_phi;
  return motor_kw === undefined ? undefined : (1000 * motor_kw) / USUAL.efficiency;
}

/** Reference of the card: flow, head and power at 50 Hz. */
interface Reference {
  card: PumpValues;
  points: readonly CurvePoint[];
  /** Head between the surface of the water and the sensor that the pressure does not show, m. */
  staticM: number;
  /** Changes with the card: heads by another one are not compared. */
  key: string;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The curve of the card. Powers that it lacks are assumed to rise evenly: they only sort equal loads together. */
function pointsOf({ curve, no_flow_w, ...card }: PumpValues): CurvePoint[] {
  if (curve?.every(({ w }) => w !== undefined)) return curve;
  if (no_flow_w === undefined) return [];
  const { no_flow_bar, pump_head_m, pump_flow_lpm } = card;
  const endW = Math.max(USUAL.leastRise * no_flow_w, loadedPowerW(card) ?? USUAL.rise * no_flow_w);
  const endLpm = curve?.at(-1)?.lpm;
  if (curve && endLpm !== undefined)
    return curve.map(({ lpm, m }) => ({ lpm, m, w: no_flow_w + (lpm / endLpm) * (endW - no_flow_w) }));
  if (no_flow_bar === undefined || pump_head_m === undefined || pump_flow_lpm === undefined) return [];
  return [
    { lpm: 0, m: BAR_M * no_flow_bar, w: no_flow_w },
    { lpm: pump_flow_lpm, m: pump_head_m, w: endW },
  ];
}

const references = new WeakMap<PumpValues, Reference | null>();

/** Null while the card does not tell enough. */
function referenceOf(card: PumpValues): Reference | null {
  const stored = references.get(card);
  if (stored !== undefined) return stored;
  const points = pointsOf(card);
  const staticM = staticHeadM(card);
  const { no_flow_w = points[0]?.w } = card;
  const isKnown = points.length >= 2 && staticM !== undefined;
  const key = JSON.stringify([points.map(({ lpm, m, w }) => [lpm, m, w]), staticM, no_flow_w]);
  const reference = isKnown
    ? {
        card: { curve: [...points], ...(no_flow_w !== undefined && { no_flow_w }) },
        points,
        staticM,
        key: hashOf(key),
      }
    : null;
  references.set(card, reference);
  return reference;
}

/** Short, since it is stored with each device. */
function hashOf(text: string): string {
  let hash = 0;
  for (const sign of text) hash = (Math.imul(hash, 31) + sign.charCodeAt(0)) | 0;
  return hash.toString(36);
}

function headAt(points: readonly CurvePoint[], lpm: number): number {
  const at = points.findIndex((point) => point.lpm >= lpm);
  const [low, high] = at === -1 ? points.slice(-2) : points.slice(Math.max(0, at - 1), Math.max(2, at + 1));
  if (!low || !high) return Number.NaN;
  return low.m + ((lpm - low.lpm) / (high.lpm - low.lpm)) * (high.m - low.m);
}

/** Flow at 50 Hz by the curve of the reference. The resolution of the power does not count: it is gone in a mean. */
function flowAt50(reference: Reference, hz: number, powerW: number) {
  const flow = estimateFlow(reference.card, { frequencyHz: hz, powerW, resolutionW: 0 });
  const s = hz / RATED_HZ;
  return flow && { lpm: flow.lpm / s, errorLpm: flow.errorLpm / s };
}

interface HeadNow {
  /** Head relative to the curve: far above 1 the power is no flow, far below it the head is lost before the sensor. */
  share: number;
  /** Flow at 50 Hz relative to the largest one. */
  flowShare: number;
}

/** Head at this moment, at the flow that the power tells. Unknown without a curve, and while the motor stands. */
export function headNow(card: PumpValues, { values, isRunning }: Sample): HeadNow | undefined {
  const { frequency_fc: hz = 0, motor_power, pressure } = values;
  const reference = card.curve && isRunning ? referenceOf(card) : null;
  if (!reference || motor_power === undefined || pressure === undefined) return undefined;
  const flow = flowAt50(reference, hz, 1000 * motor_power);
  const curveM = (hz / RATED_HZ) ** 2 * headAt(reference.points, flow?.lpm ?? Number.NaN);
  const share = (BAR_M * pressure + reference.staticM) / curveM;
  const flowShare = (flow?.lpm ?? Number.NaN) / (reference.points.at(-1)?.lpm ?? Number.NaN);
  return Number.isFinite(share) ? { share, flowShare } : undefined;
}

interface Seen {
  isHigh: boolean;
  /** Head of the pump relative to its curve at this flow and speed. */
  share: number;
  /** Head of the curve at this flow and speed, m. */
  curveM: number;
}

/** Head at equal flow and speed (affinity laws: H ~ f², Q ~ f), while the speed is steady and water flows. */
function seenHead(memory: RuleMemory, { values, isRunning }: Sample, reference: Reference): Seen | undefined {
  const { frequency_fc: hz = 0, motor_power, pressure } = values;
  if (!isRunning || motor_power === undefined || pressure === undefined) return undefined;
  if (Math.abs(hz - (memory.frequencyHz ?? 0)) > STEADY_HZ) return undefined;
  if (!(Math.abs(pressure - (memory.bar ?? Number.NaN)) <= STEADY_BAR)) return undefined;
  const flow = flowAt50(reference, hz, 1000 * motor_power);
  const endLpm = reference.points.at(-1)?.lpm ?? Number.NaN;
  const s = hz / RATED_HZ;
  if (!(flow && flow.errorLpm <= MOST_ERROR * endLpm)) return undefined;
  const { lpm } = flow;
  if (!(lpm >= FLOW.least * endLpm && lpm <= FLOW.most * endLpm)) return undefined;
  const headM = BAR_M * pressure + reference.staticM;
  if (headM > MOST_OF_CLOSED * s ** 2 * headAt(reference.points, 0)) return undefined;
  const curveM = s ** 2 * headAt(reference.points, lpm);
  const share = headM / curveM;
  if (!(share >= LEAST_SHARE)) return undefined;
  return { isHigh: lpm >= FLOW.high * endLpm, share, curveM };
}

const NO_RANGE: HeadRange = { sum: 0, n: 0, first: [], recent: [], curveM: 0 };
const round = (value: number) => Number(value.toFixed(4));

function add(range: HeadRange, { share, curveM }: Seen): HeadRange {
  const n = range.n + 1;
  return {
    ...range,
    n,
    sum: range.sum + share,
    curveM: range.curveM + (curveM - range.curveM) / Math.min(n, 50),
  };
}

function closeDay(range: HeadRange): HeadRange {
  const { sum, n, first, recent } = range;
  const open = { ...range, sum: 0, n: 0, curveM: round(range.curveM) };
  if (n < LEAST_SAMPLES) return range;
  const mean = round(sum / n);
  if (first.length < MEANS.first) return { ...open, first: [...first, mean] };
  const newest = [...recent, mean].slice(-MEANS.recent);
  const isRepaired = newest.length === MEANS.recent && Math.min(...newest) > REPAIRED * median(first);
  return isRepaired ? { ...open, first: newest, recent: [] } : { ...open, recent: newest };
}

/** Adds a frame to the heads of the day; nothing while the card does not tell enough. */
export function observeHead(
  memory: RuleMemory,
  sample: Sample,
  { card, day, isGap }: { card: PumpValues | undefined; day: number; isGap: boolean },
): Heads | undefined {
  const reference = card && referenceOf(card);
  if (!reference) return memory.heads;
  const { key } = reference;
  let heads = memory.heads?.key === key ? memory.heads : { key, day, low: NO_RANGE, high: NO_RANGE };
  if (heads.day !== day) heads = { key, day, low: closeDay(heads.low), high: closeDay(heads.high) };
  const seen = isGap ? undefined : seenHead(memory, sample, reference);
  if (!seen) return heads;
  return seen.isHigh ? { ...heads, high: add(heads.high, seen) } : { ...heads, low: add(heads.low, seen) };
}

export interface HeadLoss {
  /** Head that is lost at a small and at a large flow, in percent; negative if it rose. */
  lowPercent: number | undefined;
  highPercent: number | undefined;
  /** The loss at a small flow in m. */
  metres: number | undefined;
}

/** A loss within this multiple of the usual deviation of a mean is none: sources rise and fall, and little is drawn. */
const DEVIATIONS = 2;
const NORMAL_DEVIATION = 1.48;

function lossOf({ first, recent }: HeadRange): number | undefined {
  if (first.length < MEANS.first || recent.length < MEANS.recent) return undefined;
  const usual = median(first);
  const deviation = NORMAL_DEVIATION * median(first.map((mean) => Math.abs(mean - usual)));
  const loss = 1 - median(recent) / usual;
  return Math.abs(loss) * usual <= DEVIATIONS * deviation ? 0 : loss;
}

const losses = new WeakMap<Heads, HeadLoss>();
const UNKNOWN: HeadLoss = { lowPercent: undefined, highPercent: undefined, metres: undefined };

/** Head that the pump has lost since its first days, at equal flow and speed. */
export function headLoss(heads: Heads | undefined): HeadLoss {
  if (!heads) return UNKNOWN;
  const stored = losses.get(heads);
  if (stored) return stored;
  const percent = (range: HeadRange) => {
    const loss = lossOf(range);
    return loss === undefined ? undefined : Math.round(1000 * loss) / 10;
  };
  const [lowPercent, highPercent] = [percent(heads.low), percent(heads.high)];
  const shareLost = (lossOf(heads.low) ?? 0) * median(heads.low.first);
  const metres = lowPercent === undefined ? undefined : Math.round(10 * shareLost * heads.low.curveM) / 10;
  const loss = { lowPercent, highPercent, metres };
  losses.set(heads, loss);
  return loss;
}

/** A well without a level sensor: a lower level and a worn pump look the same. */
export const isLevelUnknown = ({ source }: PumpValues) => source === 'well';
