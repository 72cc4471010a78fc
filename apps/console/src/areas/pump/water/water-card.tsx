import { pressureFromWire } from '@manoboard/domain/pump/pressure-codec';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePressureSettings } from '../../../device/device-config.ts';
import { useDeviceName } from '../../../device/device-name.tsx';
import { useDevice, usePump } from '../../../device/use-device.ts';
import { useActualPressure, useQuantity } from '../../../device/use-quantity.ts';
import { useWater, useWaterText, waterTones } from '../../../device/water.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { Card } from '../../../ui/card.tsx';
import { PastAge } from '../../../ui/past-age.tsx';
import type { KnownDevice } from '../devices/use-devices.ts';
import { EstimatedFlow } from '../flow/estimated-flow.tsx';
import { PumpGear } from '../pump-control/pump-gear.tsx';
import { Vessel } from './vessel.tsx';

const MotorSheet = lazyComponent(async () => (await import('./motor-sheet.tsx')).MotorSheet);

/** R9.1: is there water, why, and what happens next; the motor is the second line. */
export function WaterCard({ device }: { device: KnownDevice }) {
  const name = useDeviceName(device.id);
  const water = useWater(device.id, device.context);
  const { headline, sentence } = useWaterText()(water);
  return (
    <Card
      className="flex flex-col overflow-hidden bg-linear-to-b from-tone-soft to-[78%] to-card pb-0!"
      data-tone={waterTones[water.tone]}
      data-water={water.kind}
      aria-label={name}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4.5">
        <PressureVessel deviceId={device.id} isFlowing={water.kind === 'flows'} />
        <div>
          <p
            className="text-state leading-[1.12] font-bold tracking-tight text-tone-ink max-sm:text-title"
            aria-live="polite"
          >
            {headline}
          </p>
          <p className="mt-1.5 text-pretty max-sm:text-md">{sentence}</p>
          {water.kind === 'flows' && <EstimatedFlow deviceId={device.id} />}
        </div>
      </div>
      <MotorLine device={device} />
    </Card>
  );
}

/** The vessel with the measured pressure; an old one is hatched and carries its age. */
function PressureVessel({ deviceId, isFlowing }: { deviceId: string; isFlowing: boolean }) {
  const { shown, value } = useActualPressure(deviceId);
  const settings = usePressureSettings(deviceId);
  const wire = useDevice(deviceId, ({ last }) => last?.data.required_pressure ?? null);
  const requiredBar =
    settings && wire !== null ? pressureFromWire(wire, settings.mode) : settings?.bounds.min;
  const isLive = shown.freshness === 'live' && value !== null;
  // Until the settings are known the vessel is drawn for a usual house.
  const level = isLive ? value / Math.max(0.5, requiredBar ?? 4) : undefined;
  return (
    <div className="relative h-33 w-24.5 max-sm:h-30 max-sm:w-22">
      <Vessel level={level} isFlowing={isFlowing} />
      <p className="absolute inset-x-1 top-[36%] grid justify-items-center text-center leading-tight">
        <span className="rounded-md bg-card/75 px-1.5 text-title leading-none font-bold tracking-tight tabular-nums">
          {shown.text ?? '–'}
        </span>{' '}
        <span className="rounded-sm bg-card/75 px-1 text-xs">
          {shown.text === null ? shown.missing : shown.unit}
        </span>
        {shown.freshness === 'stale' && (
          <span className="rounded-sm bg-card/75 px-1 text-xs text-dim">
            <PastAge {...shown} />
          </span>
        )}
      </p>
    </div>
  );
}

/** R5.3: the gear keeps its three looks; it opens what concerns the motor and the converter. */
function MotorLine({ device }: { device: KnownDevice }) {
  const t = useTranslations('water');
  const { status, state } = usePump(device.id);
  const [isOpen, setIsOpen] = useState(false);
  const isPast = status === 'offline' || status === 'stale';
  return (
    <>
      <button
        type="button"
        className="-mx-5 mt-3.5 flex min-h-12 cursor-pointer items-center gap-2.5 border-t border-line px-5 text-left text-md max-sm:-mx-4 max-sm:mt-3 max-sm:px-4"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <PumpGear deviceId={device.id} size="tiny" />
        <span className="min-w-0 flex-1">
          <b className="font-semibold">
            {isPast && state !== 'unknown'
              ? t('motorWas', { state: t(`motor.${state}`) })
              : t(`motor.${status}`)}
          </b>
          {status === 'running' && <MotorValues deviceId={device.id} />}
        </span>
        <span className="sr-only">{t('motorMore')}</span>
        <IconChevronRight className="flex-none text-dim" size={18} aria-hidden />
      </button>
      {isOpen && <MotorSheet device={device} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MotorValues({ deviceId }: { deviceId: string }) {
  const frequency = useQuantity(deviceId, 'frequency_fc');
  const power = useQuantity(deviceId, 'motor_power');
  const values = [frequency, power].flatMap((value) =>
    value.text === null ? [] : [`${value.text} ${value.unit}`],
  );
  return <span className="text-dim"> · {values.join(' · ')}</span>;
}
