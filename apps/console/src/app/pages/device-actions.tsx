import { canOpenPage } from '@manoboard/domain/roles';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceMenu } from '../../features/device-access/device-menu.tsx';
import type { DeviceList, KnownDevice } from '../../features/devices/use-devices.ts';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../use-person.ts';
import classes from './device-pages.module.css';
import { DeviceToolItems, UpdateButton } from './device-tool-links.tsx';

type Way = (typeof paths)['addDevice' | 'dashboard' | 'superSeller' | 'seller' | 'technician'];

const WayButton = ({ to, ...button }: { to: Way; leftSection?: ReactNode; children: ReactNode }) => (
  <Button variant="default" renderRoot={(props) => <Link {...props} to={to} />} {...button} />
);

/** R4.1 */
export const AddDeviceButton = () => (
  <WayButton to={paths.addDevice} leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}>
    {useTranslations('nav')('addDevice')}
  </WayButton>
);

const FLEETS = [
  ['super-seller', paths.superSeller, 'mainPanel'],
  ['seller', paths.seller, 'seller'],
  ['technician', paths.technician, 'technician'],
] as const;

/** Where no device is to be shown; R7.1: who works with the devices of others finds them in his list. */
export function WaysOn({ isUnknown = false }: { isUnknown?: boolean }) {
  const t = useTranslations();
  const { roles } = usePerson();
  const [, fleet, name] = FLEETS.find(([page]) => canOpenPage(page, roles)) ?? [];
  return (
    <div className={classes.ways}>
      {name && <WayButton to={fleet}>{t(`nav.${name}`)}</WayButton>}
      {isUnknown ? (
        <WayButton to={paths.dashboard}>{t('common.backToDashboard')}</WayButton>
      ) : (
        <AddDeviceButton />
      )}
    </div>
  );
}

interface Props {
  device: KnownDevice;
  list: DeviceList;
  /** A page about this device alone has room for what is asked for most. */
  hasButtons?: boolean;
}

/** The menu of the device that the page is about: when the device goes, so does the page. */
export function DeviceActions({ device, list, hasButtons = false }: Props) {
  const { user, roles } = usePerson();
  const router = useRouter();
  const { href } = router.state.location;
  const leave = () => {
    list.drop(device.id);
    // Who has gone elsewhere before the answer came stays there.
    if (router.state.location.href === href) void router.navigate({ to: paths.dashboard });
  };
  return (
    <DeviceMenu
      device={device}
      roles={roles}
      userId={user.id}
      onChanged={list.retry}
      onGone={leave}
      hasButtons={hasButtons}
      moreButtons={hasButtons && <UpdateButton deviceId={device.id} />}
      more={(close) => <DeviceToolItems device={device} hasButtons={hasButtons} close={close} />}
    />
  );
}
