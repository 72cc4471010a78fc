import { useTranslations } from 'use-intl';
import { type QuantityField, useQuantityFormat, useValueAge } from '../../lib/format.ts';
import { useReading } from './use-reading.ts';

/** A quantity of a device in words, as a value on the page takes it; a `factor` that is not known gives none. */
export function useQuantity(deviceId: string, field: QuantityField, factor: number | null = 1) {
  const t = useTranslations('common');
  const format = useQuantityFormat();
  const valueAge = useValueAge();
  const { freshness, value, ageS } = useReading(deviceId, field);
  const missing = t('notAvailable');
  if (freshness === 'never' || factor === null) return { freshness: 'never' as const, text: null, missing };
  return { freshness, ...format(field, value * factor), ...valueAge(ageS, freshness), missing };
}
