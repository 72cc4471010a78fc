import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
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
  const query = useQuery({
    queryKey: ['told', token],
    queryFn: async () => (await openRecipient(token)) ?? null,
    retry: false,
  });
  const { run, isSending, result, error } = useAction({
    send: (agrees: boolean) => answerRecipient(token, agrees),
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueryStates query={query} failed={query.error ? problemText(query.error) : ''} isLine>
        {(loaded) => {
          const now = result ?? loaded;
          if (!now) return null;
          const { by, device_name, email, state } = now;
          return (
            <>
              <Heading title={t('title')} text={t('by', { by, device: device_name ?? t('pump') })} />
              <p className="text-md leading-relaxed wrap-anywhere">{t('what', { email })}</p>
              {state !== 'asked' && <FormNotice kind="success">{t(state)}</FormNotice>}
              {error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
              {state !== 'agreed' && (
                <Button size="md" fullWidth disabled={isSending} onClick={() => void run(true)}>
                  {t('agree')}
                </Button>
              )}
              {state !== 'declined' && (
                <Button
                  variant="default"
                  size="md"
                  fullWidth
                  disabled={isSending}
                  onClick={() => void run(false)}
                >
                  {t(state === 'agreed' ? 'end' : 'decline')}
                </Button>
              )}
            </>
          );
        }}
      </QueryStates>
    </div>
  );
}
