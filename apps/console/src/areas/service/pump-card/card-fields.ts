import type { CurvePoint, PumpValueName, PumpValues } from '@manoboard/contract/device/pump-card';
import { NewPumpCard } from '@manoboard/contract/device/pump-card-state';
import * as z from 'zod/mini';

export const GROUPS = {
  motor: [
    ...(['motor_kw', 'motor_volts', 'motor_phases', 'motor_a', 'motor_rpm', 'motor_cos_phi'] as const),
    ...(['hz_low', 'hz_high', 'starts_per_day', 'self_start'] as const),
  ],
  pump: ['pump_name', 'pump_flow_lpm', 'pump_head_m', 'no_flow_bar', 'no_flow_w', 'curve'],
  tank: ['tank_l', 'tank_precharge_bar'],
  source: [
    ...(['source', 'supply_bar', 'well_depth_m', 'pump_depth_m', 'rest_level_m'] as const),
    ...(['lowest_level_m', 'level_input'] as const),
  ],
  sensor: ['sensor_input', 'sensor_signal', 'sensor_place', 'sensor_offset_bar'],
} as const satisfies Record<string, readonly PumpValueName[]>;
export type GroupName = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

/** Values that apply to one kind of source only. */
const OF_SOURCE: Partial<Record<PumpValueName, PumpValues['source']>> = {
  supply_bar: 'mains',
  well_depth_m: 'well',
  pump_depth_m: 'well',
  rest_level_m: 'well',
  lowest_level_m: 'well',
};

/** Rows of a group: without values that the known source cannot have, unless one is set. */
export const rowsOf = (group: GroupName, values: PumpValues): PumpValueName[] =>
  GROUPS[group].filter((name) => {
    const source = OF_SOURCE[name];
    return source === undefined || values[name] !== undefined || (values.source ?? source) === source;
  });

export const UNITS: Partial<Record<PumpValueName, string>> = {
  motor_kw: 'kW',
  motor_volts: 'V',
  motor_a: 'A',
  motor_rpm: 'rpm',
  hz_low: 'Hz',
  hz_high: 'Hz',
  pump_flow_lpm: 'l/min',
  pump_head_m: 'm',
  no_flow_bar: 'bar',
  no_flow_w: 'W',
  tank_l: 'l',
  tank_precharge_bar: 'bar',
  supply_bar: 'bar',
  well_depth_m: 'm',
  pump_depth_m: 'm',
  rest_level_m: 'm',
  lowest_level_m: 'm',
  sensor_offset_bar: 'bar',
};

/** Values of a select, as text. */
export const CHOICES = {
  motor_volts: ['230', '400'],
  motor_phases: ['1', '3'],
  source: ['mains', 'well', 'tank'],
  level_input: ['2', '3'],
  sensor_input: ['1', '2', '3'],
  sensor_signal: ['0-10V', '4-20mA'],
  sensor_place: ['pump', 'house'],
  self_start: ['never', 'after_power_cut'],
} as const satisfies Partial<Record<PumpValueName, readonly string[]>>;
export type ChoiceName = keyof typeof CHOICES;
export const isChoice = (name: PumpValueName): name is ChoiceName => name in CHOICES;

const WORDS: readonly PumpValueName[] = [
  'pump_name',
  'source',
  'sensor_signal',
  'sensor_place',
  'self_start',
];

/** The text of each field; missing values are empty. */
export type FieldTexts = Record<PumpValueName, string>;

const NAMES = GROUP_NAMES.flatMap((group): readonly PumpValueName[] => GROUPS[group]);
export const VALUE_COUNT = NAMES.length;

const pointText = ({ lpm, m, w }: CurvePoint) => [lpm, m, w ?? ''].join('; ').replace(/; $/, '');
const curveText = (points: readonly CurvePoint[]) => points.map(pointText).join('\n');

/** Lines of a curve: flow; head; power. */
export const toCurveText = (points: readonly CurvePoint[], decimal: string) =>
  curveText(points).replaceAll('.', decimal);

export function toTexts(values: PumpValues, decimal: string): FieldTexts {
  const textOf = (name: PumpValueName): string => {
    const value = values[name];
    if (Array.isArray(value)) return toCurveText(value, decimal);
    return typeof value === 'number' ? String(value).replace('.', decimal) : (value ?? '');
  };
  return Object.fromEntries(NAMES.map((name) => [name, textOf(name)])) as FieldTexts;
}

/** R1.9b: accepts a decimal comma or point. Other text becomes NaN, which the schema rejects at its field. */
function toNumber(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

function toCurve(text: string) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [lpm = '', m = '', w = ''] = line.split(/[;\t]/);
      return { lpm: toNumber(lpm), m: toNumber(m), ...(w.trim() !== '' && { w: toNumber(w) }) };
    });
}

/** The entered values; empty fields are left out: unknown. */
export function toEntered(texts: FieldTexts): unknown {
  const parse = (name: PumpValueName, text: string) => {
    if (name === 'curve') return toCurve(text);
    return WORDS.includes(name) ? text.trim() : toNumber(text);
  };
  return Object.fromEntries(
    NAMES.filter((name) => texts[name].trim() !== '').map((name) => [name, parse(name, texts[name])]),
  );
}

const normalized = (text: string) => text.trim().replaceAll(',', '.');
export const changedNames = (before: FieldTexts, after: FieldTexts): PumpValueName[] =>
  NAMES.filter((name) => normalized(before[name]) !== normalized(after[name]));

interface FieldError {
  key: 'number' | 'least' | 'most' | 'min_not_below_max' | 'flows_not_rising' | 'curve' | 'invalid';
  n?: number;
}
export type FieldErrors = Partial<Record<PumpValueName, FieldError>>;

function errorOf(issue: z.core.$ZodIssue): FieldError {
  if (issue.message === 'min_not_below_max' || issue.message === 'flows_not_rising')
    return { key: issue.message };
  if (issue.path[0] === 'curve') return { key: 'curve' };
  if (issue.code === 'invalid_type') return { key: 'number' };
  if (issue.code === 'too_small' && typeof issue.minimum === 'number' && issue.origin !== 'string')
    return { key: 'least', n: issue.minimum };
  if (issue.code === 'too_big' && typeof issue.maximum === 'number' && issue.origin !== 'string')
    return { key: 'most', n: issue.maximum };
  return { key: 'invalid' };
}

/** Validates with the schema of the server; keeps the first error of each field. */
export function checkEntered(entered: unknown): { values: PumpValues } | { errors: FieldErrors } {
  const parsed = z.safeParse(NewPumpCard.shape.values, entered);
  if (parsed.success) return { values: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    const name = NAMES.find((known) => known === issue.path[0]);
    if (name) errors[name] ??= errorOf(issue);
  }
  return { errors };
}
