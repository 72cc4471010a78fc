import { estimateFlow } from '@manoboard/domain/pump/flow-estimate';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpCardQuery } from '../../../device/pump-card.ts';
import { useReading } from '../../../device/use-device.ts';

/** R9.2: the flow of now by power, frequency and the curve of the pump card, with its band; nothing without such a curve. */
export function EstimatedFlow({ deviceId }: { deviceId: string }) {
  const t = useTranslations('water');
  const { number } = useFormatter();
  const { data: card } = useQuery(pumpCardQuery(deviceId));
  const frequency = useReading(deviceId, 'frequency_fc');
  const power = useReading(deviceId, 'motor_power');
  if (!card || frequency.freshness !== 'live' || power.freshness !== 'live') return null;
  const flow = estimateFlow(card.values, { frequencyHz: frequency.value, powerW: 1000 * power.value });
  if (!flow) return null;
  const whole = (value: number) => number(value, { maximumFractionDigits: 0 });
  return (
    <p className="mt-1 text-md text-dim">
      {t('flow', { lpm: whole(flow.lpm), error: whole(flow.errorLpm) })}
    </p>
  );
}
