import type { LockOut } from '@manoboard/contract/command/lock-out';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLockOutText } from '../../../device/lock-out.ts';
import { lockOutQuery } from '../../../device/queries.ts';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { toast } from '../../../lib/page/toast.ts';
import { DialogText } from '../../../ui/dialog.tsx';
import { removeLockOut } from './api.ts';

interface Props {
  device: { id: string; name: string };
  tag: LockOut;
  onClose: () => void;
}

/** R7.5: confirmation that names the device, the author and the reason. */
export function RemoveDialog({ device: { id, name }, tag, onClose }: Props) {
  const t = useTranslations();
  const tagText = useLockOutText();
  const queryClient = useQueryClient();
  const { queryKey } = lockOutQuery(id);
  const form = useConfirmation(async () => {
    try {
      if (!(await removeLockOut(id, tag.id))) return;
      queryClient.setQueryData(queryKey, null);
      onClose();
      toast(t('lockOut.removal.done', { name }));
    } finally {
      void queryClient.invalidateQueries({ queryKey });
    }
  });
  const { problem, problemCode } = form;
  return (
    <FormDialog
      title={t('lockOut.remove')}
      form={form}
      problem={problem && (problemCode === 'LOCKED_OUT' ? t('lockOut.removal.replaced') : problem)}
      text={
        <>
          <DialogText>{t('lockOut.removal.question', { name, words: tagText(tag) })}</DialogText>
          <DialogText>{t('lockOut.removal.consequence')}</DialogText>
        </>
      }
      submit={t('lockOut.remove')}
      isDangerous
      isConfirmation
      onClose={onClose}
    />
  );
}
