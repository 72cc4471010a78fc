import type {
  CommissioningFigures,
  CommissioningPoint,
  CommissioningRemark,
  CommissioningResult,
  RecordedStep,
  StepEntry,
} from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import {
  fallAfterStop,
  fitNoFlowPower,
  LEAST_CLOSED_POINTS,
  LEAST_HZ,
  LEAST_SPAN,
  mean,
  measuredPoints,
  noFlowBar,
  RATED_HZ,
  settledPoints,
  steadyPoints,
} from './closed-valve-curve.ts';
import { estimateFlow } from './flow-estimate.ts';

const BAR_PER_M = 1 / 10.197;
/** Noise of a healthy sensor, and what a pressure at rest may fall in a minute. */
const SENSOR = { noiseBar: 0.05, fallBarPerMin: 0.3, negativeBar: -0.1, offsetBar: 0.1, mostOffsetBar: 0.5 };
const LEAST_POINTS = { rest: 3, running: 3 };
/** Pressure rise that a turning pump makes at least. */
const LEAST_RISE_BAR = 0.3;
/** Head of a centrifugal pump that turns backwards, of its forward head, at most. */
const BACKWARDS_SHARE = 0.7;
/** Deviation from P = k·f³: a larger one comes from flow that changes. */
const MOST_SPREAD = 0.1;
/** A closed system keeps its pressure after the pump has stopped. */
const CLOSED_FALL_BAR_PER_S = 0.02;
/** A tap takes at least this share of power above the closed valve. */
const TAP_LOAD = 1.05;
const MOST_DEVIATION_BAR = 0.5;

/** What other steps and the card say about the pump. */
export interface StepFacts {
  card: PumpValues;
  entry: StepEntry;
}

const deviation = (values: readonly number[]) => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

const result = (
  isAccepted: boolean,
  remarks: readonly CommissioningRemark[],
  figures: CommissioningFigures,
): CommissioningResult => ({ is_accepted: isAccepted, remarks: [...remarks], figures });

const isStill = ({ hz, on }: CommissioningPoint) => hz === 0 || (hz === null && on === false);

/** Closed-valve pressure rise at 50 Hz that the card expects. */
function cardRiseBar({ no_flow_bar, curve, pump_head_m }: PumpValues): number | undefined {
  if (no_flow_bar !== undefined) return no_flow_bar;
  const headM = curve?.[0]?.lpm === 0 ? curve[0].m : pump_head_m;
  return headM === undefined ? undefined : headM * BAR_PER_M;
}

/**
 * Direction of rotation: a pump that turns the right way raises the pressure. Backwards it raises it too, but not to the
 * pressure of the card; without that number only the rise is judged.
 */
function judgeRotation(points: readonly CommissioningPoint[], { card }: StepFacts): CommissioningResult {
  const known = measuredPoints(points);
  const running = known.filter(({ hz }) => hz >= LEAST_HZ);
  if (running.length < LEAST_POINTS.running)
    return result(false, ['not_running'], { points: running.length });
  const best = running.reduce((most, point) => (point.bar > most.bar ? point : most));
  const riseBar = best.bar - Math.min(...known.filter(({ at }) => at <= best.at).map(({ bar }) => bar));
  const figures = {
    points: running.length,
    hz: rounded(best.hz, 1),
    bar: rounded(best.bar, 2),
    rise_bar: rounded(riseBar, 2),
  };
  if (riseBar < LEAST_RISE_BAR) return result(false, ['no_rise'], figures);
  const expectedBar = cardRiseBar(card);
  const suctionBar = card.supply_bar ?? (card.source === 'tank' ? 0 : undefined);
  if (expectedBar === undefined || suctionBar === undefined) return result(true, ['not_compared'], figures);
  // Only a pump without flow reaches the closed-valve pressure: below a high speed nothing can be said.
  const share = (best.bar - suctionBar) / (expectedBar * (best.hz / RATED_HZ) ** 2);
  return share < BACKWARDS_SHARE ? result(false, ['below_card'], figures) : result(true, [], figures);
}

