import type { User } from '@manoboard/contract/account/account';
import { AccountDeletion } from '@manoboard/contract/account/credentials';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { dialogTextClass } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { deleteAccount } from './api.ts';
import classes from './data-card.module.css';

const CONSEQUENCES = ['devices', 'access', 'log', 'lockOuts', 'sessions'] as const;

interface Props {
  user: User;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** R3.5: states the consequences first and needs the current password. */
export function DeleteAccountDialog({ user, onClose, onDeleted }: Props) {
  const t = useTranslations();
  const form = useForm({
    initial: { current_password: '' },
    validate: (values) => schemaErrors(AccountDeletion, values),
    send: async (values) => {
      if (await deleteAccount(values)) await onDeleted();
    },
    fieldOfCode: { CURRENT_PASSWORD_WRONG: 'current_password' },
  });
  const { problem, problemCode, text } = form;
  const refusal = problemCode === 'LAST_SUPER_SELLER' ? t('profile.deletion.lastSuperSeller') : problem;
  return (
    <FormDialog
      title={t('profile.deletion.title')}
      form={form}
      problem={problem && refusal}
      text={
        <div>
          <p className={dialogTextClass}>{t('profile.deletion.lead', { email: user.email })}</p>
          <ul className={classes.consequences}>
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
    >
      <PasswordField
        {...text('current_password')}
        label={t('profile.currentPassword')}
        description={t('profile.deletion.password')}
        showLabel={t('profile.showCurrentPassword')}
        hideLabel={t('profile.hideCurrentPassword')}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
    </FormDialog>
  );
}
