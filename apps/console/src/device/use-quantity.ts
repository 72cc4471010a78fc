import type { History } from '@manoboard/contract/history/history';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type QuantityField, quantities, useQuantityFormat, useValueAge } from '../lib/texts/format.ts';
import { useRaisedProtections } from './device-diagnostics.ts';
import { traceOf } from './live/trace.ts';
import { trendOf } from './trend.ts';
import { useDevice, useReading } from './use-device.ts';

/** Props of `Value` for a quantity of a device. A `factor` of `null` is unknown: no value. */
export function useQuantity(deviceId: string, field: QuantityField, factor: number | null = 1) {
  const t = useTranslations('common');
  const format = useQuantityFormat();
  const valueAge = useValueAge();
  const { freshness, value, ageS } = useReading(deviceId, field);
  const missing = t('notAvailable');
  if (freshness === 'never' || factor === null) return { freshness: 'never' as const, text: null, missing };
  return { freshness, ...format(field, value * factor), ...valueAge(ageS, freshness), missing };
}

/** Highest reading of a broken wire: 0.05 V of 10 (`domain.md` 2.4), also with a sensor of 100 bar. */
const BROKEN_BAR = 0.5;

/**
 * R4.5: the reading of a broken sensor is not a pressure. The event stays raised until the pump is started, so a plausible
 * reading before that counts as measured.
 */
export function useActualPressure(deviceId: string) {
  const t = useTranslations('device');
  const reading = useReading(deviceId, 'pressure');
  const shown = useQuantity(deviceId, 'pressure');
  const isBroken =
    useRaisedProtections(deviceId)?.includes('SENSOR_BREAK') && (reading.value ?? 0) < BROKEN_BAR;
  if (!isBroken) return { shown, value: reading.value };
  return { shown: { freshness: 'never' as const, text: null, missing: t('sensorBroken') }, value: null };
}

/** The noise of a quantity in units of its last digit. */
const NOISE_DIGITS = 20;

/**
 * The sparkline of a value: the last day, extended by live frames, and nothing while it is loading. Without a history
 * (`null`): the last minutes.
 */
export function useTrend(deviceId: string, field: QuantityField, day: History | null | undefined) {
  const recent = useDevice(deviceId, (view) => view.recent);
  return useMemo(() => {
    if (day === undefined) return [];
    const leastSpan = NOISE_DIGITS / 10 ** quantities[field].digits;
    return day ? trendOf(day, field, recent?.at(-1), leastSpan) : traceOf(recent ?? [], field, leastSpan);
  }, [recent, field, day]);
}
