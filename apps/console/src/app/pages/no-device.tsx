import { canOpenPage } from '@manoboard/domain/access/roles';
import { useTranslations } from 'use-intl';
import { DevicesFailed } from '../../areas/pump/devices/device-notices.tsx';
import { DeviceUnknown, NoDevices } from '../../areas/pump/devices/no-device-notices.tsx';
import type { DeviceList } from '../../areas/pump/devices/use-devices.ts';
import { paths } from '../../lib/page/paths.ts';
import { usePerson } from '../use-person.ts';
import { AddDeviceButton, LinkButton } from './link-button.tsx';

const FLEETS = [
  ['super-seller', paths.superSeller, 'mainPanel'],
  ['seller', paths.seller, 'seller'],
  ['technician', paths.technician, 'technician'],
] as const;

/** R7.1: staff have a link to the list of all devices. */
function NextSteps({ isUnknown = false }: { isUnknown?: boolean }) {
  const t = useTranslations();
  const { roles } = usePerson();
  const [, fleet, name] = FLEETS.find(([page]) => canOpenPage(page, roles)) ?? [];
  return (
    <div className="flex flex-wrap gap-2.5 justify-center">
      {name && <LinkButton to={fleet}>{t(`nav.${name}`)}</LinkButton>}
      {isUnknown ? (
        <LinkButton to={paths.dashboard}>{t('common.backToDashboard')}</LinkButton>
      ) : (
        <AddDeviceButton />
      )}
    </div>
  );
}

/** Notice for a user without devices, or for an unknown device ID. */
export function NoDevice({ wanted, list }: { wanted: string | undefined; list: DeviceList }) {
  const { isStored } = usePerson();
  if (wanted === undefined) return <NoDevices action={<NextSteps />} />;
  // A stored list may be incomplete.
  if (isStored) return <DevicesFailed error={null} onRetry={list.retry} />;
  return <DeviceUnknown id={wanted} list={list} action={<NextSteps isUnknown />} />;
}
