import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../ui/dialog.tsx';
import type { DialogProps } from './managed-device.ts';
import { PeoplePanel } from './people-panel.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { ToldPanel } from './told-panel.tsx';
import type { ShareStart } from './use-share-form.ts';

/** R4.3b, R4.18: who has access to the device, and who is told of its alarms. */
export function PeopleDialog(props: DialogProps) {
  const { device, userId, onClose } = props;
  const t = useTranslations();
  const [sharing, setSharing] = useState<ShareStart>();
  if (sharing) return <ShareDialog {...props} initial={sharing} onClose={() => setSharing(undefined)} />;
  return (
    <Dialog
      title={t('deviceMenu.people')}
      subject={device.name}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <PeoplePanel device={device} userId={userId} onShare={(initial = {}) => setSharing(initial)} />
      <hr className="my-5 border-line" />
      <ToldPanel device={device} />
    </Dialog>
  );
}

/** The lower half alone: to be told needs no access (notifications). */
export function ToldDialog({ device, onClose }: Pick<DialogProps, 'device' | 'onClose'>) {
  const t = useTranslations();
  return (
    <Dialog
      title={t('deviceMenu.people')}
      subject={device.name}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <ToldPanel device={device} />
    </Dialog>
  );
}
