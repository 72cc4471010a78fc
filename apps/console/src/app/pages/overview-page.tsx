import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { AnalogInputs } from '../../areas/pump/analog-inputs/analog-inputs.tsx';
import { LinkHealth } from '../../areas/pump/device-status/status-facts.tsx';
import { LinkBanner, OfflineBanner } from '../../areas/pump/devices/device-banner.tsx';
import { DeviceHead } from '../../areas/pump/devices/device-head.tsx';
import { DevicesFailed, DevicesLoading } from '../../areas/pump/devices/device-notices.tsx';
import { type DeviceList, type KnownDevice, useDevices } from '../../areas/pump/devices/use-devices.ts';
import { EstimatedFlow } from '../../areas/pump/flow/estimated-flow.tsx';
import { LockOutSlot } from '../../areas/pump/lock-out/lock-out-slot.tsx';
import { DeviceValues } from '../../areas/pump/overview/device-values.tsx';
import { FcStateCard } from '../../areas/pump/overview/fc-state-card.tsx';
import { PressureCard } from '../../areas/pump/pressure/pressure-card.tsx';
import { PumpCard } from '../../areas/pump/pump-control/pump-card.tsx';
import { ResetMeter } from '../../areas/pump/stats/reset-meter.tsx';
import { DeviceNameProvider } from '../../device/device-name.tsx';
import { type DeviceTool, isPageTool, type PageTool } from '../../device/device-search.ts';
import { HelpLink, type HelpSectionId } from '../../lib/page/help-link.tsx';
import { Later } from '../../lib/page/later.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import { PHONE, useMedia } from '../../lib/page/use-media.ts';
import { whenIdle } from '../../lib/time/when-idle.ts';
import { wideOnlyClass } from '../../ui/by-width.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/heading.tsx';
import { Loading } from '../../ui/notice.tsx';
import { useChosenDevice } from '../use-chosen-device.ts';
import { usePerson } from '../use-person.ts';
import { ChooseDevice } from './choose-device.tsx';
import { DeviceActions } from './device-actions.tsx';
import { DeviceStatus } from './device-status.tsx';
import { DeviceTitle } from './device-title.tsx';
import { DeviceUpdateNotice } from './device-tool-items.tsx';
import { DeviceTabs, LATER_TEXTS, ToolLink } from './device-tool-links.tsx';
import { NoDevice } from './no-device.tsx';

/** Loads after the first paint, since current values come first. */
const ActivityCard = lazyComponent(
  async () => {
    await whenIdle();
    const { ActivityCard: Latest } = await import('../../areas/history/activity/activity-card.tsx');
    return ({ deviceId }: { deviceId: string }) => (
      <Latest
        deviceId={deviceId}
        link={(text, className) => (
          <ToolLink deviceId={deviceId} tool="timeline" className={className}>
            {text}
          </ToolLink>
        )}
      />
    );
  },
  ...LATER_TEXTS,
);

/** Loads after the first paint, with its texts. */
const OpenAlerts = lazyComponent(
  async () => {
    await whenIdle(true);
    return (await import('../../areas/alerts/list/device-alerts.tsx')).DeviceAlertNotice;
  },
  ...LATER_TEXTS,
);

const OpenedTool = lazyComponent(async () => (await import('./device-tools.tsx')).OpenedTool, ...LATER_TEXTS);

/** All values of one device. */
export function OverviewPage() {
  const t = useTranslations('overview');
  const list = useDevices();
  const { device: named, tool } = useSearch({ from: '/admin/overview' });
  const { wanted, chosen } = useChosenDevice(list, named);

  const choose = useChooseOnOverview(tool);
  const isReady = list.state === 'ready';
  const mustChoose = wanted === undefined && list.choosable.length > 0;

  // The key resets focus, drafts and open dialogs on a change of the device.
  if (chosen) {
    return (
      <DeviceNameProvider key={chosen.id} id={chosen.id} name={chosen.name}>
        <DeviceOverview device={chosen} list={list} tool={tool} onChoose={choose} />
      </DeviceNameProvider>
    );
  }
  return (
    <>
      <PageHead title={t('title')} />
      <LinkBanner />
      {list.state === 'loading' && <DevicesLoading />}
      {list.state === 'failed' && <DevicesFailed error={list.error} onRetry={list.retry} />}
      {isReady && mustChoose && <ChooseDevice list={list} onChoose={choose} />}
      {isReady && !mustChoose && <NoDevice wanted={wanted} list={list} />}
    </>
  );
}

/** A change of the device keeps a page tool open and closes a dialog. */
function useChooseOnOverview(tool: DeviceTool | undefined) {
  const navigate = useNavigate();
  return (device: string) =>
    void navigate({
      to: paths.overview,
      search: { device, ...(tool && isPageTool(tool) && { tool }) },
    });
}

const HELP_OF: Record<PageTool, HelpSectionId> = {
  values: 'diagnostics',
  registers: 'registers',
  inverter: 'diagnostics',
  config: 'config',
  timeline: 'stopped',
  graphs: 'states',
  energy: 'states',
  alerts: 'alerts',
  rules: 'alerts',
  commissioning: 'config',
};

