import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
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
  const auth = useTranslations('auth');
  const { dateTime } = useFormatter();
  const problemText = useProblemText();
  const { data: invitation, error: loadError } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await openInvitation(token)) ?? null,
    retry: false,
  });
  const { run, isSending, error } = useAction({
    send: () => acceptInvitation(token),
    onDone: ({ id_dev }) => onAccepted(id_dev),
  });
  const end = invitation?.expires_at && dateTime(invitation.expires_at * 1000, { dateStyle: 'long' });
  const problem = loadError ?? error;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Heading
        title={invitation ? t('title', { device: invitation.device_name ?? t('pump') }) : auth('invitation')}
        text={invitation && t('by', { by: invitation.by })}
      />
      {invitation && (
        <>
          <p className="text-md leading-relaxed">
            {t(`may.${invitation.level}`)} {end && t('until', { end })}
          </p>
          {invitation.email !== null && (
            <p className="text-md wrap-anywhere text-dim">{t('address', { email: invitation.email })}</p>
          )}
        </>
      )}
      {problem && <FormNotice kind="problem">{problemText(problem)}</FormNotice>}
      {invitation &&
        (isLoggedIn ? (
          <Button size="md" fullWidth disabled={isSending} onClick={() => void run()}>
            {t('accept')}
          </Button>
        ) : (
          entry
        ))}
      {later}
    </div>
  );
}
