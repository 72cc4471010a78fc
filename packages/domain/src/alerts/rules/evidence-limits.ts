import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { DRY_BAR } from '../../protection/rules.ts';
import { sensorLimits } from '../../protection/sensor-signal.ts';
import { mainsScale } from './bus-volts.ts';
import type { AlertNumbers } from './kinds.ts';

/** A value that the graph of an alert marks: the rule compares the field with it. */
export interface EvidenceLimit {
  field: ReadingField;
  value: number;
}

type Limits = (numbers: AlertNumbers) => (readonly [ReadingField, number | undefined])[];

const around = (middle = Number.NaN, by = Number.NaN) => [middle - by, middle + by];

const UNKNOWN_SIGNAL = sensorLimits();

/** A limit for a mains of 230 V, in the volts of this mains. */
const ofMains = (limit = Number.NaN, volts = 230) =>
  Math.round(limit * (mainsScale(volts === 400 ? 400 : 230) ?? 1));

const LIMITS: Readonly<Partial<Record<AlertKind, Limits>>> = {
  dry_run: () => [['pressure', DRY_BAR]],
  sensor_fault: ({ sensorLow = UNKNOWN_SIGNAL.broken, sensorHigh = UNKNOWN_SIGNAL.tooHigh }) => [
    ['analog_input_2', sensorLow],
    ['analog_input_2', sensorHigh],
  ],
  over_temperature: ({ warnC, alarmC }) => [
    ['temperature_fc', warnC],
    ['temperature_fc', alarmC],
  ],
  under_voltage: (numbers) => [['bus_voltage', ofMains(numbers.limit, numbers.class)]],
  over_voltage: (numbers) => [['bus_voltage', ofMains(numbers.highV, numbers.class)]],
  frost: ({ frostC }) => [['temperature_mnb', frostC]],
  weak_wifi: ({ dbm }) => [['rssi', dbm]],
  pressure_off: ({ required, bar }) => around(required, bar).map((value) => ['pressure', value]),
};

/**
 * The limits of a rule that are values of one field. `numbers` are the thresholds that applied and the numbers that were
 * measured. Rules about counts, times or several fields have none.
 */
export const evidenceLimits = (kind: AlertKind, numbers: AlertNumbers): EvidenceLimit[] =>
  (LIMITS[kind]?.(numbers) ?? []).flatMap(([field, value = Number.NaN]) =>
    Number.isFinite(value) ? [{ field, value }] : [],
  );
