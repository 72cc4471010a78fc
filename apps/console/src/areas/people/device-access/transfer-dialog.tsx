import { Transfer } from '@manoboard/contract/device/device-access';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { TextField } from '../../../ui/field.tsx';
import { transferDevice } from './api.ts';
import type { DialogProps } from './managed-device.ts';

/** R4.2: transfers the device. Only the new owner can transfer it back. */
export function TransferDialog({ device, onClose, onGone }: DialogProps) {
  const t = useTranslations();
  const { id, name } = device;
  const form = useForm({
    initial: { email: '' },
    validate: (values) => schemaErrors(Transfer, values),
    send: async ({ email }) => {
      if (!(await transferDevice(id, email.trim()))) return;
      onClose();
      onGone();
      toast(t('deviceAccess.transfer.done', { name }));
    },
    fieldOfCode: { USER_NOT_FOUND: 'email', USER_HAS_ACCESS: 'email' },
  });
  const { text } = form;
  return (
    <FormDialog
      title={t('deviceMenu.transfer')}
      subject={name}
      form={form}
      text={t('deviceAccess.transfer.warning', { id, name })}
      submit={t('deviceAccess.transfer.submit')}
      isDangerous
      onClose={onClose}
    >
      <TextField
        {...text('email')}
        label={t('deviceAccess.transfer.email')}
        type="email"
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
      />
    </FormDialog>
  );
}
