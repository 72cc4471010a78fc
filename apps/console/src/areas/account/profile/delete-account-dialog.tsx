import type { AnyUser } from '@manoboard/contract/account/any-user';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { DialogText } from '../../../ui/dialog.tsx';
import { deleteAccount } from './api.ts';

const CONSEQUENCES = ['devices', 'access', 'log', 'lockOuts', 'sessions'] as const;

interface Props {
  user: AnyUser;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** R3.5: states the consequences first. */
export function DeleteAccountDialog({ user, onClose, onDeleted }: Props) {
  const t = useTranslations();
  const form = useConfirmation(async () => {
    if (await deleteAccount()) await onDeleted();
  });
  const { problem, problemCode } = form;
  const refusal = problemCode === 'LAST_SUPER_SELLER' ? t('profile.deletion.lastSuperSeller') : problem;
  return (
    <FormDialog
      title={t('profile.deletion.title')}
      form={form}
      problem={problem && refusal}
      text={
        <div>
          <DialogText>{t('profile.deletion.lead', { email: user.email })}</DialogText>
          <ul className="list-disc grid gap-2 text-md leading-normal mb-4 pl-4">
            {CONSEQUENCES.map((name) => (
              <li key={name}>{t(`profile.deletion.${name}`)}</li>
            ))}
          </ul>
        </div>
      }
      submit={t('profile.deletion.submit')}
      isDangerous
      isConfirmation
      onClose={onClose}
    />
  );
}
