import { IconChevronDown, IconListDetails } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LinkHealth } from '../../areas/pump/device-status/status-facts.tsx';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { DeviceHead } from '../../areas/pump/devices/device-head.tsx';
import type { DeviceList, KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { LockOutSlot } from '../../areas/pump/lock-out/lock-out-slot.tsx';
import { ControlsCard } from '../../areas/pump/pump-control/controls-card.tsx';
import { WaterCard } from '../../areas/pump/water/water-card.tsx';
import { WhatToDo } from '../../areas/pump/water/what-to-do.tsx';
import { type DeviceTool, isPageTool, type PageTool } from '../../device/device-search.ts';
import { HelpLink, type HelpSectionId } from '../../lib/page/help-link.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { whenIdle } from '../../lib/time/when-idle.ts';
import { wideOnlyClass } from '../../ui/by-width.ts';
import { Card } from '../../ui/card.tsx';
import { Loading } from '../../ui/notice.tsx';
import { usePerson } from '../use-person.ts';
import { DeviceActions } from './device-actions.tsx';
import { DeviceStatus } from './device-status.tsx';
import { DeviceTitle } from './device-title.tsx';
import { DeviceTabs, LATER_TEXTS } from './device-tool-links.tsx';

/** What happened today loads after the first paint, since the water comes first. */
const Day = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('./pump-day.tsx')).PumpDay;
  },
  ...LATER_TEXTS,
);
const Notes = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('./pump-notes.tsx')).PumpNotes;
  },
  ...LATER_TEXTS,
);
const AllValues = lazyComponent(async () => (await import('./all-values.tsx')).AllValues, 'pump');
const OpenedTool = lazyComponent(async () => (await import('./device-tools.tsx')).OpenedTool, ...LATER_TEXTS);

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

interface Props {
  device: KnownDevice;
  list: DeviceList;
  tool?: DeviceTool | undefined;
  onChoose: (deviceId: string) => void;
}

/** The page of one pump, or one of its tools in its place. */
export function PumpView({ device, list, tool, onChoose }: Props) {
  const t = useTranslations('app');
  const page = tool !== undefined && isPageTool(tool) ? tool : undefined;
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
      {tool && (
        <OpenedTool device={device} tool={tool} waiting={page && <Loading text={t('loading')} cards={1} />} />
      )}
      {!page && <PumpCards device={device} />}
    </>
  );
}

/** Water, controls, today, and all else folded; in one column in this order. */
function PumpCards({ device }: { device: KnownDevice }) {
  const t = useTranslations('app');
  const { user, roles } = usePerson();
  return (
    <div className="grid items-start gap-gutter lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid gap-gutter max-sm:gap-2.5">
        <WhatToDo device={device} />
        <WaterCard device={device} />
        <ControlsCard device={device} tag={<LockOutSlot device={device} user={{ id: user.id, roles }} />} />
      </div>
      <div className="grid gap-gutter max-sm:gap-2.5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Day
          deviceId={device.id}
          waiting={<Card className="min-h-96 text-md text-dim">{t('loading')}</Card>}
        />
      </div>
      {/* They load late: on a phone they are below today, where they move nothing that is seen first. */}
      <div className="grid gap-gutter max-sm:gap-2.5 lg:col-start-1">
        <Notes deviceId={device.id} missing={null} />
      </div>
      <div className="grid gap-gutter lg:col-span-full">
        <ValuesFold>
          <AllValues device={device} roles={roles} below={<LinkHealth deviceId={device.id} />} />
        </ValuesFold>
      </div>
    </div>
  );
}

const FOLD = 'values-open';

/** R4.6, R4.7, R4.8: every value of the device; this browser remembers whether it is open. */
function ValuesFold({ children }: { children: ReactNode }) {
  const t = useTranslations('water');
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(FOLD) === 'true');
  return (
    <details
      className="group/values"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        localStorage.setItem(FOLD, `${currentTarget.open}`);
      }}
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-lg border border-line bg-card px-5 font-semibold shadow-card max-sm:px-4 [&::-webkit-details-marker]:hidden">
        <IconListDetails className="text-dim" size={20} stroke={1.7} aria-hidden />
        <span className="flex-1">{t('values')}</span>
        <IconChevronDown className="text-dim group-open/values:rotate-180" size={18} aria-hidden />
      </summary>
      {isOpen && <div className="mt-gutter">{children}</div>}
    </details>
  );
}
