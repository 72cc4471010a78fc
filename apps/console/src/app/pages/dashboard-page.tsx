import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { AnalogInputs } from '../../features/analog-inputs/analog-inputs.tsx';
import { LinkBanner } from '../../features/devices/device-banner.tsx';
import { DeviceCard } from '../../features/devices/device-card.tsx';
import { DeviceHead } from '../../features/devices/device-head.tsx';
import { DevicesFailed, DevicesLoading } from '../../features/devices/device-notices.tsx';
import { DeviceSummary } from '../../features/devices/device-summary.tsx';
import {
  type DeviceList,
  type KnownDevice,
  useChosen,
  useDevices,
} from '../../features/devices/use-devices.ts';
import { useTroubledFirst } from '../../features/devices/use-troubled-first.ts';
import { LockOutTag } from '../../features/lock-out/lock-out-tag.tsx';
import { PressureCard } from '../../features/pressure/pressure-card.tsx';
import { PumpCard } from '../../features/pump-control/pump-card.tsx';
import { PumpGear } from '../../features/pump-control/pump-gear.tsx';
import { PumpWord } from '../../features/pump-control/pump-word.tsx';
import { StatCards } from '../../features/stats/stat-cards.tsx';
import { paths } from '../../lib/paths.ts';
import { PageHead } from '../../ui/heading.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { usePerson } from '../use-person.ts';
import { DeviceActions } from './device-actions.tsx';
import classes from './device-pages.module.css';
import { DeviceStatus } from './device-status.tsx';
import { AddDeviceButton, NoDevice } from './no-device.tsx';

/** "Is everything all right?": the chosen device with its switch, and all devices at a glance. */
export function DashboardPage() {
  const t = useTranslations('dashboard');
  const list = useDevices();
  const { wanted, chosen } = useChosen(list, useSearch({ from: '/admin/dashboard' }).device);
  return (
    <>
      <PageHead
        title={t('title')}
        text={list.devices.length > 0 && <DeviceSummary deviceIds={list.devices.map(({ id }) => id)} />}
      >
        {list.devices.length > 0 && <AddDeviceButton />}
      </PageHead>
      <LinkBanner />
      <DashboardBody list={list} wanted={wanted} chosen={chosen} />
    </>
  );
}

interface BodyProps {
  list: DeviceList;
  wanted: string | undefined;
  chosen: KnownDevice | undefined;
}

function DashboardBody({ list, wanted, chosen }: BodyProps) {
  if (list.state === 'loading') return <DevicesLoading />;
  if (list.state === 'failed') return <DevicesFailed onRetry={list.retry} />;
  if (wanted === undefined) return <NoDevice wanted={wanted} list={list} />;
  return (
    <div className={classes.split}>
      <div className={classes.chosen}>
        {chosen ? <ChosenDevice device={chosen} list={list} /> : <NoDevice wanted={wanted} list={list} />}
      </div>
      {chosen && <MoreOfChosen key={chosen.id} device={chosen} />}
      <DeviceCards devices={list.devices} chosenId={chosen?.id} />
    </div>
  );
}

function DeviceCards({ devices, chosenId }: { devices: KnownDevice[]; chosenId: string | undefined }) {
  const t = useTranslations('dashboard');
  const headingId = useId();
  const ordered = useTroubledFirst(devices);
  return (
    <section aria-labelledby={headingId}>
      <SectionHead id={headingId} title={t('choose')} />
      <ul className={classes.cards} data-decided={ordered.isDecided} aria-labelledby={headingId}>
        {ordered.devices.map((device) => (
          <li key={device.id}>
            <DeviceCard
              device={device}
              isChosen={device.id === chosenId}
              gear={<PumpGear deviceId={device.id} size="small" />}
              state={<PumpWord deviceId={device.id} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChosenDevice({ device, list }: { device: KnownDevice; list: DeviceList }) {
  const t = useTranslations('dashboard');
  const { user, roles } = usePerson();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(device.id);
  useEffect(() => {
    // On a phone the cards lie below: what was chosen there must come into sight.
    if (shown.current !== device.id) box.current?.scrollIntoView({ block: 'nearest' });
    shown.current = device.id;
  }, [device.id]);
  return (
    // What is focused, typed or asked here is about this device: with another one it is gone.
    <div key={device.id} ref={box} className={classes.scrollTarget}>
      <PumpCard
        deviceId={device.id}
        fcType={device.fcType}
        tag={<LockOutTag device={device} user={{ id: user.id, roles }} />}
        head={
          <div className={classes.cardHead}>
            <DeviceHead
              device={device}
              level={2}
              status={(pill) => <DeviceStatus deviceId={device.id} pill={pill} />}
              action={
                <>
                  <Link to={paths.overview} search={{ device: device.id }} className={classes.details}>
                    {t('details')}
                  </Link>
                  <DeviceActions device={device} list={list} />
                </>
              }
            />
          </div>
        }
      />
      <PressureCard deviceId={device.id} fcType={device.fcType} />
    </div>
  );
}

/** R4.7, R4.8: what the two cards of the chosen device do not say. */
function MoreOfChosen({ device }: { device: KnownDevice }) {
  const { roles } = usePerson();
  return (
    <div className={classes.more}>
      <StatCards deviceId={device.id} fcId={device.fcId} roles={roles} />
      <AnalogInputs deviceId={device.id} />
    </div>
  );
}
