import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { cancelReset } from './api.ts';

/** The mailed link that cancels a reset. Requires a click, since mail scanners open links too. */
export function KeepFactors({ token, nextLink }: { token: string; nextLink: ReactNode }) {
  const t = useTranslations();
  const [isDone, setIsDone] = useState(false);
  const { isSending, problem, onSubmit } = useConfirmation(async () => {
    await cancelReset(token);
    setIsDone(true);
  });
  return (
    <Form onSubmit={onSubmit} isSending={isSending}>
      <Heading title={t('factor.reset.title')} text={isDone ? undefined : t('factor.reset.lead')} />
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      {isDone ? (
        <FormNotice kind="success">{t('factor.reset.done')}</FormNotice>
      ) : (
        <Button type="submit" size="md" fullWidth disabled={isSending}>
          {isSending ? t('auth.sending') : t('factor.reset.keep')}
        </Button>
      )}
      {(isDone || problem) && nextLink}
    </Form>
  );
}
