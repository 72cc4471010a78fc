import type { DeviceConfig } from '@manoboard/contract/device/device-config';

/** Form fields are named by their path in the configuration. */
const PRESSURE = ['min', 'max', 'normalizer', 'sensor_max'] as const;
export const INPUTS = ['AnalogInput2', 'AnalogInput3'] as const;
export type InputName = (typeof INPUTS)[number];
export const INPUT_NUMBERS = ['min', 'max', 'minRefVoltage', 'maxRefVoltage', 'normalizer'] as const;
const INPUT_TEXTS = ['alias', 'unit'] as const;
const INPUT_FIELDS = [...INPUT_TEXTS, ...INPUT_NUMBERS] as const;
export type InputField = (typeof INPUT_FIELDS)[number] | 'enabled';
const FRAMES = ['tele_s', 'tele_idle_s'] as const;

export type ConfigField =
  | (typeof FRAMES)[number]
  | `pressure.${(typeof PRESSURE)[number]}`
  | `${InputName}.${InputField}`;

/** The text of each field; an enabled input has the text `1`. */
export type ConfigValues = Record<ConfigField, string>;

export type Decimal = '.' | ',';

const numberFormat = (decimal: Decimal) => (value: number | string | undefined) =>
  typeof value === 'number' ? String(value).replace('.', decimal) : (value ?? '');

/** The field texts of a configuration; missing values are empty. */
export function toValues(config: DeviceConfig, decimal: Decimal = '.'): ConfigValues {
  const format = numberFormat(decimal);
  const entries: [string, string][] = [
    ...PRESSURE.map((key): [string, string] => [`pressure.${key}`, format(config.pressure?.[key])]),
    ...FRAMES.map((key): [string, string] => [key, format(config[key])]),
    ...INPUTS.flatMap((input) =>
      ([...INPUT_FIELDS, 'enabled'] as const).map((key): [string, string] => [
        `${input}.${key}`,
        format(config[input]?.[key]),
      ]),
    ),
  ];
  return Object.fromEntries(entries) as ConfigValues;
}

/** R1.9b: accepts a decimal comma or point. Other text becomes NaN, which the schema rejects at its field. */
function toNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

const unlessEmpty = <Part extends object>(part: Part): Part | undefined =>
  Object.keys(part).length > 0 ? part : undefined;

const defined = (entries: [string, unknown][]) =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));

function toInput(values: ConfigValues, input: InputName) {
  const isOn = values[`${input}.enabled`] === '1';
  const fields = defined([
    ...INPUT_TEXTS.map((key): [string, unknown] => [key, values[`${input}.${key}`].trim() || undefined]),
    ...INPUT_NUMBERS.map((key): [string, unknown] => [key, toNumber(values[`${input}.${key}`])]),
  ]);
  const isUntouched = values[`${input}.enabled`] === '' && !unlessEmpty(fields);
  return isUntouched ? undefined : { enabled: isOn ? 1 : 0, ...fields };
}

/** The desired configuration. Empty fields are left out, so that they get their default. */
export function toConfig(values: ConfigValues): DeviceConfig {
  const pressure = defined(PRESSURE.map((key) => [key, toNumber(values[`pressure.${key}`])]));
  return defined([
    ...FRAMES.map((key): [string, unknown] => [key, toNumber(values[key])]),
    ['pressure', unlessEmpty(pressure)],
    ...INPUTS.map((input): [string, unknown] => [input, toInput(values, input)]),
  ]) as DeviceConfig;
}

/** 3,5 and 3.5 are equal. */
const normalized = (text: string) => text.trim().replace(',', '.');

export const changedFields = (before: ConfigValues, after: ConfigValues): ConfigField[] =>
  (Object.keys(after) as ConfigField[]).filter(
    (field) => normalized(after[field]) !== normalized(before[field]),
  );

/** The saved values of another user, with the edits of this user applied. */
export function rebase(base: ConfigValues, typed: ConfigValues, saved: ConfigValues): ConfigValues {
  const typedFields = changedFields(base, typed).map((field) => [field, typed[field]]);
  return { ...saved, ...Object.fromEntries(typedFields) };
}
