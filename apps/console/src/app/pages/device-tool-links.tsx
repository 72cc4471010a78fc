import { IconAdjustments, IconDownload, IconStethoscope } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { KnownDevice } from '../../features/devices/use-devices.ts';
import { UpdateNotice, WhenUpdateOffered } from '../../features/firmware/update-notice.tsx';
import { paths } from '../../lib/paths.ts';
import { DropdownLine, dropdownItemClass } from '../../ui/dropdown.tsx';
import type { DeviceTool } from '../device-search.ts';
import classes from './device-pages.module.css';

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

/** In the device's menu, above what is about its owner. */
export function DeviceToolItems({ device, close }: { device: KnownDevice; close: () => void }) {
  const t = useTranslations('deviceTools');
  const about = { deviceId: device.id, className: dropdownItemClass, onClick: close };
  return (
    <>
      <WhenUpdateOffered deviceId={device.id}>
        <ToolLink {...about} tool="update">
          <IconDownload {...icon} />
          {t('update')}
        </ToolLink>
      </WhenUpdateOffered>
      <ToolLink {...about} tool="config">
        <IconAdjustments {...icon} />
        {t('config')}
      </ToolLink>
      <ToolLink {...about} tool="diagnostics">
        <IconStethoscope {...icon} />
        {t('diagnostics')}
      </ToolLink>
      <DropdownLine />
    </>
  );
}

/** R4.2: above the device's values. */
export const DeviceUpdateNotice = ({ deviceId }: { deviceId: string }) => (
  <UpdateNotice
    deviceId={deviceId}
    link={(text) => (
      <ToolLink deviceId={deviceId} tool="update" className={classes.inBanner}>
        {text}
      </ToolLink>
    )}
  />
);
