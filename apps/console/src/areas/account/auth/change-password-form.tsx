import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { newPasswordErrors } from '../../../lib/forms/new-password.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { resetPassword } from './api.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** The server knows whose link it is. */
const UNKNOWN_OWNER = { email: '', name: '', surname: '' };

interface Props {
  /** From the mailed link. */
  token: string;
  /** Link to request a new mail, in case this token is no longer valid. */
  newLinkRequest: ReactNode;
  onChanged: () => void;
}

/** R2.3, R3.4 */
export function ChangePasswordForm({ token, newLinkRequest, onChanged }: Props) {
  const t = useTranslations('auth');
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    validate: newPasswordErrors,
    send: async ({ password }) => {
      await resetPassword({ token, password });
      onChanged();
    },
    fieldOfCode: { RESET_PASSWORD_INVALID_PASSWORD: 'password' },
  });
  const { isSending, problem } = form;
  const field = { required: true, withAsterisk: false, size: 'md' } as const;

  return (
    <Form onSubmit={form.onSubmit} isSending={isSending}>
      <Heading title={t('change')} text={t('changeLead')} />
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <NewPasswordFields
        text={form.text}
        label={t('newPassword')}
        owner={UNKNOWN_OWNER}
        field={field}
        autoFocus
      />
      <Button type="submit" size="md" fullWidth disabled={isSending}>
        {isSending ? t('sending') : t('submitChange')}
      </Button>
      {newLinkRequest}
    </Form>
  );
}
