import type { CurvePoint, PumpValues } from '@manoboard/contract/device/pump-card';

const RATED_HZ = 50;
/** Below this speed the losses of motor and drive hide the load. */
const LEAST_HZ = 20;
/** Error of the measured power: of its value, and of its resolution. */
const POWER_ERROR = { share: 0.03, w: 10 };
/** Error of the curve itself, of the flow at its end. */
const CURVE_ERROR = 0.05;

export interface FlowEstimate {
  lpm: number;
  /** Half of the interval around `lpm`. */
  errorLpm: number;
}

interface LoadPoint {
  lpm: number;
  w: number;
}

/** Points with rising power: beyond the highest one, two flows have the same power. */
function risingPart(points: readonly CurvePoint[]): LoadPoint[] {
  const known = points.flatMap(({ lpm, w }) => (w === undefined ? [] : [{ lpm, w }]));
  const end = known.findIndex(({ w }, at) => at > 0 && w <= (known[at - 1]?.w ?? 0));
  return end === -1 ? known : known.slice(0, end);
}

/**
 * The curve of power over flow at 50 Hz: the manufacturer's, moved to the power that was measured at a closed valve. A
 * curve without powers, or without a closed-valve power, gives no estimate.
 */
function computeCurve({ curve = [], no_flow_w }: PumpValues): LoadPoint[] {
  const points = risingPart(curve);
  const [first] = points;
  if (points.length < 2 || first === undefined || first.lpm !== 0) return [];
  const shiftW = no_flow_w === undefined ? 0 : no_flow_w - first.w;
  return points.map(({ lpm, w }) => ({ lpm, w: w + shiftW }));
}

/** Frames are judged often: the curve is computed once for a card. */
const computed = new WeakMap<PumpValues, LoadPoint[]>();

function powerCurve(card: PumpValues): LoadPoint[] {
  const stored = computed.get(card);
  if (stored) return stored;
  const points = computeCurve(card);
  computed.set(card, points);
  return points;
}

/** Flow at this power on a rising curve, and its slope in l/min per W; outside of it, its ends. */
function flowAt(points: readonly LoadPoint[], powerW: number) {
  const at = Math.max(
    1,
    points.findIndex(({ w }) => w >= powerW),
  );
  const isBeyond = powerW > (points.at(-1)?.w ?? 0);
  const [low, high] = isBeyond ? points.slice(-2) : points.slice(at - 1, at + 1);
  if (low === undefined || high === undefined) return undefined;
  const slope = (high.lpm - low.lpm) / (high.w - low.w);
  const lpm = low.lpm + slope * (powerW - low.w);
  return { lpm: Math.min(points.at(-1)?.lpm ?? 0, Math.max(0, lpm)), slope };
}

interface Measured {
  frequencyHz?: number | undefined;
  powerW?: number | undefined;
  /** Error by the resolution of the power; 0 if many estimates are averaged. */
  resolutionW?: number;
}

/**
 * Flow by the QP method: the power at this speed, brought to 50 Hz by the affinity laws (P ~ f³, Q ~ f), on the curve of
 * power over flow. Unknown without a curve, without a closed-valve point or at a low speed.
 */
export function estimateFlow(
  card: PumpValues,
  { frequencyHz, powerW, resolutionW = POWER_ERROR.w }: Measured,
): FlowEstimate | undefined {
  const points = powerCurve(card);
  if (points.length === 0 || frequencyHz === undefined || powerW === undefined) return undefined;
  if (frequencyHz === 0) return { lpm: 0, errorLpm: 0 };
  if (frequencyHz < LEAST_HZ) return undefined;
  const s = frequencyHz / RATED_HZ;
  const found = flowAt(points, powerW / s ** 3);
  if (!found) return undefined;
  const powerErrorW = (POWER_ERROR.share * powerW + resolutionW) / s ** 3;
  const errorLpm = s * (found.slope * powerErrorW + CURVE_ERROR * (points.at(-1)?.lpm ?? 0));
  return { lpm: s * found.lpm, errorLpm };
}
