import { Transfer } from '@manoboard/contract/device/device-access';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { transferDevice } from './api.ts';
import type { DialogProps } from './managed-device.ts';

/** R4.2: transfers the device. Only the new owner can transfer it back. */
export function TransferDialog({ device, onClose, onGone }: DialogProps) {
  const t = useTranslations();
  const { id, name } = device;
  const { isSending, problem, text, onSubmit } = useForm({
    initial: { email: '' },
    validate: (values) => schemaErrors(Transfer, values),
    send: async ({ email }) => {
      if (!(await transferDevice(id, email.trim()))) return;
      onClose();
      onGone();
      void toast(t('deviceAccess.transfer.done', { name }));
    },
    fieldOfCode: { USER_NOT_FOUND: 'email', USER_HAS_ACCESS: 'email' },
  });
  return (
    <Dialog
      title={t('deviceMenu.transfer')}
      subject={name}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <p className={dialogTextClass}>{t('deviceAccess.transfer.warning', { id, name })}</p>
      <form className={form.form} onSubmit={onSubmit} noValidate aria-busy={isSending}>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        <TextInput
          {...text('email')}
          label={t('deviceAccess.transfer.email')}
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
        />
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red.8" disabled={isSending}>
            {isSending ? t('auth.sending') : t('deviceAccess.transfer.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
