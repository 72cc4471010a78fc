import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { READING_UNITS } from '@manoboard/domain/telemetry/reading-units';
import { useFormatter, useTranslations } from 'use-intl';

export interface Quantity {
  unit: string;
  digits: number;
}
/** The fields that are missing here are codes, not quantities. */
export const quantities = {
  frequency_fc: { unit: READING_UNITS.frequency_fc, digits: 1 },
  required_pressure: { unit: READING_UNITS.required_pressure, digits: 1 },
  pressure: { unit: READING_UNITS.pressure, digits: 2 },
  motor_current: { unit: READING_UNITS.motor_current, digits: 2 },
  motor_rpm: { unit: READING_UNITS.motor_rpm, digits: 0 },
  motor_power: { unit: READING_UNITS.motor_power, digits: 2 },
  bus_voltage: { unit: READING_UNITS.bus_voltage, digits: 1 },
  temperature_fc: { unit: READING_UNITS.temperature_fc, digits: 1 },
  temperature_mnb: { unit: READING_UNITS.temperature_mnb, digits: 1 },
  analog_input_2: { unit: READING_UNITS.analog_input_2, digits: 2 },
  analog_input_3: { unit: READING_UNITS.analog_input_3, digits: 2 },
  electro_meter: { unit: READING_UNITS.electro_meter, digits: 1 },
  motor_operating_hours: { unit: READING_UNITS.motor_operating_hours, digits: 0 },
  rssi: { unit: READING_UNITS.rssi, digits: 0 },
} as const satisfies Partial<Record<ReadingField, Quantity>>;
export type QuantityField = keyof typeof quantities;

/** R1.9b: 4,21 in Slovak, 4.21 in English, always with the quantity's own number of decimals. */
export function useQuantityFormat() {
  const { number } = useFormatter();
  return (field: QuantityField, value: number) => {
    const { digits, unit } = quantities[field];
    return { text: number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits }), unit };
  };
}

const SPAN_S = { minute: 60, hour: 3600, day: 86_400 };

/** The age as it is spoken of, so that a text changes when its words do and not every second. */
export function roundAge(ageS: number): number {
  if (ageS < SPAN_S.minute) return ageS - (ageS % 10);
  if (ageS < SPAN_S.hour) return ageS - (ageS % SPAN_S.minute);
  if (ageS < SPAN_S.day) return ageS - (ageS % SPAN_S.hour);
  return ageS - (ageS % SPAN_S.day);
}

/** What is not live any more was so a moment ago, and not just now. */
export function useAgeText() {
  const t = useTranslations('age');
  return (ageS: number, least: 'now' | 'moment' = 'now') => {
    const age = roundAge(ageS);
    if (age === 0) return t(least);
    if (age < SPAN_S.minute) return t('seconds', { n: age });
    if (age < SPAN_S.hour) return t('minutes', { n: age / SPAN_S.minute });
    if (age < SPAN_S.day) return t('hours', { n: age / SPAN_S.hour });
    return t('days', { n: age / SPAN_S.day });
  };
}

/** R4.4: the age of a value, and the word that it is not live: its colour does not tell everybody. */
export function useValueAge() {
  const t = useTranslations('age');
  const ageText = useAgeText();
  return (ageS: number, freshness: 'live' | 'stale') =>
    freshness === 'live' ? { age: ageText(ageS) } : { past: t('past'), age: ageText(ageS, 'moment') };
}

/** The same in one line, for what is not live; else nothing. */
export const staleAgeText = ({ past, age }: { freshness?: string; past?: string; age?: string }) =>
  past && `${past} ${age}`;
