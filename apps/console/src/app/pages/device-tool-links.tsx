import { Button } from '@mantine/core';
import {
  IconAdjustments,
  IconDownload,
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

/** R4.2: after the first load; an offer depends on an answer of the server, and so comes late anyway. */
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

interface ItemsProps {
  device: KnownDevice;
  /** The update has a button of its own where there is room. */
  hasButtons?: boolean;
  close: () => void;
}

/** In the device's menu, above what is about its owner. */
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

/** R5.9: from the card of a pump to the dialog that resets the fault of its converter. */
export const faultResetLink = (deviceId: string) => (text: string, className: string | undefined) => (
  <ToolLink deviceId={deviceId} tool="fault-reset" className={className}>
    {text}
  </ToolLink>
);

/** R4.2: beside the device's name, where there is room for it. */
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

/** R4.2: above the device's values; what is only offered has its button on a wide page. */
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
