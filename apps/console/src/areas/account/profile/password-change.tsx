import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PasswordField } from '../../../ui/password-field.tsx';
import classes from './profile-form.module.css';

type Name = 'password' | 'password_confirmation';

interface Props {
  text: (name: Name) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
  /** Below the new password. */
  children: ReactNode;
}

/** The new password. */
export function PasswordChange({ text, children }: Props) {
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
    </fieldset>
  );
}
