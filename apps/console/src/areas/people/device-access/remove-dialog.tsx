import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { removeDevice } from './api.ts';
import type { DialogProps } from './managed-device.ts';

/** R4.2, R4.3: the owner removes the device, a delegate gives up their own access. States the consequences first. */
export function RemoveDialog({ device, onClose, onGone }: DialogProps) {
  const t = useTranslations();
  const { id, name } = device;
  const isOwner = device.relation === 'owner';
  const { isSending, problem, onSubmit } = useForm({
    initial: {},
    validate: () => ({}),
    send: async () => {
      if (!(await removeDevice(id))) return;
      onClose();
      onGone();
      void toast(t(isOwner ? 'deviceAccess.remove.done' : 'deviceAccess.remove.left', { name }));
    },
  });
  return (
    <Dialog
      title={t(isOwner ? 'deviceMenu.remove' : 'deviceMenu.leave')}
      subject={name}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <form onSubmit={onSubmit} aria-busy={isSending}>
        <p className={dialogTextClass}>
          {t(isOwner ? 'deviceAccess.remove.owner' : 'deviceAccess.remove.delegate', { id, name })}
        </p>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red.8" disabled={isSending}>
            {isSending
              ? t('auth.sending')
              : t(isOwner ? 'deviceAccess.remove.submit' : 'deviceAccess.remove.leave')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
