import { DevicePatch } from '@manoboard/contract/device/device-access';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { TextField } from '../../../ui/field.tsx';
import { renameDevice } from './api.ts';
import type { DialogProps } from './managed-device.ts';

/** R4.2, R4.10: Change device name. */
export function RenameDialog({ device, onClose, onChanged }: DialogProps) {
  const t = useTranslations();
  const form = useForm({
    initial: { alias: device.alias ?? '' },
    // Escape closes it without a question: the typed name is there again when it is opened.
    draft: { key: `rename ${device.id}`, fields: ['alias'], isForLater: true },
    validate: (values) => schemaErrors(DevicePatch, values),
    send: async ({ alias }) => {
      if (!(await renameDevice(device.id, alias))) return;
      onChanged();
      onClose();
      toast(t('deviceAccess.rename.done'), { device: alias.trim() || device.id });
    },
  });
  const { text } = form;
  return (
    <FormDialog
      title={t('deviceMenu.rename')}
      subject={device.name}
      form={form}
      submit={t('deviceAccess.rename.submit')}
      onClose={onClose}
    >
      <TextField
        {...text('alias')}
        label={t('deviceAccess.rename.name')}
        description={t('deviceAccess.rename.hint', { id: device.id })}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  );
}
