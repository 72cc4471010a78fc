import { useTranslations } from 'use-intl';
import { useRaised } from '../device-diagnostics.ts';
import { useQuantity } from './use-quantity.ts';
import { useReading } from './use-reading.ts';

/** What a broken wire reads, at most: 0.05 V of 10 (`domain.md` 2.4), also with a sensor of 100 bar. */
const BROKEN_BAR = 0.5;

/**
 * R4.5: what a broken sensor reads is no pressure. The board stands by its stop until somebody starts the pump: a
 * sensor that measures again by then is believed.
 */
export function useActualPressure(deviceId: string) {
  const t = useTranslations('device');
  const reading = useReading(deviceId, 'pressure');
  const shown = useQuantity(deviceId, 'pressure');
  const isBroken = useRaised(deviceId)?.includes('SENSOR_BREAK') && (reading.value ?? 0) < BROKEN_BAR;
  if (!isBroken) return { shown, value: reading.value };
  return { shown: { freshness: 'never' as const, text: null, missing: t('sensorBroken') }, value: null };
}
