import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { READING_UNITS } from '@manoboard/domain/telemetry/reading-units';
import { useFormatter, useTranslations } from 'use-intl';

export interface Quantity {
  unit: string;
  digits: number;
}
/** Only quantities; the other reading fields are codes. */
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

/** Rounds an age to its displayed precision, so that a component re-renders only when the text changes. */
export function roundAge(ageS: number): number {
  if (ageS < SPAN_S.minute) return ageS - (ageS % 10);
  if (ageS < SPAN_S.hour) return ageS - (ageS % SPAN_S.minute);
  if (ageS < SPAN_S.day) return ageS - (ageS % SPAN_S.hour);
  return ageS - (ageS % SPAN_S.day);
}

/** `least` is the text of the smallest age: a stale value is "a moment ago", never "just now". */
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

/** R4.4: the age of a value; a stale one also has a label, since colour alone is not accessible. */
export function useValueAge() {
  const t = useTranslations('age');
  const ageText = useAgeText();
  return (ageS: number, freshness: 'live' | 'stale') =>
    freshness === 'live' ? { age: ageText(ageS) } : { past: t('past'), age: ageText(ageS, 'moment') };
}

/** Label and age of a stale value in one line; undefined for a live one. */
export const staleAgeText = ({ past, age }: { freshness?: string; past?: string; age?: string }) =>
  past && `${past} ${age}`;
