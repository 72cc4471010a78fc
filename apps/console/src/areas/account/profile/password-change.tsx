import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PasswordField } from '../../../ui/password-field.tsx';
import classes from './profile-form.module.css';

type Name = 'password' | 'password_confirmation' | 'current_password';

interface Props {
  text: (name: Name) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
  needsCurrent: boolean;
  /** Below the new password. */
  children: ReactNode;
}

/** The new password, and the current one that confirms a change of e-mail or password. */
export function PasswordChange({ text, needsCurrent, children }: Props) {
  const t = useTranslations();
  return (
    <fieldset className={classes.passwords}>
      <legend>{t('profile.passwordTitle')}</legend>
      <p>{t('profile.passwordLead')}</p>
      <PasswordField
        {...text('password')}
        label={t('auth.newPassword')}
        description={t('auth.passwordHint')}
        showLabel={t('auth.showPassword')}
        hideLabel={t('auth.hidePassword')}
        autoComplete="new-password"
      />
      <PasswordField
        {...text('password_confirmation')}
        label={t('auth.passwordConfirmation')}
        showLabel={t('auth.showPasswordConfirmation')}
        hideLabel={t('auth.hidePasswordConfirmation')}
        autoComplete="new-password"
      />
      {children}
      {needsCurrent && (
        <PasswordField
          {...text('current_password')}
          label={t('profile.currentPassword')}
          description={t('profile.currentPasswordHint')}
          showLabel={t('profile.showCurrentPassword')}
          hideLabel={t('profile.hideCurrentPassword')}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
      )}
    </fieldset>
  );
}
