import type { CommissioningPoint } from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';

export const RATED_HZ = 50;
/** Below it losses of motor and drive hide the load; the estimate of flow has the same limit. */
export const LEAST_HZ = 20;
/** A motor that changes its speed faster takes power for its own inertia. */
const MOST_HZ_PER_S = 3;
const SETTLED = { lastS: 10, hzPerS: 1 };
/** Ratio of the highest to the lowest speed from which pressure over speed gives the suction pressure too. */
export const LEAST_SPAN = 1.15;
/** Boards report power in steps of 10 W. */
const RESOLUTION_W = 7.5;
/** Points of a closed-valve run that a fit needs. */
export const LEAST_CLOSED_POINTS = 6;
/** A pressure above that at rest by less is still held by the check valve. */
const HELD_BAR = 0.1;

export interface Measured {
  at: number;
  hz: number;
  w: number;
  bar: number;
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const sumOf = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

/** Points with every value that a power curve needs. */
export const measuredPoints = (points: readonly CommissioningPoint[]): Measured[] =>
  points.flatMap(({ at, hz, kw, bar }) =>
    hz === null || kw === null || bar === null ? [] : [{ at, hz, w: 1000 * kw, bar }],
  );

/** Change of the speed since the point before, Hz/s; frames of one second count as one second. */
const rampAt = (points: readonly Measured[], at: number) => {
  const [before, now] = [points[at - 1], points[at]];
  if (!before || !now) return Number.POSITIVE_INFINITY;
  return (now.hz - before.hz) / Math.max(1, now.at - before.at);
};

/** Points of a turning motor whose speed hardly changes. */
export const steadyPoints = (points: readonly Measured[]) =>
  points.filter(({ hz }, at) => hz >= LEAST_HZ && Math.abs(rampAt(points, at)) <= MOST_HZ_PER_S);

/** The last seconds of a run, in which the speed has settled: the working point. */
export function settledPoints(points: readonly Measured[]): Measured[] {
  const lastAt = points.findLast(({ hz }) => hz >= LEAST_HZ)?.at ?? 0;
  return points.filter(
    ({ hz, at }, index) =>
      hz >= LEAST_HZ && at > lastAt - SETTLED.lastS && Math.abs(rampAt(points, index)) <= SETTLED.hzPerS,
  );
}

/** P = k·f³ by least squares, as the power at 50 Hz, and the relative deviation of the points beyond the resolution. */
export function fitNoFlowPower(points: readonly { hz: number; w: number }[]) {
  const k = sumOf(points, ({ hz, w }) => w * hz ** 3) / sumOf(points, ({ hz }) => hz ** 6);
  const errors = points.map(({ hz, w }) => {
    const fittedW = k * hz ** 3;
    return Math.max(0, Math.abs(w - fittedW) - RESOLUTION_W) / fittedW;
  });
  return { noFlowW: k * RATED_HZ ** 3, spread: Math.sqrt(mean(errors.map((error) => error ** 2))) };
}

/** p = suction + m·f² by least squares, as the rise at 50 Hz. */
function fitRise(points: readonly Measured[]): number {
  const meanX = mean(points.map(({ hz }) => hz ** 2));
  const meanBar = mean(points.map(({ bar }) => bar));
  const covariance = sumOf(points, ({ hz, bar }) => (hz ** 2 - meanX) * (bar - meanBar));
  return (RATED_HZ ** 2 * covariance) / sumOf(points, ({ hz }) => (hz ** 2 - meanX) ** 2);
}

/**
 * Pressure rise at 50 Hz. Behind a check valve the pressure follows the pump only while it rises above that at rest, so
 * points at a falling speed do not count. A narrow span of speeds needs the suction pressure of the card.
 */
export function noFlowBar(
  steady: readonly Measured[],
  all: readonly Measured[],
  card: PumpValues,
): number | undefined {
  const rest = all.filter(({ hz, at }) => hz === 0 && at <= (steady[0]?.at ?? 0)).map(({ bar }) => bar);
  const heldBar = rest.length > 0 ? Math.max(...rest) : Number.NEGATIVE_INFINITY;
  const rising = steady.filter(
    (point) => point.bar > heldBar + HELD_BAR && rampAt(all, all.indexOf(point)) > -0.3,
  );
  if (rising.length < LEAST_CLOSED_POINTS) return undefined;
  const speeds = rising.map(({ hz }) => hz);
  if (Math.max(...speeds) / Math.min(...speeds) >= LEAST_SPAN) {
    const riseBar = fitRise(rising);
    return riseBar > 0 ? riseBar : undefined;
  }
  const { supply_bar: suctionBar } = card;
  if (suctionBar === undefined) return undefined;
  return mean(rising.map(({ hz, bar }) => ((bar - suctionBar) * RATED_HZ ** 2) / hz ** 2));
}

/** Fall of the pressure after the pump has stopped, bar/s; unknown if the recording ended before. */
export function fallAfterStop(all: readonly Measured[]): number | undefined {
  const lastRunning = all.findLastIndex(({ hz }) => hz > 0);
  const still = lastRunning === -1 ? [] : all.slice(lastRunning + 1);
  const [first, last] = [still[0], still.at(-1)];
  if (!first || !last || last.at - first.at < 2) return undefined;
  return (first.bar - last.bar) / (last.at - first.at);
}
