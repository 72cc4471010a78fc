import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { type QuantityField, quantities } from '../../../lib/texts/format.ts';
import { PANELS } from './panels.ts';
import type { Lines } from './series.ts';

/** How the graph of an alert draws a field. */
export interface EvidenceField {
  field: Exclude<ReadingField, 'required_pressure'>;
  colour: string;
  unit: string;
  digits: number;
  fromZero: boolean;
  leastSpan: number;
}

const MOST_PANELS = 3;

/** Fields that the graphs of a device do not show. */
const OTHER_LOOKS: Partial<Record<ReadingField, Pick<EvidenceField, 'colour' | 'fromZero' | 'leastSpan'>>> = {
  analog_input_2: { colour: '--c-board', fromZero: true, leastSpan: 2 },
  bus_voltage: { colour: '--c-torque', fromZero: false, leastSpan: 40 },
  fault: { colour: '--c-temp', fromZero: true, leastSpan: 4 },
  rssi: { colour: '--c-board', fromZero: false, leastSpan: 20 },
  electro_meter: { colour: '--c-load', fromZero: false, leastSpan: 2 },
  motor_operating_hours: { colour: '--c-freq', fromZero: false, leastSpan: 2 },
};

const isQuantity = (field: string): field is QuantityField => Object.hasOwn(quantities, field);

function lookOf(field: ReadingField): EvidenceField | undefined {
  // The required pressure is a line of the pressure's panel.
  if (field === 'required_pressure') return undefined;
  const look = PANELS.find(({ metric }) => metric === field) ?? OTHER_LOOKS[field];
  if (!look) return undefined;
  const { colour, fromZero, leastSpan } = look;
  const { unit, digits } = isQuantity(field) ? quantities[field] : { unit: '', digits: 0 };
  return { field, colour, fromZero, leastSpan, unit, digits };
}

/** The panels of an alert, at most three. */
export const evidenceFields = (fields: readonly ReadingField[]): EvidenceField[] =>
  fields.flatMap((field) => lookOf(field) ?? []).slice(0, MOST_PANELS);

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * The usual value until the condition held, and the value while it held: the one that was measured when the alert was
 * raised, else the median of the buckets within that time. A bucket that began earlier mixes both; its extreme that is
 * further from the usual value is used. Undefined in a gap.
 */
export function changeOf({ x, avg, min, max }: Lines, sinceS: number, raisedS: number, measured?: number) {
  // `x` has the middles of buckets.
  const halfS = ((x[1] ?? 0) - (x[0] ?? 0)) / 2;
  const placesIn = (fromS: number, toS: number) =>
    x.flatMap((middleS, at) => (middleS >= fromS && middleS <= toS && isNumber(avg[at]) ? [at] : []));
  const usual = (places: readonly number[]) => median(places.map((at) => avg[at]).filter(isNumber));
  const was = usual(placesIn(Number.NEGATIVE_INFINITY, sinceS - halfS));
  if (measured !== undefined) return { was, is: measured };
  const inside = placesIn(sinceS + halfS, raisedS - halfS);
  if (inside.length > 0) return { was, is: usual(inside) };
  const [mixed] = placesIn(sinceS - halfS, raisedS + halfS).toReversed();
  if (mixed === undefined) return { was, is: undefined };
  const from = was ?? avg[mixed] ?? 0;
  const extremes = [min[mixed], max[mixed], avg[mixed]].filter(isNumber);
  return { was, is: extremes.toSorted((a, b) => Math.abs(b - from) - Math.abs(a - from))[0] };
}

/** Limits of the time shown around a condition (or `share` times its length), so that its tinted zone is visible. */
const AROUND = { beforeS: 420, afterS: 240, share: 8 };

/** The graph leaves room beside the condition: its times are written there. */
export function evidenceBounds(evidence: { from: number; to: number }, sinceS: number, raisedS: number) {
  const heldS = raisedS - sinceS;
  const beforeS = heldS > 0 ? Math.max(AROUND.beforeS, AROUND.share * heldS) : Number.POSITIVE_INFINITY;
  const afterS = heldS > 0 ? Math.max(AROUND.afterS, AROUND.share * heldS) : Number.POSITIVE_INFINITY;
  const earliest = Math.max(evidence.from, sinceS - beforeS);
  const latest = Math.min(evidence.to, raisedS + afterS);
  const fromS = Math.floor(Math.min(earliest, sinceS - Math.max(60, 0.5 * heldS)));
  const toS = Math.ceil(Math.max(latest, raisedS + 0.4 * (raisedS - fromS)));
  return { fromS, toS };
}
