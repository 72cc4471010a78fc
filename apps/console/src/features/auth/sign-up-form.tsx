import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useTranslations } from 'use-intl';
import classes from './auth.module.css';
import { useErrorText } from './form-errors.ts';
import { FormNotice } from './form-notice.tsx';
import { PasswordField } from './password-field.tsx';
import { type SignUpValues, useSignUp } from './use-sign-up.ts';

/** R3.1 */
export function SignUpForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const { form, problem, isSending, submit } = useSignUp(onRegistered);
  const input = (name: keyof SignUpValues) => {
    const props = form.getInputProps(name, { type: name === 'terms_accepted' ? 'checkbox' : 'input' });
    return { ...props, name, error: errorText(props.error) };
  };
  const required = { required: true, withAsterisk: false } as const;

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate aria-busy={isSending}>
      <header className={classes.header}>
        <h1>{t('signupHeading')}</h1>
        <p>{t('signupLead')}</p>
      </header>
      {problem && <FormNotice kind="problem">{errorText(problem)}</FormNotice>}
      <div className={classes.pair}>
        <TextInput {...input('name')} {...required} label={t('name')} autoComplete="given-name" />
        <TextInput {...input('surname')} {...required} label={t('surname')} autoComplete="family-name" />
      </div>
      <TextInput {...input('email')} {...required} label={t('email')} type="email" autoComplete="username" />
      <TextInput
        {...input('phone_number')}
        label={`${t('phone')} (${t('phoneOptional')})`}
        description={t('phoneHint')}
        type="tel"
        autoComplete="tel"
      />
      <PasswordField
        {...input('password')}
        {...required}
        label={t('password')}
        description={t('passwordHint')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="new-password"
      />
      <PasswordField
        {...input('password_confirmation')}
        {...required}
        label={t('passwordConfirmation')}
        showLabel={t('showPasswordConfirmation')}
        hideLabel={t('hidePasswordConfirmation')}
        autoComplete="new-password"
      />
      <Checkbox {...input('terms_accepted')} label={t('terms')} required />
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? t('sending') : t('submitSignup')}
      </Button>
    </form>
  );
}
