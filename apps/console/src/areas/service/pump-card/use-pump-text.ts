import type { ChangeValue } from '@manoboard/contract/activity/device-change';
import { type PumpValueName, PumpValues } from '@manoboard/contract/device/pump-card';
import { useFormatter, useTranslations } from 'use-intl';
import { UNITS } from './card-fields.ts';

const NAMES = Object.keys(PumpValues.shape) as PumpValueName[];
const PREFIX = 'pump.';

/** Names and values of the pump card. */
export function usePumpText() {
  const t = useTranslations('pumpCard');
  const { number } = useFormatter();

  const wordOf = (name: PumpValueName, value: string) => {
    if (value === 'mains' || value === 'well' || value === 'tank') return t(`choice.source.${value}`);
    if (name === 'sensor_place' && (value === 'pump' || value === 'house')) return t(`choice.place.${value}`);
    if (value === 'never' || value === 'after_power_cut') return t(`choice.selfStart.${value}`);
    return value.replace('-', '–').replace(/(\d)([a-zA-Z])/, '$1 $2');
  };
  const numberOf = (name: PumpValueName, value: number) => {
    if (name === 'sensor_input' || name === 'level_input') return `AI${value}`;
    const text = number(value, { maximumFractionDigits: 3 });
    const unit = UNITS[name];
    return unit ? `${text} ${unit}` : text;
  };
  const textOf = (name: PumpValueName, value: ChangeValue): string => {
    if (value === null) return t('missing');
    if (name === 'pump_name') return String(value);
    if (name === 'curve') return t('points', { n: String(value).split(';').length });
    return typeof value === 'number' ? numberOf(name, value) : wordOf(name, String(value));
  };
  return {
    nameOf: (name: PumpValueName) => t(`field.${name}`),
    /** The text of a value of the card. */
    valueText(name: PumpValueName, value: PumpValues[PumpValueName]): string {
      if (Array.isArray(value)) return t('points', { n: value.length });
      return textOf(name, value ?? null);
    },
    textOf,
  };
}

/** Names and values of the pump card in the timeline; undefined for other fields. */
export function usePumpFields() {
  const { nameOf, textOf } = usePumpText();
  const nameAt = (path: string) =>
    path.startsWith(PREFIX) ? NAMES.find((name) => name === path.slice(PREFIX.length)) : undefined;
  return {
    nameOf(path: string) {
      const name = nameAt(path);
      return name && nameOf(name);
    },
    textOf(path: string, value: ChangeValue) {
      const name = nameAt(path);
      return name && textOf(name, value);
    },
  };
}
