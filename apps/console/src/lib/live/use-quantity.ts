import { useTranslations } from 'use-intl';
import { type QuantityField, useAgeText, useQuantityFormat } from '../format.ts';
import { useReading } from './use-reading.ts';

/** A quantity of a device in words, as a value on the page takes it. */
export function useQuantity(deviceId: string, field: QuantityField) {
  const t = useTranslations('common');
  const format = useQuantityFormat();
  const ageText = useAgeText();
  const { freshness, value, ageS } = useReading(deviceId, field);
  const missing = t('notAvailable');
  if (freshness === 'never') return { freshness, text: null, missing };
  return { freshness, ...format(field, value), age: ageText(ageS), missing };
}
