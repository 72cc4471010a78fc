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
import { Value } from '../../../ui/value.tsx';
import { RetryPanel } from '../retry/retry-panel.tsx';
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
      className="group/card @container/pump flex flex-col before:absolute before:pointer-events-none before:inset-x-0 before:top-0 before:bottom-auto before:h-44 before:rounded-[inherit] before:[background:radial-gradient(32rem_15rem_at_12%_-10%,var(--tone-soft),transparent_70%)] [&:has([aria-expanded='true'])]:z-1"
      data-tone={pumpStatusStyles[status].tone}
      data-state={status}
      data-headed={head !== undefined}
      aria-label={t('title')}
    >
      {tag}
      {head}
      <div className="relative grid gap-5 items-center pt-1 pb-5 grid-cols-[auto_minmax(0,1fr)] my-auto @min-[25rem]/pump:[--gear-size:9.25rem] @max-[25rem]/pump:gap-4 @max-[25rem]/pump:px-0 @max-[25rem]/pump:pt-0.5 @max-[25rem]/pump:pb-4 @max-[25rem]/pump:[--gear-size:6.75rem] @max-[20.5rem]/pump:[--gear-size:5.5rem] max-sm:group-data-[headed=true]/card:pb-4">
        <PumpGear deviceId={deviceId} size="large" />
        <div>
          {head === undefined && (
            <p className="truncate text-dim text-md font-medium leading-tight mb-0.5">{device}</p>
          )}
          <p
            className="text-tone-ink text-title font-bold tracking-tight leading-[1.1] @min-[25rem]/pump:text-state @max-[20.5rem]/pump:text-xl"
            aria-live="polite"
          >
            {t(`state.${status}`)}
          </p>
          <PumpMeaning deviceId={deviceId} converter={converter} />
        </div>
      </div>
      <RetryPanel deviceId={deviceId} />
      <dl className="relative grid grid-cols-4 mb-4.5 border-y border-line *:py-3 *:pl-4 *:border-l *:border-line [&>:first-child]:border-l-0 [&>:first-child]:pl-0 @max-[25rem]/pump:mb-3.5 @max-[25rem]/pump:*:pt-2.5 @max-[25rem]/pump:*:pr-0 @max-[25rem]/pump:*:pb-2 @max-[25rem]/pump:*:pl-2.5 @max-[20.5rem]/pump:grid-cols-[1fr_1fr] @max-[20.5rem]/pump:border-b-0 @max-[20.5rem]/pump:*:border-b @max-[20.5rem]/pump:*:border-line @max-[25rem]/pump:[&_dd]:text-lg @max-[20.5rem]/pump:[&>:nth-child(odd)]:pl-0 @max-[20.5rem]/pump:[&>:nth-child(odd)]:border-l-0 max-sm:group-data-[headed=true]/card:hidden">
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
  return (
    <p className="text-dim text-md leading-normal mt-1.5 text-pretty @min-[25rem]/pump:text-lg">
      {t('pump.lastReason', { what: t(`boardEvent.${stoppedFor}`) })}
    </p>
  );
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
      <p className="text-dim text-md leading-normal mt-1.5 text-pretty @min-[25rem]/pump:text-lg">
        {cause ?? t(`meaning.${status}`)}
      </p>
      {status === 'fault' && fault !== null && (
        <p className="text-dim text-md leading-normal mt-1.5 text-pretty @min-[25rem]/pump:text-lg">
          <FaultText converter={converter} code={fault} fallback={t('faultCode', { code: fault })} />
        </p>
      )}
      {isPast && (
        <p className="text-dim text-md leading-normal mt-1.5 text-pretty @min-[25rem]/pump:text-lg">
          {t('lastKnown', { state: t(`state.${state}`), age: ageText(ageS, 'moment') })}
        </p>
      )}
      {isPast && <LastReason deviceId={deviceId} />}
      {!isPast && ageS !== null && (
        <p className="text-dim text-sm mt-1.5">{t('reported', { age: ageText(ageS) })}</p>
      )}
    </>
  );
}
