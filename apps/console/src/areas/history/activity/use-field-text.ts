import type { ChangeValue } from '@manoboard/contract/activity/device-change';
import { createContext, use } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { unitOfField } from '../../../device/config-units.ts';

const FIELDS = [
  'pressure.min',
  'pressure.max',
  'pressure.normalizer',
  'pressure.sensor_max',
  'tele_s',
  'tele_idle_s',
  'zone',
  'input.enabled',
  'input.alias',
  'input.unit',
  'input.min',
  'input.max',
  'input.minRefVoltage',
  'input.maxRefVoltage',
  'input.normalizer',
] as const;
type Field = (typeof FIELDS)[number];

const PLACE_NAMES = {
  name: 'name',
  address: 'address',
  lat: 'latitude',
  lon: 'longitude',
  key_at: 'key',
} as const;
const PLACE_FIELDS = Object.keys(PLACE_NAMES) as (keyof typeof PLACE_NAMES)[];

/** `AnalogInput2.alias` is field `input.alias` of input 2. */
function parseFieldPath(path: string): { input: string | undefined; field: Field | undefined } {
  const [, input] = /^AnalogInput(\d)\./.exec(path) ?? [];
  const key = path.replace(/^AnalogInput\d\./, 'input.');
  return { input, field: FIELDS.find((known) => known === key) };
}

/** Names and values of fields that another feature stores; undefined for those that it does not know. */
interface FieldText {
  nameOf: (path: string) => string | undefined;
  textOf: (path: string, value: ChangeValue) => string | undefined;
}
export const FieldTexts = createContext<FieldText | null>(null);

/** Labels and values of configuration fields, as in the configuration form. */
export function useFieldText() {
  const t = useTranslations('config');
  const place = useTranslations('place');
  const { number } = useFormatter();
  const others = use(FieldTexts);
  return {
    nameOf(path: string): string {
      const { input, field } = parseFieldPath(path);
      const placeField = PLACE_FIELDS.find((known) => path === `place.${known}`);
      if (placeField) return place(PLACE_NAMES[placeField]);
      if (!field) return others?.nameOf(path) ?? path;
      const name = t(`field.${field}`);
      return input ? `${t('input', { n: input })}, ${name}` : name;
    },
    textOf(path: string, value: ChangeValue): string {
      const { field } = parseFieldPath(path);
      const other = field ? undefined : others?.textOf(path, value);
      if (other !== undefined) return other;
      if (field === 'pressure.normalizer')
        return t(value === null ? 'modeDefault' : value === 10 ? 'mode10' : 'mode1');
      if (value === null) return t('notSet');
      if (field === 'input.enabled') return t(value === 1 ? 'yes' : 'no');
      if (typeof value !== 'number') return String(value);
      const unit = field && unitOfField(field);
      const text = number(value, { maximumFractionDigits: 3 });
      return unit ? `${text} ${unit}` : text;
    },
  };
}
