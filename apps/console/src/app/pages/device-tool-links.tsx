import { Button } from '@mantine/core';
import {
  IconAdjustments,
  IconBell,
  IconBellCog,
  IconBolt,
  IconChartLine,
  IconDownload,
  IconGauge,
  IconHistory,
  IconLock,
  IconRefresh,
  IconStethoscope,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { KnownDevice } from '../../features/devices/use-devices.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { narrowOnlyClass, wideOnlyClass } from '../../ui/by-width.ts';
import { dropdownItemClass } from '../../ui/dropdown.tsx';
import type { DeviceTool } from '../device-search.ts';
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

/** Beside the connection on a phone, where a row of tabs would move the pressure off the first screen. */
export function DeviceShortcuts({ deviceId }: { deviceId: string }) {
  const t = useTranslations('deviceTools');
  return (
    <nav className={classes.shortcuts} aria-label={t('tabs')}>
      <ToolLink deviceId={deviceId} tool="graphs" className={classes.shortcut}>
        <IconChartLine {...icon} />
        <span className="vh">{t('graphs')}</span>
      </ToolLink>
      <ToolLink deviceId={deviceId} tool="energy" className={classes.shortcut}>
        <IconBolt {...icon} />
        <span className="vh">{t('energy')}</span>
      </ToolLink>
    </nav>
  );
}

/** The pages of a device that are used most; the other tools are in its menu. */
export function DeviceTabs({ deviceId, isPageOpen }: { deviceId: string; isPageOpen: boolean }) {
  const t = useTranslations('deviceTools');
  const tab = (tool: DeviceTool | undefined, text: string, content: ReactNode) => (
    <Link
      to={paths.overview}
      search={{ device: deviceId, ...(tool && { tool }) }}
      className={classes.tab}
      // A tool has more in its address; the page without a tool has not.
      activeOptions={{ exact: !tool, includeSearch: true }}
    >
      {content}
      {text}
    </Link>
  );
  return (
    <nav className={classes.tabs} data-page-open={isPageOpen} aria-label={t('tabs')}>
      {tab(undefined, t('now'), <IconGauge {...icon} />)}
      {tab('graphs', t('graphs'), <IconChartLine {...icon} />)}
      {tab('energy', t('energy'), <IconBolt {...icon} />)}
      {tab('alerts', t('alerts'), <IconBell {...icon} />)}
      {tab('rules', t('rules'), <IconBellCog {...icon} />)}
    </nav>
  );
}

interface ItemsProps {
  device: KnownDevice;
  /** On a wide page the update has its own button. */
  hasButtons?: boolean;
  close: () => void;
}

/** Items of the device menu, above those for its access. */
export function DeviceToolItems({ device, hasButtons, close }: ItemsProps) {
  const t = useTranslations('deviceTools');
  const lockOut = useTranslations('lockOut');
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
      <ToolLink {...about} tool="config">
        <IconAdjustments {...icon} />
        {t('config')}
      </ToolLink>
      <ToolLink {...about} tool="rules">
        <IconBellCog {...icon} />
        {t('rules')}
      </ToolLink>
      <ToolLink {...about} tool="timeline">
        <IconHistory {...icon} />
        {t('timeline')}
      </ToolLink>
      <ToolLink {...about} tool="diagnostics">
        <IconStethoscope {...icon} />
        {t('diagnostics')}
      </ToolLink>
      <ToolLink {...about} tool="restart">
        <IconRefresh {...icon} />
        {t('restart')}
      </ToolLink>
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
