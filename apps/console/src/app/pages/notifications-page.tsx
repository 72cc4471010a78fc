import { can } from '@manoboard/domain/access/policy';
import { IconUserPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ResendLink } from '../../areas/account/profile/email-actions.tsx';
import { receiversQuery } from '../../areas/alerts/notifications/api.ts';
import { NotificationsView } from '../../areas/alerts/notifications/notifications-view.tsx';
import { useDevices } from '../../areas/pump/devices/use-devices.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { usePerson } from '../use-person.ts';

const ToldDialog = lazyComponent(
  async () => (await import('../../areas/people/device-access/people-dialog.tsx')).ToldDialog,
  'people',
);

/** R4.18: to be told of alerts needs no right on the device. */
function AddReceiver({ deviceId }: { deviceId: string }) {
  const t = useTranslations('notifications.receivers');
  const { roles } = usePerson();
  const { find } = useDevices();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const device = find(deviceId);
  if (!device || !can('delegate', roles, device.relation)) return null;
  const closeDialog = () => {
    setIsOpen(false);
    void queryClient.invalidateQueries(receiversQuery(deviceId));
  };
  return (
    <>
      <Button icon={<IconUserPlus size={18} stroke={1.7} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('add')}
      </Button>
      {isOpen && <ToldDialog device={device} onClose={closeDialog} />}
    </>
  );
}

export function NotificationsPage() {
  const { user, roles } = usePerson();
  const router = useRouter();
  return (
    <NotificationsView
      user={user}
      roles={roles}
      addReceiver={(deviceId) => <AddReceiver deviceId={deviceId} />}
      confirm={<ResendLink email={user.pending_email ?? user.email} onChanged={() => router.invalidate()} />}
    />
  );
}
