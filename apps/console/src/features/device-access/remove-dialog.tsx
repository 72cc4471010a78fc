import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { toast } from '../../lib/toast.ts';
import { useSendForm } from '../../lib/use-send-form.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../ui/dialog.tsx';
import { FormNotice } from '../../ui/form-notice.tsx';
import { removeDevice } from './api.ts';
import type { DialogProps } from './managed-device.ts';

/** R4.2: says what goes with the device, before it goes. */
export function RemoveDialog({ device, onClose, onGone }: DialogProps) {
  const t = useTranslations();
  const { id, name, relation } = device;
  const { isSending, problem, onSubmit } = useSendForm({
    initial: {},
    validate: () => ({}),
    send: async () => {
      if (!(await removeDevice(id))) return;
      onClose();
      onGone();
      void toast(t('deviceAccess.remove.done', { name }));
    },
  });
  return (
    <Dialog
      title={t('deviceMenu.remove')}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <form onSubmit={onSubmit} aria-busy={isSending}>
        <p className={dialogTextClass}>
          {t(relation === 'owner' ? 'deviceAccess.remove.owner' : 'deviceAccess.remove.delegate', {
            id,
            name,
          })}
        </p>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red.8" disabled={isSending}>
            {isSending ? t('auth.sending') : t('deviceAccess.remove.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
