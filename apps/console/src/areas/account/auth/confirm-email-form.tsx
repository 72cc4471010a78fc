import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { confirmEmail } from './api.ts';

interface Props {
  /** From the mailed link. */
  token: string;
  /** Link to the console. */
  nextLink: ReactNode;
}

/** R4.3d: requires a click, since mail scanners open links too. */
export function ConfirmEmailForm({ token, nextLink }: Props) {
  const t = useTranslations('auth');
  const [isDone, setIsDone] = useState(false);
  const { isSending, problem, onSubmit } = useConfirmation(async () => {
    await confirmEmail({ token });
    setIsDone(true);
  });
  return (
    <Form onSubmit={onSubmit} isSending={isSending}>
      <Heading title={t('confirm')} text={isDone ? undefined : t('confirmLead')} />
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      {isDone ? (
        <FormNotice kind="success">{t('confirmed')}</FormNotice>
      ) : (
        <Button type="submit" size="md" fullWidth disabled={isSending}>
          {isSending ? t('sending') : t('submitConfirm')}
        </Button>
      )}
      {(isDone || problem) && nextLink}
    </Form>
  );
}
