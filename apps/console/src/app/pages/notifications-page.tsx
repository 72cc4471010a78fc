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

const DelegateDialog = lazyComponent(
  async () => (await import('../../areas/people/device-access/delegate-dialog.tsx')).DelegateDialog,
  'people',
);

/** People with access to a device receive its alerts (R4.3). */
function AddReceiver({ deviceId }: { deviceId: string }) {
  const t = useTranslations('notifications.receivers');
  const { user, roles } = usePerson();
  const { find, retry } = useDevices();
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
      {isOpen && (
        <DelegateDialog
          device={device}
          onClose={closeDialog}
          userId={user.id}
          onChanged={retry}
          onGone={closeDialog}
        />
      )}
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
