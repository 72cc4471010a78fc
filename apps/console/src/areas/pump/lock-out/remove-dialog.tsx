import type { LockOut } from '@manoboard/contract/command/lock-out';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLockOutText } from '../../../device/lock-out.ts';
import { lockOutQuery } from '../../../device/queries.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
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
  const { isSending, problem, problemCode, onSubmit } = useForm({
    initial: {},
    validate: () => ({}),
    send: async () => {
      try {
        if (!(await removeLockOut(id, tag.id))) return;
        queryClient.setQueryData(queryKey, null);
        onClose();
        void toast(t('lockOut.removal.done', { name }));
      } finally {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  return (
    <Dialog
      title={t('lockOut.remove')}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <form onSubmit={onSubmit} aria-busy={isSending}>
        <p className={dialogTextClass}>{t('lockOut.removal.question', { name, words: tagText(tag) })}</p>
        <p className={dialogTextClass}>{t('lockOut.removal.consequence')}</p>
        {problem && (
          <FormNotice kind="problem">
            {problemCode === 'LOCKED_OUT' ? t('lockOut.removal.replaced') : problem}
          </FormNotice>
        )}
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red.8" disabled={isSending}>
            {isSending ? t('auth.sending') : t('lockOut.remove')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
