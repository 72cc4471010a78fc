import { canOpenPage } from '@manoboard/domain/access/roles';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceUnknown, NoDevices } from '../../features/devices/no-device-notices.tsx';
import type { DeviceList } from '../../features/devices/use-devices.ts';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../use-person.ts';
import classes from './device-pages.module.css';

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

/** R7.1: staff find the devices of others in their list. */
function WaysOn({ isUnknown = false }: { isUnknown?: boolean }) {
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

/** In place of a device: there is none, or not the one that was asked for. */
export const NoDevice = ({ wanted, list }: { wanted: string | undefined; list: DeviceList }) =>
  wanted === undefined ? (
    <NoDevices action={<WaysOn />} />
  ) : (
    <DeviceUnknown id={wanted} list={list} action={<WaysOn isUnknown />} />
  );
