import type { CommissioningPoint } from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { LEAST_HZ, mean, measuredPoints, RATED_HZ, steadyPoints } from './closed-valve-curve.ts';
import { estimateFlow } from './flow-estimate.ts';

/** Metres of water per bar. */
export const BAR_M = 10.197;

/**
 * Head between the surface of the water and the sensor that the reported pressure does not show, m. Known for a mains with
 * its pressure, a tank beside the pump, and a well with its level at rest. What the sensor shows too much counts against it.
 */
export function staticHeadM({
  source,
  supply_bar,
  rest_level_m,
  sensor_offset_bar = 0,
}: PumpValues): number | undefined {
  const offsetM = BAR_M * sensor_offset_bar;
  if (source === 'mains') return supply_bar === undefined ? undefined : -BAR_M * supply_bar - offsetM;
  const levelM = source === 'tank' ? (rest_level_m ?? 0) : rest_level_m;
  return levelM === undefined ? undefined : levelM - offsetM;
}

/** One point at 50 Hz; the flow is an estimate with its error. */
export interface HeadPoint {
  lpm: number;
  errorLpm: number;
  m: number;
}

/**
 * Heads over estimated flows of steady points, brought to 50 Hz by the affinity laws (H ~ f², Q ~ f). None without a curve
 * with powers or without the static head.
 */
export function measuredHeads(points: readonly CommissioningPoint[], card: PumpValues): HeadPoint[] {
  const staticM = staticHeadM(card);
  if (staticM === undefined) return [];
  return steadyPoints(measuredPoints(points)).flatMap(({ hz, w, bar }) => {
    const flow = estimateFlow(card, { frequencyHz: hz, powerW: w });
    const s = hz / RATED_HZ;
    return flow
      ? [{ lpm: flow.lpm / s, errorLpm: flow.errorLpm / s, m: (BAR_M * bar + staticM) / s ** 2 }]
      : [];
  });
}

const STEP_HZ = 5;

/** The pump without flow: means of power and pressure around each multiple of 5 Hz. */
export function noFlowSignature(points: readonly CommissioningPoint[]) {
  const steady = steadyPoints(measuredPoints(points)).filter(({ hz }) => hz >= LEAST_HZ);
  const steps = Map.groupBy(steady, ({ hz }) => STEP_HZ * Math.round(hz / STEP_HZ));
  return [...steps]
    .map(([stepHz, own]) => ({
      stepHz,
      hz: mean(own.map(({ hz }) => hz)),
      w: mean(own.map(({ w }) => w)),
      bar: mean(own.map(({ bar }) => bar)),
    }))
    .sort((a, b) => a.stepHz - b.stepHz);
}
