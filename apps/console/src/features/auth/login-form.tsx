import { LoginForm as LoginSchema } from '@manoboard/contract/credentials';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../lib/form-errors.ts';
import { useSendForm } from '../../lib/use-send-form.ts';
import classes from '../../ui/form.module.css';
import { FormNotice } from '../../ui/form-notice.tsx';
import { Heading } from '../../ui/heading.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { logIn } from './api.ts';
import { CheckField } from './check-field.tsx';
import { type Demo, DemoLogins } from './demo-logins.tsx';

interface Props {
  initialEmail: string;
  /** Why the visitor is here, if there is a reason. */
  notice?: ReactNode;
  /** Under the button: the way out for those who forgot. */
  forgot: ReactNode;
  demo: Demo | null;
  /** The way to the demo's mails. */
  mailbox?: ReactNode;
  onLoggedIn: () => void;
}

/** R3.3 */
export function LoginForm({ initialEmail, notice, forgot, demo, mailbox, onLoggedIn }: Props) {
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
      {forgot}
      {demo && (
        <DemoLogins
          {...demo}
          mailbox={mailbox}
          isDisabled={isSending}
          onChoose={(username, password) => void form.submit({ username, password, remember: false })}
        />
      )}
    </form>
  );
}
