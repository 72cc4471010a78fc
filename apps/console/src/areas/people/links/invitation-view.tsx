import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { acceptInvitation, openInvitation } from './api.ts';

interface Props {
  token: string;
  isLoggedIn: boolean;
  /** Links to log in or to create an account. */
  entry: ReactNode;
  onAccepted: (deviceId: string) => void;
  /** Forgets the invitation in this browser. */
  later: ReactNode;
}

/** R4.18: an invitation, which anybody with its link reads and an account with a confirmed e-mail accepts. */
export function InvitationView({ token, isLoggedIn, entry, onAccepted, later }: Props) {
  const t = useTranslations('invitation');
  const { dateTime } = useFormatter();
  const problemText = useProblemText();
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await openInvitation(token)) ?? null,
    retry: false,
  });
  const { run, isSending, error } = useAction({
    send: () => acceptInvitation(token),
    onDone: ({ id_dev }) => onAccepted(id_dev),
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueryStates query={query} failed={query.error ? problemText(query.error) : ''} isLine>
        {(invitation) => {
          if (!invitation) return entry;
          const { by, device_name, level, expires_at, email } = invitation;
          const device = device_name ?? t('pump');
          return (
            <>
              <Heading title={t('title', { device })} text={t('by', { by })} />
              <p className="text-md leading-relaxed">
                {t(`may.${level}`)}{' '}
                {expires_at !== null &&
                  t('until', { end: dateTime(expires_at * 1000, { dateStyle: 'long' }) })}
              </p>
              {email !== null && <p className="text-md text-dim wrap-anywhere">{t('address', { email })}</p>}
              {error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
              {isLoggedIn ? (
                <Button size="md" fullWidth disabled={isSending} onClick={() => void run()}>
                  {t('accept')}
                </Button>
              ) : (
                entry
              )}
            </>
          );
        }}
      </QueryStates>
      {later}
    </div>
  );
}
