import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { answerRecipient, openRecipient } from './api.ts';

/** R4.18: a person without an account agrees to be told of alarms, or ends it. Opening the page changes nothing. */
export function ToldView({ token }: { token: string }) {
  const t = useTranslations('toldLink');
  const problemText = useProblemText();
  const { data, error: loadError } = useQuery({
    queryKey: ['told', token],
    queryFn: async () => (await openRecipient(token)) ?? null,
    retry: false,
  });
  const { run, isSending, result, error } = useAction({
    send: (agrees: boolean) => answerRecipient(token, agrees),
  });
  const now = result ?? data;
  const problem = loadError ?? error;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Heading
        title={t('title')}
        text={now && t('by', { by: now.by, device: now.device_name ?? t('pump') })}
      />
      {now && (
        <>
          <p className="text-md leading-relaxed wrap-anywhere">{t('what', { email: now.email })}</p>
          {now.state !== 'asked' && <FormNotice kind="success">{t(now.state)}</FormNotice>}
        </>
      )}
      {problem && <FormNotice kind="problem">{problemText(problem)}</FormNotice>}
      {now && now.state !== 'agreed' && (
        <Button size="md" fullWidth disabled={isSending} onClick={() => void run(true)}>
          {t('agree')}
        </Button>
      )}
      {now && now.state !== 'declined' && (
        <Button variant="default" size="md" fullWidth disabled={isSending} onClick={() => void run(false)}>
          {t(now.state === 'agreed' ? 'end' : 'decline')}
        </Button>
      )}
    </div>
  );
}
