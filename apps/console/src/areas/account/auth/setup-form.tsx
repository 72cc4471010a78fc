import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useLocaleSwitcher } from '../../../lib/texts/locale-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FieldPair, Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { setUp } from './api.ts';
import { CheckField } from './check-field.tsx';
import { logIn } from './log-in.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { EMPTY_SIGN_UP, signUpErrors } from './sign-up-rules.ts';

const EMPTY = { code: '', ...EMPTY_SIGN_UP };

interface Props {
  /** Link to the terms of use in a new tab. */
  terms: ReactNode;
  /** The account exists; without a login the person logs in by hand. */
  onDone: (email: string, isLoggedIn: boolean) => void;
}

/** First run: the person with the printed code becomes Super Seller and is logged in. */
export function SetupForm({ terms, onDone }: Props) {
  const t = useTranslations();
  const { locale } = useLocaleSwitcher();
  const form = useForm({
    initial: EMPTY,
    validate: ({ code, ...values }) => ({
      ...(code.trim() === '' && { code: 'validation.required' as const }),
      ...signUpErrors(values),
    }),
    send: async ({ password_confirmation: _, phone_number: _phone, ...values }) => {
      await setUp({ ...values, terms_accepted: true, locale });
      const email = values.email.trim();
      // The code is used up, so a failed login must not lead back to this form.
      const isLoggedIn = await logIn({ username: email, password: values.password, remember: false }).then(
        () => true,
        () => false,
      );
      onDone(email, isLoggedIn);
    },
    fieldOfCode: {
      SETUP_CODE_WRONG: 'code',
      REGISTER_USER_ALREADY_EXISTS: 'email',
      REGISTER_INVALID_PASSWORD: 'password',
    },
  });
  const { isSending, problem } = form;
  const required = { required: true, withAsterisk: false } as const;
  return (
    <Form onSubmit={form.onSubmit} isSending={isSending}>
      <Heading title={t('auth.setup')} text={t('setup.lead')} />
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextField
        {...form.text('code')}
        {...required}
        label={t('setup.code')}
        description={t('setup.codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FieldPair>
        <TextField {...form.text('name')} {...required} label={t('auth.name')} autoComplete="given-name" />
        <TextField
          {...form.text('surname')}
          {...required}
          label={t('auth.surname')}
          autoComplete="family-name"
        />
      </FieldPair>
      <TextField
        {...form.text('email')}
        {...required}
        label={t('auth.email')}
        type="email"
        autoComplete="username"
      />
      <NewPasswordFields text={form.text} label={t('auth.password')} owner={form.values} field={required} />
      <CheckField {...form.check('terms_accepted')} label={t('auth.terms')} required />
      {terms}
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? t('auth.sending') : t('setup.submit')}
      </Button>
    </Form>
  );
}