interface DeviceOverviewProps {
  device: KnownDevice;
  list: DeviceList;
  tool: DeviceTool | undefined;
  onChoose: (deviceId: string) => void;
}

function DeviceOverview({ device, list, tool, onChoose }: DeviceOverviewProps) {
  const t = useTranslations('app');
  const page = tool !== undefined && isPageTool(tool) ? tool : undefined;
  const isPageOpen = page !== undefined;
  const help = page ? HELP_OF[page] : 'states';
  // A technician beside a valve needs the values and Stop on one screen: the page has its own short head.
  if (page === 'commissioning')
    return (
      <>
        <LinkBanner />
        <OpenedTool device={device} tool={page} waiting={<Loading text={t('loading')} cards={1} />} />
      </>
    );
  return (
    <>
      <div className="mb-5 max-sm:mb-0.5">
        <DeviceHead
          device={device}
          level={1}
          title={(heading) => (
            <DeviceTitle device={device} list={list} heading={heading} onChoose={onChoose} />
          )}
          status={(pill) => <DeviceStatus deviceId={device.id} pill={pill} />}
          action={
            <>
              <span className={wideOnlyClass}>
                <HelpLink section={help} />
              </span>
              <DeviceActions device={device} list={list} hasButtons help={help} />
            </>
          }
        />
      </div>
      <DeviceTabs deviceId={device.id} page={page} />
      <LinkBanner />
      {/* Hidden on a phone, where the pump card shows the same text. */}
      <div className={isPageOpen ? undefined : 'max-sm:hidden'}>
        <OfflineBanner deviceId={device.id} />
      </div>
      {tool && (
        <OpenedTool
          device={device}
          tool={tool}
          waiting={isPageOpen && <Loading text={t('loading')} cards={1} />}
        />
      )}
      {!isPageOpen && <DeviceGrid device={device} />}
    </>
  );
}

/** On a phone in the order of the page, so that a later part moves no earlier one; elsewhere a row mounts at once. */
function DeviceGrid({ device }: { device: KnownDevice }) {
  const isWide = !useMedia(PHONE);
  const { user, roles } = usePerson();
  const pressure = useRef<HTMLDivElement>(null);
  /** R4.6: 'Change pressure' scrolls to the pressure card, the only place to change it. */
  function changePressure() {
    pressure.current?.scrollIntoView({ block: 'center' });
    pressure.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus({ preventScroll: true });
  }
  return (
    <div className="grid gap-gutter grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)] max-xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-sm:grid-cols-1">
      <Later>
        <PumpCard
          deviceId={device.id}
          converter={device.converter}
          tag={<LockOutSlot device={device} user={{ id: user.id, roles }} />}
        />
        <Later isAtOnce={isWide}>
          <div ref={pressure} className="grid">
            <PressureCard deviceId={device.id} converter={device.converter} />
          </div>
          <div className="contents *:col-span-full *:-order-1 max-lg:*:order-1 max-sm:*:order-0">
            <OpenAlerts deviceId={device.id} missing={null} />
            <DeviceUpdateNotice deviceId={device.id} />
          </div>
          <Later>
            <LowerCards device={device} isWide={isWide} onChangePressure={changePressure} />
          </Later>
        </Later>
      </Later>
    </div>
  );
}

interface LowerProps {
  device: KnownDevice;
  isWide: boolean;
  onChangePressure: () => void;
}

function LowerCards({ device, isWide, onChangePressure }: LowerProps) {
  const t = useTranslations('app');
  const { id, converter } = device;
  const health = (
    <div className="min-h-20">
      <LinkHealth deviceId={id} />
    </div>
  );
  return (
    <>
      <div className="col-[1/3] order-1 max-xl:col-span-full">
        <Later isAtOnce={isWide}>
          <DeviceValues
            deviceId={id}
            converter={converter}
            resetOf={(meter, name) => <ResetMeter deviceId={id} meter={meter} name={name} />}
            onChangePressure={onChangePressure}
          />
        </Later>
      </div>
      <div className="flex flex-col gap-gutter col-start-3 row-span-2 max-xl:contents">
        <div className="grid gap-gutter max-xl:grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] max-xl:col-span-full">
          <FcStateCard deviceId={id} converter={converter} />
          <EstimatedFlow deviceId={id} />
          <AnalogInputs deviceId={id} below={health} />
        </div>
        <div className="grid xl:relative xl:flex-[1_1_12rem] xl:*:absolute xl:*:overflow-y-auto xl:*:inset-x-0 xl:*:top-0 xl:*:bottom-auto xl:*:max-h-full xl:*:overscroll-contain max-xl:col-span-full max-xl:order-2">
          <Later isLast>
            <ActivityCard deviceId={id} waiting={<Card className="min-h-48">{t('loading')}</Card>} />
          </Later>
        </div>
      </div>
    </>
  );
}
