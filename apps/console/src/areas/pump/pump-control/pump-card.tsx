import type { Converter } from '@manoboard/domain/fc/faults';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useRaisedProtections } from '../../../device/device-diagnostics.ts';
import { useDeviceName } from '../../../device/device-name.tsx';
import { type PumpStatus, pumpOf } from '../../../device/device-view.ts';
import { FaultText } from '../../../device/fault-text.tsx';
import { useBrokerUp } from '../../../device/live/server-state.ts';
import { usePlannedTry } from '../../../device/planned-try.ts';
import { pumpStatusStyles } from '../../../device/pump-status.tsx';
import { useFcRefusal } from '../../../device/reach.ts';
import { useStoppedFor } from '../../../device/stop-cause.ts';
import { useDevice, usePump } from '../../../device/use-device.ts';
import { useActualPressure, useQuantity } from '../../../device/use-quantity.ts';
import { type QuantityField, useAgeText } from '../../../lib/texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import tones from '../../../ui/tone.module.css';
import { Value } from '../../../ui/value.tsx';
import { RetryPanel } from '../retry/retry-panel.tsx';
import classes from './pump-card.module.css';
import { PumpControls } from './pump-controls.tsx';
import { PumpGear } from './pump-gear.tsx';

const FACTS = [
  ['rpm', 'motor_rpm'],
  ['power', 'motor_power'],
  ['current', 'motor_current'],
] as const satisfies [string, QuantityField][];

const NO_CONVERTER: Converter = { fcType: null };

interface Props {
  deviceId: string;
  /** Defines the fault codes. */
  converter?: Converter;
  /** Shows the device name; without it the card does. */
  head?: ReactNode;
  /** The lock-out tag, at the upper edge. */
  tag?: ReactNode;
}

/** The pump state as icon, label and explanation, the main values, and the switches. */
export function PumpCard({ deviceId, converter = NO_CONVERTER, head, tag }: Props) {
  const t = useTranslations('pump');
  const { status } = usePump(deviceId);
  const device = useDeviceName(deviceId);
  return (
    <Card
      className={`${classes.card} ${tones.tone}`}
      data-tone={pumpStatusStyles[status].tone}
      data-state={status}
      data-headed={head !== undefined}
      aria-label={t('title')}
    >
      {tag}
      {head}
      <div className={classes.body}>
        <PumpGear deviceId={deviceId} size="large" />
        <div>
          {head === undefined && <p className={classes.device}>{device}</p>}
          <p className={classes.state} aria-live="polite">
            {t(`state.${status}`)}
          </p>
          <PumpMeaning deviceId={deviceId} converter={converter} />
        </div>
      </div>
      <RetryPanel deviceId={deviceId} />
      <dl className={classes.facts}>
        {FACTS.map(([label, field]) => (
          <Fact key={field} deviceId={deviceId} field={field} label={t(label)} />
        ))}
        <Value label={t('pressure')} {...useActualPressure(deviceId).shown} />
      </dl>
      <PumpControls deviceId={deviceId} />
    </Card>
  );
}

function Fact({ deviceId, field, label }: { deviceId: string; field: QuantityField; label: string }) {
  return <Value label={label} {...useQuantity(deviceId, field)} />;
}

/** The known reason for the pump state. */
function useCause(deviceId: string, status: PumpStatus) {
  const t = useTranslations();
  const isConverterLost = useDevice(deviceId, ({ last }) => last?.fc === 0);
  const isForeign = useFcRefusal(deviceId) !== undefined;
  const isBrokerDown = useBrokerUp() === false;
  const [raised] = useRaisedProtections(deviceId) ?? [];
  const stoppedFor = useStoppedFor(deviceId);
  if (isForeign && status !== 'offline') return t('control.converterUnknown');
  if (status === 'stale' && isConverterLost) return t('pump.converterLost');
  if (status === 'offline' && isBrokerDown) return t('pump.brokerLost');
  if (status === 'stopped' && stoppedFor)
    return t('pump.boardStopped', { what: t(`boardEvent.${stoppedFor}`) });
  if (raised === undefined || status === 'stopped') return undefined;
  const what = t(`boardEvent.${raised}`);
  return status === 'running' || status === 'waiting' ? t('pump.boardWarns', { what }) : undefined;
}

/** R5.11: the reason stays when the device is out of reach; a planned try includes it. */
function LastReason({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const stoppedFor = useStoppedFor(deviceId);
  const isPlanned = usePlannedTry(deviceId) !== null;
  if (!stoppedFor || isPlanned) return null;
  return <p className={classes.meaning}>{t('pump.lastReason', { what: t(`boardEvent.${stoppedFor}`) })}</p>;
}

function PumpMeaning({ deviceId, converter }: { deviceId: string; converter: Converter }) {
  const t = useTranslations('pump');
  const ageText = useAgeText();
  const { status, state, ageS, fault } = useDevice(deviceId, (view) => ({
    ...pumpOf(view),
    fault: view.last?.data.fault ?? null,
  }));
  const cause = useCause(deviceId, status);
  const isPast = (status === 'stale' || status === 'offline') && state !== 'unknown' && ageS !== null;
  return (
    <>
      <p className={classes.meaning}>{cause ?? t(`meaning.${status}`)}</p>
      {status === 'fault' && fault !== null && (
        <p className={classes.meaning}>
          <FaultText converter={converter} code={fault} fallback={t('faultCode', { code: fault })} />
        </p>
      )}
      {isPast && (
        <p className={classes.meaning}>
          {t('lastKnown', { state: t(`state.${state}`), age: ageText(ageS, 'moment') })}
        </p>
      )}
      {isPast && <LastReason deviceId={deviceId} />}
      {!isPast && ageS !== null && <p className={classes.age}>{t('reported', { age: ageText(ageS) })}</p>}
    </>
  );
}
