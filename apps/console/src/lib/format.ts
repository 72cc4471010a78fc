import type { ReadingField } from '@manoboard/contract/reading';
import { useFormatter, useTranslations } from 'use-intl';

export interface Quantity {
  unit: string;
  digits: number;
}
/** Unit symbols are the same in every language; the fields that are missing here are codes, not quantities. */
export const quantities = {
  frequency_fc: { unit: 'Hz', digits: 1 },
  required_pressure: { unit: 'bar', digits: 1 },
  pressure: { unit: 'bar', digits: 2 },
  motor_current: { unit: 'A', digits: 2 },
  motor_rpm: { unit: 'min⁻¹', digits: 0 },
  motor_power: { unit: 'kW', digits: 2 },
  bus_voltage: { unit: 'V', digits: 1 },
  temperature_fc: { unit: '°C', digits: 1 },
  temperature_mnb: { unit: '°C', digits: 1 },
  analog_input_2: { unit: 'V', digits: 2 },
  analog_input_3: { unit: 'V', digits: 2 },
  electro_meter: { unit: 'kWh', digits: 1 },
  motor_operating_hours: { unit: 'h', digits: 0 },
  rssi: { unit: 'dBm', digits: 0 },
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

export function useAgeText() {
  const t = useTranslations('age');
  return (ageS: number) => {
    const age = roundAge(ageS);
    if (age === 0) return t('now');
    if (age < SPAN_S.minute) return t('seconds', { n: age });
    if (age < SPAN_S.hour) return t('minutes', { n: age / SPAN_S.minute });
    if (age < SPAN_S.day) return t('hours', { n: age / SPAN_S.hour });
    return t('days', { n: age / SPAN_S.day });
  };
}