/** The sensor at rest: quiet, not negative, and near the manometer. */
function judgeSensor(points: readonly CommissioningPoint[], { entry }: StepFacts): CommissioningResult {
  const known = points.filter(({ bar }) => bar !== null);
  const bars = known.flatMap(({ bar }) => (bar === null ? [] : [bar]));
  const figures: CommissioningFigures = { points: bars.length };
  if (bars.length < LEAST_POINTS.rest) return result(false, ['too_few_points'], figures);
  if (!known.every(isStill)) return result(false, ['not_at_rest'], figures);
  const meanBar = mean(bars);
  const seconds = (known.at(-1)?.at ?? 0) - (known[0]?.at ?? 0);
  const fallBarPerMin = seconds > 0 ? (60 * ((bars[0] ?? 0) - (bars.at(-1) ?? 0))) / seconds : 0;
  // The steps between neighbours: a slow fall is no noise.
  const noiseBar = deviation(bars.slice(1).map((bar, at) => bar - (bars[at] ?? 0))) / Math.SQRT2;
  figures.bar = rounded(meanBar, 2);
  figures.noise_bar = rounded(noiseBar, 3);
  const remarks: CommissioningRemark[] = [];
  if (fallBarPerMin > SENSOR.fallBarPerMin) remarks.push('falling');
  if (entry.manometer_bar === undefined) remarks.push('no_manometer');
  else {
    figures.manometer_bar = entry.manometer_bar;
    figures.offset_bar = rounded(meanBar - entry.manometer_bar, 2);
    if (Math.abs(figures.offset_bar) > SENSOR.offsetBar) remarks.push('offset_large');
  }
  if (meanBar < SENSOR.negativeBar) return result(false, ['negative', ...remarks], figures);
  if (noiseBar > SENSOR.noiseBar) return result(false, ['noisy', ...remarks], figures);
  return result(Math.abs(figures.offset_bar ?? 0) <= SENSOR.mostOffsetBar, remarks, figures);
}

/**
 * Closed-valve run. Steady flow through an open tap obeys the same laws of speed, so the fit alone cannot exclude it: a
 * pressure that stays after the stop does.
 */
function judgeClosedValve(points: readonly CommissioningPoint[], { card }: StepFacts): CommissioningResult {
  const all = measuredPoints(points);
  const steady = steadyPoints(all);
  if (steady.length < LEAST_CLOSED_POINTS)
    return result(false, [all.some(({ hz }) => hz > 0) ? 'too_few_points' : 'not_running'], {
      points: steady.length,
    });
  const { noFlowW, spread } = fitNoFlowPower(steady);
  const speeds = steady.map(({ hz }) => hz);
  const [lowHz, highHz] = [Math.min(...speeds), Math.max(...speeds)];
  const riseBar = noFlowBar(steady, all, card);
  const figures: CommissioningFigures = {
    points: steady.length,
    low_hz: rounded(lowHz, 1),
    high_hz: rounded(highHz, 1),
    no_flow_w: Math.round(noFlowW),
    spread: rounded(spread, 3),
  };
  if (riseBar !== undefined) figures.no_flow_bar = rounded(riseBar, 2);
  const remarks: CommissioningRemark[] = [];
  const fall = fallAfterStop(all);
  if (highHz / lowHz < LEAST_SPAN) remarks.push('narrow_span');
  if (riseBar === undefined) remarks.push('no_suction');
  if (fall === undefined) remarks.push('flow_not_excluded');
  if (spread > MOST_SPREAD) return result(false, ['scattered', ...remarks], figures);
  if (fall !== undefined && fall > CLOSED_FALL_BAR_PER_S)
    return result(false, ['pressure_falls', ...remarks], figures);
  return result(true, remarks, figures);
}

