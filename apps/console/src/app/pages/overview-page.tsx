import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { AnalogInputs } from '../../features/analog-inputs/analog-inputs.tsx';
import { LinkBanner, OfflineBanner } from '../../features/devices/device-banner.tsx';
import { DeviceHead } from '../../features/devices/device-head.tsx';
import { DevicesFailed, DevicesLoading } from '../../features/devices/device-notices.tsx';
import {
  type DeviceList,
  type KnownDevice,
  useChosen,
  useDevices,
} from '../../features/devices/use-devices.ts';
import { LockOutTag } from '../../features/lock-out/lock-out-tag.tsx';
import { DeviceValues } from '../../features/overview/device-values.tsx';
import { FcStateCard } from '../../features/overview/fc-state-card.tsx';
import { PressureCard } from '../../features/pressure/pressure-card.tsx';
import { PumpCard } from '../../features/pump-control/pump-card.tsx';
import { ResetMeter } from '../../features/stats/reset-meter.tsx';
import { late } from '../../lib/late.tsx';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/heading.tsx';
import { type DeviceTool, isPageTool } from '../device-search.ts';
import { usePerson } from '../use-person.ts';
import { DeviceActions } from './device-actions.tsx';
import classes from './device-pages.module.css';
import { DeviceStatus } from './device-status.tsx';
import { DeviceUpdateNotice } from './device-tool-links.tsx';

/** What happened earlier comes when the page stands: first what is now. */
const ActivityCard = late(async () => {
  await whenIdle();
  return (await import('../../features/activity/activity-card.tsx')).ActivityCard;
});

/** With its texts. */
const LinkHealth = late(async () => {
  await whenIdle();
  const { LinkHealth: Facts } = await import('../../features/device-status/link-health.tsx');
  return ({ deviceId }: { deviceId: string }) => (
    <ToolTexts missing={null}>
      <Facts deviceId={deviceId} />
    </ToolTexts>
  );
});

const NoDevice = late(async () => (await import('./no-device.tsx')).NoDevice);

const OpenedTool = late(async () => (await import('./device-tools.tsx')).OpenedTool);

/** One device, with all that it reports. */
export function OverviewPage() {
  const t = useTranslations('overview');
  const list = useDevices();
  const { device: named, tool } = useSearch({ from: '/admin/overview' });
  const { wanted, chosen } = useChosen(list, named);

  // What is focused, typed or asked there is about this device: with another one it is gone.
  if (chosen) return <DeviceOverview key={chosen.id} device={chosen} list={list} tool={tool} />;
  return (
    <>
      <PageHead title={t('title')} />
      <LinkBanner />
      {list.state === 'loading' && <DevicesLoading />}
      {list.state === 'failed' && <DevicesFailed onRetry={list.retry} />}
      {list.state === 'ready' && <NoDevice wanted={wanted} list={list} />}
    </>
  );
}

interface DeviceOverviewProps {
  device: KnownDevice;
  list: DeviceList;
  tool: DeviceTool | undefined;
}

function DeviceOverview({ device, list, tool }: DeviceOverviewProps) {
  return (
    <>
      <div className={classes.top}>
        <DeviceHead
          device={device}
          level={1}
          status={(pill) => <DeviceStatus deviceId={device.id} pill={pill} />}
          action={<DeviceActions device={device} list={list} hasButtons />}
        />
      </div>
      <LinkBanner />
      {/* On a phone the pump's card says the same words, and below it is no room for them twice. */}
      <div className={tool && isPageTool(tool) ? undefined : classes.offline}>
        <OfflineBanner deviceId={device.id} />
      </div>
      {tool && <OpenedTool device={device} tool={tool} />}
      {!(tool && isPageTool(tool)) && <DeviceGrid device={device} />}
    </>
  );
}

function DeviceGrid({ device }: { device: KnownDevice }) {
  const t = useTranslations('app');
  const { user, roles } = usePerson();
  const pressure = useRef<HTMLDivElement>(null);
  /** R4.6: 'Change pressure' leads to the one place where it is changed. */
  function changePressure() {
    pressure.current?.scrollIntoView({ block: 'center' });
    pressure.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus({ preventScroll: true });
  }
  return (
    <div className={classes.overview}>
      <PumpCard
        deviceId={device.id}
        fcType={device.fcType}
        tag={<LockOutTag device={device} user={{ id: user.id, roles }} />}
      />
      <div ref={pressure} className={classes.pressure}>
        <PressureCard deviceId={device.id} fcType={device.fcType} />
      </div>
      <div className={classes.notice}>
        <DeviceUpdateNotice deviceId={device.id} />
      </div>
      <div className={classes.values}>
        <DeviceValues
          deviceId={device.id}
          fcType={device.fcType}
          resetOf={(meter, name) => <ResetMeter deviceId={device.id} meter={meter} name={name} />}
          onChangePressure={changePressure}
        />
      </div>
      <div className={classes.column}>
        <div className={classes.side}>
          <FcStateCard deviceId={device.id} fcType={device.fcType} />
          <AnalogInputs
            deviceId={device.id}
            below={
              <div className={classes.link}>
                <LinkHealth deviceId={device.id} missing={null} />
              </div>
            }
          />
        </div>
        <div className={classes.activity}>
          <ActivityCard
            deviceId={device.id}
            waiting={<Card aria-label={t('loading')} className={classes.hold} />}
          />
        </div>
      </div>
    </div>
  );
}
