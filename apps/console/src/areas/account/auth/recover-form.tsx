import { ForgotPassword } from '@manoboard/contract/account/credentials';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useLocaleSwitcher } from '../../../lib/texts/locale-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { requestPasswordReset } from './api.ts';

/** R3.4: shows the same message whether or not the account exists. */
export function RecoverForm({ back }: { back: ReactNode }) {
  const t = useTranslations('auth');
  const { locale } = useLocaleSwitcher();
  const [isSent, setIsSent] = useState(false);
  const form = useForm({
    initial: { email: '' },
    validate: (values) => schemaErrors(ForgotPassword, values),
    send: async ({ email }) => {
      await requestPasswordReset({ email: email.trim(), locale });
      setIsSent(true);
    },
  });
  const { isSending, problem } = form;

  if (isSent)
    return (
      <div className="grid grid-cols-1 gap-4">
        <Heading title={t('recover')} />
        <FormNotice kind="success">{t('recoverSent')}</FormNotice>
        {back}
      </div>
    );
  return (
    <Form onSubmit={form.onSubmit} isSending={isSending}>
      <Heading title={t('recover')} text={t('recoverLead')} />
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextField
        {...form.text('email')}
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        size="md"
        required
        withAsterisk={false}
        autoFocus
      />
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? t('sending') : t('submitRecover')}
      </Button>
      {back}
    </Form>
  );
}
