import type { Device } from '@manoboard/contract/device/device';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { DeviceMenu } from '../../areas/people/device-access/device-menu.tsx';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { DevicesFailed, DevicesLoading } from '../../areas/pump/devices/device-notices.tsx';
import { useDevices } from '../../areas/pump/devices/use-devices.ts';
import { AddDeviceForm } from '../../areas/service/add-device/add-device-form.tsx';
import { DeviceList } from '../../areas/service/add-device/device-list.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { devicesQuery } from '../../device/queries.ts';
import { HelpLink } from '../../lib/page/help-link.tsx';
import { paths } from '../../lib/page/paths.ts';
import { toast } from '../../lib/page/toast.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/heading.tsx';
import { usePerson } from '../use-person.ts';
import { DeviceToolItems } from './device-tool-items.tsx';

/** R4.1: the form for a new device and the list of the user's devices. */
export function AddDevicePage() {
  const t = useTranslations('addDevice');
  const list = useDevices();
  const { user, roles } = usePerson();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useLiveLink();

  const open = async (device: Device) => {
    const { id_dev, alias } = device;
    // The next page finds it there before the list is requested again.
    queryClient.setQueryData(devicesQuery.queryKey, (known) => known && [...known, device]);
    await navigate({ to: paths.newPump, search: { device: id_dev } });
    // After the navigation, which would abort the request (R2.8).
    list.retry();
    toast(t('added', { name: alias || id_dev }));
  };
  return (
    <>
      <PageHead title={t('title')} text={t('lead')}>
        <HelpLink section="add-device" />
      </PageHead>
      <LinkBanner />
      <div className="grid gap-gutter items-start grid-rows-[auto_1fr] grid-cols-[minmax(0,5fr)_minmax(0,7fr)] max-lg:grid-cols-1">
        <Card aria-label={t('formTitle')}>
          <AddDeviceForm knownIds={list.devices.map(({ id }) => id)} onAdded={open} />
        </Card>
        {list.state === 'loading' && <DevicesLoading />}
        {list.state === 'failed' && <DevicesFailed error={list.error} onRetry={list.retry} />}
        {list.state === 'ready' && (
          <DeviceList
            {...list}
            onRefresh={list.retry}
            menu={(device) => (
              <DeviceMenu
                device={device}
                roles={roles}
                userId={user.id}
                onChanged={list.retry}
                onGone={() => list.drop(device.id)}
                more={(close, own) => (
                  <DeviceToolItems device={device} close={close}>
                    {own}
                  </DeviceToolItems>
                )}
              />
            )}
          />
        )}
      </div>
    </>
  );
}
