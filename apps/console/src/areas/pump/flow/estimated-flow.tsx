import { estimateFlow } from '@manoboard/domain/pump/flow-estimate';
import { IconDroplet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpCardQuery } from '../../../device/pump-card.ts';
import { useReading } from '../../../device/use-device.ts';
import { useValueAge } from '../../../lib/texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Value } from '../../../ui/value.tsx';

/** Flow by power, frequency and the curve of the pump card, with its error; nothing without a curve with powers. */
export function EstimatedFlow({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const { number } = useFormatter();
  const headingId = useId();
  const valueAge = useValueAge();
  const { data: card } = useQuery(pumpCardQuery(deviceId));
  const frequency = useReading(deviceId, 'frequency_fc');
  const power = useReading(deviceId, 'motor_power');
  // At a stop the estimate is 0 on every curve that can give one.
  if (!card || !estimateFlow(card.values, { frequencyHz: 0, powerW: 0 })) return null;
  const older = frequency.freshness === 'live' ? power : frequency;
  const isKnown = frequency.freshness !== 'never' && power.freshness !== 'never';
  const flow = isKnown
    ? estimateFlow(card.values, { frequencyHz: frequency.value, powerW: 1000 * power.value })
    : undefined;
  const whole = (value: number) => number(value, { maximumFractionDigits: 0 });
  const shown =
    flow && older.freshness !== 'never'
      ? {
          freshness: older.freshness,
          text: `${whole(flow.lpm)} ± ${whole(flow.errorLpm)}`,
          unit: 'l/min',
          ...valueAge(older.ageS, older.freshness),
        }
      : { freshness: 'never' as const, text: null };
  return (
    <Card aria-labelledby={headingId}>
      <h3 className="text-[1.17em] font-bold sr-only" id={headingId}>
        {t('flow.title')}
      </h3>
      <dl>
        <Value
          size="large"
          icon={<IconDroplet size={18} stroke={1.7} aria-hidden />}
          label={t('flow.title')}
          missing={t('common.notAvailable')}
          {...shown}
        />
      </dl>
      <p className="text-sm text-dim mt-2">{t('flow.hint')}</p>
    </Card>
  );
}
