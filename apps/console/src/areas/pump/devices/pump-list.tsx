import { distanceKm, pinOf } from '@manoboard/domain/pump/place';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { LockOutMark } from '../../../device/lock-out-mark.tsx';
import { useDistanceText } from '../../../device/place.ts';
import { useActualPressure } from '../../../device/use-quantity.ts';
import { useWater, useWaterText, waterTones } from '../../../device/water.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { usePosition } from '../../../lib/page/use-position.ts';
import { whenIdle } from '../../../lib/time/when-idle.ts';
import { cardClass } from '../../../ui/card.tsx';
import { PastAge } from '../../../ui/past-age.tsx';
import { STOP, useIsStopping } from '../pump-control/use-stop-shortcut.ts';
import { WaterDrop } from '../wall/water-drop.tsx';
import type { KnownDevice } from './use-devices.ts';
import type { useByNeed } from './use-waters.ts';

/** The last day is one request for each pump, after the states. */
const DayLine = lazyComponent(async () => {
  await whenIdle();
  return (await import('./day-line.tsx')).DayLine;
});
/** Longer lists do without. */
const MOST_DAYS = 12;

/** R9.1: the pumps of a person; those that need somebody first. */
export function PumpList({ pumps }: { pumps: ReturnType<typeof useByNeed> }) {
  const t = useTranslations('dashboard');
  const { needing, others, isDecided } = pumps;
  const hasDays = needing.length + others.length <= MOST_DAYS;
  return (
    <div className="grid gap-5" data-decided={isDecided}>
      {needing.length > 0 && <Group title={t('needing')} devices={needing} hasDays={hasDays} />}
      {others.length > 0 && (
        // Before the states are known, nothing is said of them.
        <Group title={t(isDecided ? 'fine' : 'all')} devices={others} hasDays={hasDays} />
      )}
    </div>
  );
}

interface GroupProps {
  title: string;
  devices: readonly KnownDevice[];
  hasDays: boolean;
}

function Group({ title, devices, hasDays }: GroupProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 className="mb-2 flex gap-2 text-md font-semibold text-dim" id={headingId}>
        {title} <span className="font-normal tabular-nums">{devices.length}</span>
      </h2>
      <ul className="grid cols-fill-88 gap-2.5">
        {devices.map((device) => (
          <li key={device.id}>
            <PumpLine device={device} hasDay={hasDays} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** R4.17: where the pump is, and how far when the browser gave a position. */
function PlaceText({ place }: { place: KnownDevice['place'] }) {
  const { position } = usePosition();
  const distanceText = useDistanceText();
  const pin = pinOf(place);
  const parts = [place?.name ?? place?.address, position && pin && distanceText(distanceKm(position, pin))];
  const text = parts.filter(Boolean).join(' · ');
  return text && <span className="block truncate text-md text-dim">{text}</span>;
}

/** One pump: its water in words, its place, its pressure now and in the last day. */
function PumpLine({ device, hasDay }: { device: KnownDevice; hasDay: boolean }) {
  const water = useWater(device.id, device.context);
  const { headline, short } = useWaterText()(water);
  const { shown } = useActualPressure(device.id);
  const isStopping = useIsStopping();
  return (
    <DeviceLink
      deviceId={device.id}
      {...(isStopping && { hash: STOP })}
      className={`grid h-full min-h-22 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3.5 hover:border-line-strong focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent ${cardClass}`}
    >
      <span className="text-tone" data-tone={waterTones[water.tone]}>
        <WaterDrop tone={water.tone} className="h-10 w-8" />
      </span>
      <span className="min-w-0" data-tone={waterTones[water.tone]}>
        <span className="block truncate text-lg font-semibold tracking-tight">{device.name}</span>
        <span className="block text-md font-semibold text-pretty text-tone-ink">
          {headline} · {short}
        </span>
        <PlaceText place={device.place} />
        <LockOutMark tag={device.lockOut} />
      </span>
      <span className="grid w-20 justify-items-end text-right">
        <span className="text-lg font-bold tabular-nums">
          {shown.text ?? '–'}{' '}
          {shown.text !== null && <span className="text-sm font-normal text-dim">{shown.unit}</span>}
        </span>
        {shown.freshness === 'stale' && (
          <span className="text-xs text-dim">
            <PastAge {...shown} />
          </span>
        )}
        {hasDay && (
          <span className="mt-1 h-6.5 w-full" data-tone={waterTones[water.tone]}>
            <DayLine deviceId={device.id} isFine={water.tone === 'water'} missing={null} />
          </span>
        )}
      </span>
    </DeviceLink>
  );
}
