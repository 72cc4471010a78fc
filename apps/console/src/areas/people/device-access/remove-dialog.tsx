import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { toast } from '../../../lib/page/toast.ts';
import { removeDevice } from './api.ts';
import type { DialogProps } from './managed-device.ts';

/** R4.2, R4.3: the owner removes the device, a delegate gives up their own access. States the consequences first. */
export function RemoveDialog({ device, onClose, onGone }: DialogProps) {
  const t = useTranslations();
  const { id, name } = device;
  const isOwner = device.relation === 'owner';
  const form = useConfirmation(async () => {
    if (!(await removeDevice(id))) return;
    onClose();
    onGone();
    toast(t(isOwner ? 'deviceAccess.remove.done' : 'deviceAccess.remove.left', { name }));
  });
  return (
    <FormDialog
      title={t(isOwner ? 'deviceMenu.remove' : 'deviceMenu.leave')}
      subject={name}
      form={form}
      text={t(isOwner ? 'deviceAccess.remove.owner' : 'deviceAccess.remove.delegate', { id, name })}
      submit={t(isOwner ? 'deviceAccess.remove.submit' : 'deviceAccess.remove.leave')}
      isDangerous
      isConfirmation
      onClose={onClose}
    />
  );
}
