import type { CommissioningPoint, CommissioningStep } from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';

/** Units of the plot are pixels at its own width: texts keep their size on a phone and on a wide page. */
export const WIDTHS = { narrow: 326, wide: 640 };
export const SIZE = { height: 208, left: 34, right: 10, top: 10, bottom: 34 };
const LOW_HZ = 20;
const RATED_HZ = 50;
export const TICKS_HZ = [20, 30, 40, 50];
/** Share of the expected power around it. */
export const BAND = 0.12;

export interface Dot {
  hz: number;
  kw: number;
}

/** Points of a turning motor; slower ones are left of the plot. */
export const dotsOf = (points: readonly CommissioningPoint[]): Dot[] =>
  points.flatMap(({ hz, kw }) => (hz === null || kw === null || hz < LOW_HZ ? [] : [{ hz, kw }]));

/** Closed-valve power at 50 Hz that the card knows, in kW. */
export function expectedKw({ no_flow_w, curve }: PumpValues): number | undefined {
  const w = no_flow_w ?? (curve?.[0]?.lpm === 0 ? curve[0].w : undefined);
  return w === undefined ? undefined : w / 1000;
}

/** The power at 50 Hz that a step has fitted, in kW, and the speeds between which it was measured. */
export function fitOf(step: CommissioningStep | undefined) {
  const { no_flow_w, low_hz, high_hz } = step?.result?.figures ?? {};
  if (no_flow_w === undefined || low_hz === undefined || high_hz === undefined) return undefined;
  return { kw: no_flow_w / 1000, lowHz: low_hz, highHz: high_hz };
}

/** Steps of the power axis that a person reads easily. */
const STEPS_KW = [0.05, 0.1, 0.2, 0.5, 1, 2, 5];

export function scalesOf(highestKw: number, width: number) {
  const stepKw = STEPS_KW.find((step) => highestKw / step <= 4) ?? 10;
  const topKw = stepKw * Math.max(1, Math.ceil(highestKw / stepKw));
  const x = (hz: number) =>
    SIZE.left + ((hz - LOW_HZ) / (RATED_HZ - LOW_HZ)) * (width - SIZE.left - SIZE.right);
  const y = (kw: number) => SIZE.height - SIZE.bottom - (kw / topKw) * (SIZE.height - SIZE.top - SIZE.bottom);
  const ticksKw = Array.from({ length: Math.round(topKw / stepKw) + 1 }, (_, index) => index * stepKw);
  return { x, y, ticksKw, stepKw };
}
type Scales = ReturnType<typeof scalesOf>;

/** An axis from 0 to a round number above the values, with four or five ticks. */
export function axisOf(values: readonly number[], startPx: number, endPx: number) {
  const highest = Math.max(1, ...values);
  const rough = highest / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * ([1, 2, 2.5, 5].find((factor) => factor * unit >= rough) ?? 10);
  const top = step * Math.ceil(highest / step);
  return {
    at: (value: number) => startPx + (value / top) * (endPx - startPx),
    ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step),
  };
}

/** P = k·f³ between two speeds, as points of a polyline. */
export function cubicLine({ x, y }: Scales, kwAt50: number, lowHz: number, highHz: number): string {
  const steps = 24;
  return Array.from({ length: steps + 1 }, (_, index) => {
    const hz = lowHz + ((highHz - lowHz) * index) / steps;
    return `${x(hz).toFixed(1)},${y(kwAt50 * (hz / RATED_HZ) ** 3).toFixed(1)}`;
  }).join(' ');
}

/** The area between the expected power less and plus the band. */
export const bandPolygon = (scales: Scales, kwAt50: number): string =>
  [
    cubicLine(scales, kwAt50 * (1 + BAND), LOW_HZ, 45),
    cubicLine(scales, kwAt50 * (1 - BAND), LOW_HZ, 45)
      .split(' ')
      .reverse()
      .join(' '),
  ].join(' ');
