import { Button } from '@mantine/core';
import {
  IconAdjustments,
  IconBell,
  IconBolt,
  IconChartLine,
  IconDownload,
  IconGauge,
  IconHelpCircle,
  IconHistory,
  IconLock,
  IconRefresh,
  IconStethoscope,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { KnownDevice } from '../../features/devices/use-devices.ts';
import type { HelpSectionId } from '../../lib/help-link.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { narrowOnlyClass, wideOnlyClass } from '../../ui/by-width.ts';
import { dropdownItemClass } from '../../ui/dropdown.tsx';
import type { DeviceTool, PageTool } from '../device-search.ts';
import classes from './device-pages.module.css';

/** R4.2: loads after the first paint, since the offer of an update waits for a response anyway. */
async function firmwareParts() {
  await whenIdle();
  return import('../../features/firmware/update-notice.tsx');
}
const UpdateNotice = lazyComponent(async () => (await firmwareParts()).UpdateNotice);
const WhenUpdateOffered = lazyComponent(async () => (await firmwareParts()).WhenUpdateOffered);

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface ToolLinkProps {
  deviceId: string;
  tool: DeviceTool;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}

export const ToolLink = ({ deviceId, tool, ...link }: ToolLinkProps) => (
  <Link to={paths.overview} search={{ device: deviceId, tool }} resetScroll={false} {...link} />
);

/** Loads after the first paint, with its texts. */
const OpenAlertCount = lazyComponent(async () => {
  await whenIdle();
  return (await import('./device-alert-parts.tsx')).OpenAlertCount;
});

/** The tab of each page of a device; diagnostics are opened from the menu and belong to no tab. */
const TAB_OF = {
  graphs: 'graphs',
  energy: 'energy',
  timeline: 'timeline',
  alerts: 'alerts',
  rules: 'alerts',
  config: 'config',
} as const satisfies Partial<Record<PageTool, string>>;
type Tab = (typeof TAB_OF)[keyof typeof TAB_OF];
const TABS: readonly (readonly [Tab, typeof IconBell])[] = [
  ['graphs', IconChartLine],
  ['energy', IconBolt],
  ['timeline', IconHistory],
  ['alerts', IconBell],
  ['config', IconAdjustments],
];
export const isTabTool = (tool: PageTool): tool is keyof typeof TAB_OF => tool in TAB_OF;

/** The six pages of a device. The row scrolls on a phone, with the open page in view. */
export function DeviceTabs({ deviceId, page }: { deviceId: string; page: PageTool | undefined }) {
  const t = useTranslations('deviceTools');
  const row = useRef<HTMLElement>(null);
  const open = page && isTabTool(page) ? TAB_OF[page] : undefined;
  const isCurrent = (tab: Tab | undefined) => tab === open && (tab !== undefined || page === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each opened page
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.clientWidth / 3;
  }, [open]);
  const tab = (tool: Tab | undefined, content: ReactNode) => (
    <Link
      key={tool}
      to={paths.overview}
      search={{ device: deviceId, ...(tool && { tool }) }}
      className={classes.tab}
      // A tool has more in its address; the page without a tool has not.
      activeOptions={{ exact: !tool, includeSearch: true }}
      aria-current={isCurrent(tool) ? 'page' : undefined}
    >
      {content}
    </Link>
  );
  return (
    <nav ref={row} className={classes.tabs} aria-label={t('tabs')}>
      {tab(
        undefined,
        <>
          <IconGauge {...icon} />
          {t('now')}
        </>,
      )}
      {TABS.map(([tool, Icon]) =>
        tab(
          tool,
          <>
            <Icon {...icon} />
            {t(tool)}
            {tool === 'alerts' && <OpenAlertCount deviceId={deviceId} missing={null} />}
          </>,
        ),
      )}
    </nav>
  );
}

interface ItemsProps {
  device: KnownDevice;
  /** The page of the device has tabs, and on a wide screen a button for the update. */
  hasButtons?: boolean;
  /** The section of the help, whose link has no room in the head of a narrow page. */
  help?: HelpSectionId | undefined;
  close: () => void;
}

/** Items of the device menu, above those for its access. */
export function DeviceToolItems({ device, hasButtons, help, close }: ItemsProps) {
  const t = useTranslations('deviceTools');
  const lockOut = useTranslations('lockOut');
  const helpText = useTranslations('help');
  const about = { deviceId: device.id, className: dropdownItemClass, onClick: close };
  return (
    <>
      <WhenUpdateOffered deviceId={device.id} missing={null}>
        <ToolLink
          {...about}
          tool="update"
          className={`${dropdownItemClass} ${hasButtons ? narrowOnlyClass : ''}`}
        >
          <IconDownload {...icon} />
          {t('update')}
        </ToolLink>
      </WhenUpdateOffered>
      <ToolLink {...about} tool="lock-out">
        <IconLock {...icon} />
        {lockOut('menu')}
      </ToolLink>
      {!hasButtons &&
        TABS.map(([tool, Icon]) => (
          <ToolLink key={tool} {...about} tool={tool}>
            <Icon {...icon} />
            {t(tool)}
          </ToolLink>
        ))}
      <ToolLink {...about} tool="diagnostics">
        <IconStethoscope {...icon} />
        {t('diagnostics')}
      </ToolLink>
      <ToolLink {...about} tool="restart">
        <IconRefresh {...icon} />
        {t('restart')}
      </ToolLink>
      {help && (
        <Link
          to={paths.docs}
          hash={help}
          className={`${dropdownItemClass} ${narrowOnlyClass}`}
          onClick={close}
        >
          <IconHelpCircle {...icon} />
          {helpText('open')}
        </Link>
      )}
    </>
  );
}

/** R5.9: link from the pump card to the fault reset dialog. */
export const faultResetLink = (deviceId: string) => (text: string, className: string | undefined) => (
  <ToolLink deviceId={deviceId} tool="fault-reset" className={className}>
    {text}
  </ToolLink>
);

/** R4.2: button beside the device's name, on a wide page only. */
export function UpdateButton({ deviceId }: { deviceId: string }) {
  const t = useTranslations('deviceTools');
  return (
    <WhenUpdateOffered deviceId={deviceId} missing={null}>
      <Button
        variant="light"
        className={wideOnlyClass}
        leftSection={<IconDownload {...icon} />}
        renderRoot={(props) => <ToolLink {...props} deviceId={deviceId} tool="update" />}
      >
        {t('update')}
      </Button>
    </WhenUpdateOffered>
  );
}

/** R4.2: notice above the device values; an offered update is a button instead on a wide page. */
export const DeviceUpdateNotice = ({ deviceId }: { deviceId: string }) => (
  <UpdateNotice
    deviceId={deviceId}
    missing={null}
    offerClass={narrowOnlyClass}
    link={(text) => (
      <ToolLink deviceId={deviceId} tool="update" className={classes.inBanner}>
        {text}
      </ToolLink>
    )}
  />
);
