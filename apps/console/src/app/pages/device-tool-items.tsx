import {
  IconClipboardCheck,
  IconDownload,
  IconHelpCircle,
  IconLock,
  IconRefresh,
  IconStethoscope,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { UpdateNotice, WhenUpdateOffered } from '../../areas/service/firmware/update-notice.tsx';
import type { DeviceTool } from '../../device/device-search.ts';
import type { HelpSectionId } from '../../lib/page/help-link.tsx';
import { paths } from '../../lib/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { narrowOnlyClass, wideOnlyClass } from '../../ui/by-width.ts';
import { DropdownItem } from '../../ui/dropdown.tsx';
import { TABS, ToolLink } from './device-tool-links.tsx';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface ItemsProps {
  device: KnownDevice;
  /** True on the page of the device, which has tabs and, if wide, a button for the update. */
  hasButtons?: boolean;
  /** Help section to link; a narrow page has no room for the link in its head. */
  help?: HelpSectionId | undefined;
  close: () => void;
  /** Items for the access to the device. */
  children: ReactNode;
}

/** Items of the device menu. The offer of an update is last: it appears with an answer, and must move no item under a finger. */
export function DeviceToolItems({ device, hasButtons, help, close, children }: ItemsProps) {
  const t = useTranslations('deviceTools');
  const lockOut = useTranslations('lockOut');
  const helpText = useTranslations('help');
  const item = (tool: DeviceTool, Icon: typeof IconLock, text: string, className?: string) => (
    <DropdownItem
      key={tool}
      className={className}
      icon={<Icon {...icon} />}
      render={<ToolLink deviceId={device.id} tool={tool} />}
      onClick={close}
    >
      {text}
    </DropdownItem>
  );
  return (
    <>
      {item('lock-out', IconLock, lockOut('menu'))}
      {!hasButtons && TABS.map(([tool, Icon]) => item(tool, Icon, t(tool)))}
      {item('diagnostics', IconStethoscope, t('diagnostics'))}
      {item('commissioning', IconClipboardCheck, t('commissioning'))}
      {item('restart', IconRefresh, t('restart'))}
      {help && (
        <DropdownItem
          className={narrowOnlyClass}
          icon={<IconHelpCircle {...icon} />}
          render={<Link to={paths.docs} hash={help} />}
          onClick={close}
        >
          {helpText('open')}
        </DropdownItem>
      )}
      {children}
      <WhenUpdateOffered deviceId={device.id}>
        {item('update', IconDownload, t('update'), hasButtons ? narrowOnlyClass : undefined)}
      </WhenUpdateOffered>
    </>
  );
}

/** R4.2: button beside the device's name, on a wide page only. */
export function UpdateButton({ deviceId }: { deviceId: string }) {
  const t = useTranslations('deviceTools');
  return (
    <WhenUpdateOffered deviceId={deviceId}>
      <Button
        variant="light"
        className={wideOnlyClass}
        icon={<IconDownload {...icon} />}
        render={<ToolLink deviceId={deviceId} tool="update" />}
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
    offerClass={narrowOnlyClass}
    link={(text) => (
      <ToolLink deviceId={deviceId} tool="update" className="underline font-bold pointer-coarse:py-3">
        {text}
      </ToolLink>
    )}
  />
);
