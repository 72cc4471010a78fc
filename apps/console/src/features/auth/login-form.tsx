import { LoginForm as LoginSchema } from '@manoboard/contract/account';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Heading } from '../../ui/heading.tsx';
import { logIn } from './api.ts';
import classes from './auth.module.css';
import { CheckField } from './check-field.tsx';
import { DemoLogins } from './demo-logins.tsx';
import { schemaErrors } from './form-errors.ts';
import { FormNotice } from './form-notice.tsx';
import { PasswordField } from './password-field.tsx';
import { useSendForm } from './use-send-form.ts';

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
  const form = useSendForm({
    initial: { username: initialEmail, password: '', remember: false as boolean },
    validate: (values) => schemaErrors(LoginSchema, values),
    send: async (values) => {
      await logIn({ ...values, username: values.username.trim() });
      onLoggedIn();
    },
  });
  const { isSending, problem } = form;

  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate aria-busy={isSending}>
      <Heading title={t('loginHeading')} text={t('loginLead')} />
      {problem ? <FormNotice kind="problem">{problem}</FormNotice> : notice}
      <TextInput
        {...form.text('username')}
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        size="md"
        required
        withAsterisk={false}
        autoFocus={initialEmail === ''}
      />
      <PasswordField
        {...form.text('password')}
        label={t('password')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="current-password"
        size="md"
        required
        withAsterisk={false}
        autoFocus={initialEmail !== ''}
      />
      <CheckField {...form.check('remember')} label={t('remember')} />
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? t('sending') : t('submitLogin')}
      </Button>
      {demo && (
        <DemoLogins
          {...demo}
          isDisabled={isSending}
          onChoose={(username, password) => void form.submit({ username, password, remember: false })}
        />
      )}
    </form>
  );
}
