import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { DeviceMenu } from '../../features/device-access/device-menu.tsx';
import type { KnownDevice } from '../../features/devices/use-devices.ts';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../use-person.ts';
import { DeviceToolItems, UpdateButton } from './device-tool-links.tsx';

/** R4.1 */
export function AddDeviceButton() {
  const t = useTranslations('nav');
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={paths.addDevice} />}
    >
      {t('addDevice')}
    </Button>
  );
}

interface Props {
  device: KnownDevice;
  /** A page about this device alone has room for what is asked for most. */
  hasButtons?: boolean;
  onChanged: () => void;
}

/** The menu of the device that the page is about: when the device goes, so does the page. */
export function DeviceActions({ device, hasButtons = false, onChanged }: Props) {
  const { user, roles } = usePerson();
  const navigate = useNavigate();
  const leave = () => {
    onChanged();
    void navigate({ to: paths.dashboard });
  };
  return (
    <DeviceMenu
      device={device}
      roles={roles}
      userId={user.id}
      onChanged={onChanged}
      onGone={leave}
      hasButtons={hasButtons}
      moreButtons={hasButtons && <UpdateButton deviceId={device.id} />}
      more={(close) => <DeviceToolItems device={device} hasButtons={hasButtons} close={close} />}
    />
  );
}
