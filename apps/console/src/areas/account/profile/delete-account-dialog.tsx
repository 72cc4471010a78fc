import type { User } from '@manoboard/contract/account/account';
import { AccountDeletion } from '@manoboard/contract/account/credentials';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Dialog, DialogButtons, dialogTextClass } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
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
  const { isSending, problem, problemCode, text, onSubmit } = useForm({
    initial: { current_password: '' },
    validate: (values) => schemaErrors(AccountDeletion, values),
    send: async (values) => {
      if (await deleteAccount(values)) await onDeleted();
    },
    fieldOfCode: { CURRENT_PASSWORD_WRONG: 'current_password' },
  });
  const refusal = problemCode === 'LAST_SUPER_SELLER' ? t('profile.deletion.lastSuperSeller') : problem;
  return (
    <Dialog
      title={t('profile.deletion.title')}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={onSubmit} noValidate aria-busy={isSending}>
        <div>
          <p className={dialogTextClass}>{t('profile.deletion.lead', { email: user.email })}</p>
          <ul className={classes.consequences}>
            {CONSEQUENCES.map((name) => (
              <li key={name}>{t(`profile.deletion.${name}`)}</li>
            ))}
          </ul>
        </div>
        {problem && <FormNotice kind="problem">{refusal}</FormNotice>}
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
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red.8" disabled={isSending}>
            {isSending ? t('auth.sending') : t('profile.deletion.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
