import { DevicePatch } from '@manoboard/contract/device/device-access';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { renameDevice } from './api.ts';
import type { DialogProps } from './managed-device.ts';

/** R4.2, R4.10: Change device name. */
export function RenameDialog({ device, onClose, onChanged }: DialogProps) {
  const t = useTranslations();
  const { isSending, problem, text, onSubmit } = useForm({
    initial: { alias: device.alias ?? '' },
    validate: (values) => schemaErrors(DevicePatch, values),
    send: async ({ alias }) => {
      if (!(await renameDevice(device.id, alias))) return;
      onChanged();
      onClose();
      void toast(t('deviceAccess.rename.done'), { device: alias.trim() || device.id });
    },
  });
  return (
    <Dialog
      title={t('deviceMenu.rename')}
      subject={device.name}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={onSubmit} noValidate aria-busy={isSending}>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        <TextInput
          {...text('alias')}
          label={t('deviceAccess.rename.name')}
          description={t('deviceAccess.rename.hint', { id: device.id })}
          autoComplete="off"
          data-autofocus
        />
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {isSending ? t('auth.sending') : t('deviceAccess.rename.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
