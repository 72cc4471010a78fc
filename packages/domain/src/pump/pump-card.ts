import type { ChangeValue, FieldChange } from '@manoboard/contract/activity/device-change';
import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { BoardPump } from '@manoboard/contract/device/board-pump';
import type { CurvePoint, PumpValueName, PumpValues } from '@manoboard/contract/device/pump-card';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { PumpFigures } from '../protection/rules.ts';

/** The card in force: values of the board, and for the rest those that people entered or measured. */
export const cardInForce = (entered: PumpValues, board: BoardPump = {}): PumpValues => ({
  ...entered,
  ...board,
});

/** The largest power of the curve, if its points have powers. */
function peakPowerW(curve: PumpValues['curve'] = []): number | undefined {
  const powers = curve.flatMap(({ w }) => (w === undefined ? [] : [w]));
  return powers.length > 1 ? Math.max(...powers) : undefined;
}

/** Frames are judged often: figures are computed once for a card. */
const computed = new WeakMap<PumpValues, PumpFigures>();

/** Figures that the protection of board and server compares with. */
export function figuresOf(card: PumpValues): PumpFigures {
  const stored = computed.get(card);
  if (stored) return stored;
  const { motor_kw, no_flow_w, curve, sensor_signal } = card;
  const figures = {
    ratedPowerW: motor_kw === undefined ? undefined : 1000 * motor_kw,
    noFlowPowerW: no_flow_w,
    peakPowerW: peakPowerW(curve),
    sensorSignal: sensor_signal,
  };
  computed.set(card, figures);
  return figures;
}

/** Values that a rule needs; without one of them it is silent. Kinds without a row need none. */
const RULE_NEEDS: Partial<Record<RuleKind, readonly PumpValueName[]>> = {
  dry_run: ['motor_kw'],
  pipe_burst: ['motor_kw'],
  no_flow: ['no_flow_w'],
  sensor_fault: ['sensor_input'],
  under_voltage: ['motor_volts'],
  blocked_outlet: ['sensor_place'],
  worn_impeller: ['no_flow_w', 'source'],
  clogged_suction: ['no_flow_w', 'source'],
  low_well: ['no_flow_w', 'source'],
  over_voltage: ['motor_volts'],
  over_current: ['motor_a'],
};

/** Rules that wait for values, with the values that are missing. */
export const waitingRules = (card: PumpValues): { kind: RuleKind; missing: PumpValueName[] }[] =>
  Object.entries(RULE_NEEDS).flatMap(([kind, needs]) => {
    const missing = needs.filter((name) => card[name] === undefined);
    return missing.length > 0 ? [{ kind: kind as RuleKind, missing }] : [];
  });

type Inputs = { [Name in 'analog_input_2' | 'analog_input_3']?: Reading[Name] | undefined };

/** Voltage of the pressure sensor; unknown while nobody knows its input, or for an input that frames do not carry. */
export function sensorVoltage(
  { analog_input_2, analog_input_3 }: Inputs,
  { sensor_input }: BoardPump,
): number | undefined {
  if (sensor_input === 2) return analog_input_2;
  return sensor_input === 3 ? analog_input_3 : undefined;
}

/** Where an entered value comes from, and when it was entered, in seconds. */
export type Origin = { source: 'person' | 'measured'; at: number };
export type Origins = { readonly [Name in PumpValueName]?: Origin };
/** Entered values with their origins: what one version of the card stores. */
export interface EnteredCard {
  values: PumpValues;
  origins: Origins;
}

const namesOf = (values: PumpValues) => Object.keys(values) as PumpValueName[];
const isSame = (a: PumpValues, b: PumpValues, name: PumpValueName) =>
  JSON.stringify(a[name]) === JSON.stringify(b[name]);

/** Values that replace all entered ones: an unchanged value keeps its origin. */
export function enterValues(before: EnteredCard, values: PumpValues, origin: Origin): EnteredCard {
  const originOf = (name: PumpValueName) =>
    (isSame(before.values, values, name) ? before.origins[name] : undefined) ?? origin;
  return {
    values,
    origins: Object.fromEntries(namesOf(values).map((name) => [name, originOf(name)])),
  };
}

/** Measured values beside the entered ones, which stay; an equal value is measured now too. */
export const measureValues = (before: EnteredCard, values: PumpValues, at: number): EnteredCard => ({
  values: { ...before.values, ...values },
  origins: {
    ...before.origins,
    ...Object.fromEntries(namesOf(values).map((name) => [name, { source: 'measured', at }])),
  },
});

/** The source of each value in force. */
export const sourcesOf = ({ values, origins }: EnteredCard, board: BoardPump = {}): PumpCard['sources'] =>
  namesOf(cardInForce(values, board)).map((name) => {
    const origin = name in board ? undefined : origins[name];
    return { name, source: origin?.source ?? 'board', at: origin?.at ?? null };
  });

const pointText = ({ lpm, m, w }: CurvePoint) => [lpm, m, ...(w === undefined ? [] : [w])].join('/');

/** A curve as text: flow/head/power of each point. */
function changeValue(value: PumpValues[PumpValueName]): ChangeValue {
  return Array.isArray(value) ? value.map(pointText).join('; ') : (value ?? null);
}

/** R5.7b: every value that differs, named as in the configuration of a board. */
export const cardChanges = (before: PumpValues, after: PumpValues): FieldChange[] =>
  [...new Set([...namesOf(before), ...namesOf(after)])]
    .sort()
    .filter((name) => !isSame(before, after, name))
    .map((name) => ({
      field: `pump.${name}`,
      old: changeValue(before[name]),
      new: changeValue(after[name]),
    }));

/** Entered values for the protection of a board: those that it does not report itself. */
export const forBoard = (entered: PumpValues, reported: BoardPump = {}): BoardPump =>
  Object.fromEntries(
    Object.entries(BoardPump.parse(entered)).filter(([name]) => !Object.hasOwn(reported, name)),
  );