/** A working point with one open tap: its power is above that of the closed valve. */
function judgeOpenTap(points: readonly CommissioningPoint[], { card }: StepFacts): CommissioningResult {
  const all = measuredPoints(points);
  const steady = settledPoints(all);
  if (steady.length < LEAST_POINTS.running)
    return result(false, [all.some(({ hz }) => hz > 0) ? 'too_few_points' : 'not_running'], {
      points: steady.length,
    });
  const [hz, w, bar] = [
    mean(steady.map((point) => point.hz)),
    mean(steady.map((point) => point.w)),
    mean(steady.map((point) => point.bar)),
  ];
  const figures: CommissioningFigures = {
    points: steady.length,
    hz: rounded(hz, 1),
    w: Math.round(w),
    bar: rounded(bar, 2),
  };
  const { no_flow_w } = card;
  if (no_flow_w !== undefined && w < TAP_LOAD * no_flow_w * (hz / RATED_HZ) ** 3)
    return result(false, ['no_tap'], figures);
  const flow = estimateFlow(card, { frequencyHz: hz, powerW: w });
  if (!flow) return result(true, ['no_curve'], figures);
  return result(true, [], {
    ...figures,
    flow_lpm: rounded(flow.lpm, 1),
    flow_error_lpm: rounded(flow.errorLpm, 1),
  });
}

/** Sleeps and wakes of a pump that stays on. */
function countTurns(points: readonly CommissioningPoint[]) {
  const turns = { sleeps: 0, wakes: 0 };
  let wasRunning: boolean | undefined;
  for (const { hz, on } of points) {
    if (hz === null || on === null) continue;
    if (on && wasRunning !== undefined && wasRunning !== hz > 0) turns[hz > 0 ? 'wakes' : 'sleeps']++;
    wasRunning = on ? hz > 0 : undefined;
  }
  return turns;
}

/** Holding the pressure: the pump goes to sleep without use, and wakes when a tap opens. */
function judgeHold(points: readonly CommissioningPoint[]): CommissioningResult {
  const turns = countTurns(points);
  const deviations = points.flatMap(({ hz, bar, required_bar }) =>
    hz === null || hz === 0 || bar === null || required_bar === null ? [] : [Math.abs(bar - required_bar)],
  );
  const figures: CommissioningFigures = { points: points.length, ...turns };
  if (deviations.length > 0) figures.deviation_bar = rounded(mean(deviations), 2);
  const remarks: CommissioningRemark[] = [];
  if (turns.sleeps === 0) remarks.push('never_slept');
  if (turns.wakes === 0) remarks.push('never_woke');
  const isAccepted = remarks.length === 0;
  if ((figures.deviation_bar ?? 0) > MOST_DEVIATION_BAR) remarks.push('far_from_required');
  return result(isAccepted, remarks, figures);
}

const judges: Record<
  RecordedStep,
  (points: readonly CommissioningPoint[], facts: StepFacts) => CommissioningResult
> = {
  rotation: judgeRotation,
  sensor: judgeSensor,
  closed_valve: judgeClosedValve,
  open_tap: judgeOpenTap,
  hold: judgeHold,
};

/** The result of a recorded step, from the frames of its time span. */
export const judgeStep = (
  step: RecordedStep,
  points: readonly CommissioningPoint[],
  facts: StepFacts,
): CommissioningResult => judges[step](points, facts);

/** Values for the pump card from the accepted results and answers. */
export function measuredValues(
  steps: readonly { status: string; result: CommissioningResult | null }[],
): Pick<PumpValues, 'no_flow_w' | 'no_flow_bar' | 'sensor_offset_bar' | 'rest_level_m' | 'self_start'> {
  const figures = steps.flatMap(({ status, result: found }) =>
    status === 'done' && found ? [found.figures] : [],
  );
  const values: ReturnType<typeof measuredValues> = {};
  for (const { no_flow_w, no_flow_bar, offset_bar, level_m, self_start } of figures) {
    if (no_flow_w !== undefined) values.no_flow_w = no_flow_w;
    if (no_flow_bar !== undefined) values.no_flow_bar = no_flow_bar;
    if (offset_bar !== undefined) values.sensor_offset_bar = offset_bar;
    if (level_m !== undefined) values.rest_level_m = level_m;
    if (self_start !== undefined) values.self_start = self_start;
  }
  return values;
}
