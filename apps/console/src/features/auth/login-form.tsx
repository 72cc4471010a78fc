import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './auth.module.css';
import { DemoLogins } from './demo-logins.tsx';
import { useErrorText } from './form-errors.ts';
import { FormNotice } from './form-notice.tsx';
import { PasswordField } from './password-field.tsx';
import { useLogin } from './use-login.ts';

interface Props {
  initialEmail: string;
  /** Why the visitor is here, if there is a reason. */
  notice?: ReactNode;
  demo: { emails: string[]; password: string } | null;
  onLoggedIn: () => void;
}

/** R3.3 */
export function LoginForm({ initialEmail, notice, demo, onLoggedIn }: Props) {
  const t = useTranslations('auth');
  const errorText = useErrorText();
  const { form, problem, isSending, submit } = useLogin(initialEmail, onLoggedIn);
  const input = (name: 'username' | 'password') => {
    const props = form.getInputProps(name);
    return { ...props, error: errorText(props.error) };
  };
  const enterDemo = (username: string, password: string) => {
    form.setValues({ username, password });
    form.clearErrors();
    void submit({ username, password, remember: false });
  };

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate aria-busy={isSending}>
      <header className={classes.header}>
        <h1>{t('loginHeading')}</h1>
        <p>{t('loginLead')}</p>
      </header>
      {problem ? <FormNotice kind="problem">{errorText(problem)}</FormNotice> : notice}
      <TextInput
        {...input('username')}
        label={t('email')}
        type="email"
        name="username"
        autoComplete="username"
        inputMode="email"
        size="md"
        required
        withAsterisk={false}
        autoFocus={initialEmail === ''}
      />
      <PasswordField
        {...input('password')}
        label={t('password')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        name="password"
        autoComplete="current-password"
        size="md"
        required
        withAsterisk={false}
        autoFocus={initialEmail !== ''}
      />
      <Checkbox {...form.getInputProps('remember', { type: 'checkbox' })} label={t('remember')} />
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? t('sending') : t('submitLogin')}
      </Button>
      {demo && <DemoLogins {...demo} isDisabled={isSending} onChoose={enterDemo} />}
    </form>
  );
}
