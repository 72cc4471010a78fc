import type { LocaleName } from '@manoboard/contract/account/account';
import type { Registration } from '@manoboard/contract/account/credentials';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useLocaleSwitcher } from '../../../lib/texts/locale-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FieldPair, Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { register } from './api.ts';
import { CheckField } from './check-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { EMPTY_SIGN_UP, type SignUpValues, signUpErrors } from './sign-up-rules.ts';

/** Drops the password confirmation; an empty phone number becomes null. */
function toRegistration(
  { password_confirmation: _, phone_number, ...values }: SignUpValues,
  locale: LocaleName,
): Registration {
  return { ...values, terms_accepted: true, phone_number: phone_number.trim() || null, locale };
}

/** What a login needs right after the registration. */
export type NewAccount = Pick<SignUpValues, 'email' | 'password'>;

interface Props {
  /** Link to the terms of use in a new tab. */
  terms: ReactNode;
  hasHeading?: boolean;
  /** The text of the button. */
  submit?: string;
  onRegistered: (account: NewAccount) => unknown;
}

/** R3.1 */
export function SignUpForm({ terms, hasHeading = true, submit, onRegistered }: Props) {
  const t = useTranslations('auth');
  const { locale } = useLocaleSwitcher();
  const form = useForm({
    initial: EMPTY_SIGN_UP,
    validate: signUpErrors,
    send: async (values) => {
      await register(toRegistration(values, locale));
      await onRegistered({ email: values.email.trim(), password: values.password });
    },
    fieldOfCode: { REGISTER_USER_ALREADY_EXISTS: 'email', REGISTER_INVALID_PASSWORD: 'password' },
  });
  const { isSending, problem } = form;
  const required = { required: true, withAsterisk: false } as const;

  return (
    <Form onSubmit={form.onSubmit} isSending={isSending}>
      {hasHeading && <Heading title={t('signupHeading')} text={t('signupLead')} />}
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <FieldPair>
        <TextField {...form.text('name')} {...required} label={t('name')} autoComplete="given-name" />
        <TextField {...form.text('surname')} {...required} label={t('surname')} autoComplete="family-name" />
      </FieldPair>
      <TextField
        {...form.text('email')}
        {...required}
        label={t('email')}
        type="email"
        autoComplete="username"
      />
      <TextField
        {...form.text('phone_number')}
        label={`${t('phone')} (${t('phoneOptional')})`}
        description={t('phoneHint')}
        type="tel"
        autoComplete="tel"
      />
      <NewPasswordFields text={form.text} label={t('password')} owner={form.values} field={required} />
      <CheckField {...form.check('terms_accepted')} label={t('terms')} required />
      {terms}
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? t('sending') : (submit ?? t('submitSignup'))}
      </Button>
    </Form>
  );
}
