import type { Gallery } from './gallery.tsx';
import { PasswordField } from './password-field.tsx';

export const forms: Gallery = (t) => {
  const password = {
    label: t('auth.password'),
    showLabel: t('auth.showPassword'),
    hideLabel: t('auth.hidePassword'),
    autoComplete: 'off',
  };
  return {
    PasswordField: {
      label: <PasswordField {...password} />,
      error: <PasswordField {...password} error={t('validation.password_weak')} />,
    },
  };
};
