import type { Delegation } from '@manoboard/contract/device/device-access';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { delegationsQuery, revokeDelegation } from './api.ts';
import type { ManagedDevice } from './managed-device.ts';

interface ListProps {
  device: ManagedDevice;
  userId: number;
  onChangeEnd: (delegation: Delegation) => void;
}

/** R4.3b: users with access, and its end. */
export function DelegationList({ device, userId, onChangeEnd }: ListProps) {
  const t = useTranslations('deviceAccess.list');
  const query = useQuery(delegationsQuery(device.id));
  return (
    <section className="text-md border-t border-line mt-5 pt-4" aria-labelledby="delegations">
      <h3 className="text-lg font-semibold mb-2" id="delegations">
        {t('title')}
      </h3>
      <QueryStates
        query={query}
        failed={t('failed')}
        empty={<p className="text-dim">{t('nobody')}</p>}
        isLine
      >
        {(delegations) => (
          <ul className="[&>*+*]:border-t [&>*+*]:border-line">
            {delegations.map((delegation) => (
              <DelegationRow
                key={delegation.user_id}
                device={device}
                delegation={delegation}
                isMe={delegation.user_id === userId}
                onChangeEnd={() => onChangeEnd(delegation)}
                onRevoked={() => void query.refetch()}
              />
            ))}
          </ul>
        )}
      </QueryStates>
    </section>
  );
}

interface RowProps {
  device: ManagedDevice;
  delegation: Delegation;
  isMe: boolean;
  onChangeEnd: () => void;
  onRevoked: () => void;
}

function DelegationRow({ device, delegation, isMe, onChangeEnd, onRevoked }: RowProps) {
  const t = useTranslations('deviceAccess.list');
  const { dateTime } = useFormatter();
  const [isConfirming, setIsConfirming] = useState(false);
  const { email, name, surname, expires_at } = delegation;
  const until = expires_at && dateTime(expires_at * 1000, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className="py-2.5">
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-3">
        <div className="grid min-w-0 leading-normal">
          <strong className="font-medium">
            {name} {surname} {isMe && t('you')}
          </strong>
          <span className="text-md text-dim wrap-anywhere">{email}</span>
          <span className="text-md text-dim wrap-anywhere">
            {until ? t('until', { until }) : t('forGood')}
          </span>
        </div>
        {delegation.can_revoke && !isMe && !isConfirming && (
          <div className="flex flex-wrap gap-2 *:min-h-9 *:px-3">
            <Button variant="default" size="compact-sm" onClick={onChangeEnd}>
              {t('changeEnd')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => setIsConfirming(true)}>
              {t('revoke')}
            </Button>
          </div>
        )}
      </div>
      {isConfirming && (
        <RevokeConfirmation
          email={email}
          device={device.name}
          onRevoke={() => revokeDelegation(device.id, delegation.user_id)}
          onKeep={() => setIsConfirming(false)}
          onRevoked={onRevoked}
        />
      )}
    </li>
  );
}

interface ConfirmationProps {
  email: string;
  device: string;
  onRevoke: () => Promise<boolean>;
  onKeep: () => void;
  onRevoked: () => void;
}

/** Inside the row: a second dialog would hide the user it is about. */
function RevokeConfirmation({ email, device, onRevoke, onKeep, onRevoked }: ConfirmationProps) {
  const t = useTranslations();
  const problemText = useProblemText();
  const { run, isSending, error } = useAction({
    send: onRevoke,
    onDone: () => {
      onRevoked();
      toast(t('deviceAccess.list.revoked', { email }), { device });
    },
  });
  return (
    <div className="grid gap-2.5 rounded-md p-3 mt-2.5 justify-items-end bg-stop-soft">
      <p className="justify-self-start leading-normal wrap-anywhere text-stop-ink" role="alert">
        {t('deviceAccess.list.revokeQuestion', { email })}
      </p>
      {error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
      <div className="flex flex-wrap gap-2 *:min-h-9 *:px-3">
        <Button variant="default" size="compact-sm" onClick={onKeep} disabled={isSending} autoFocus>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" size="compact-sm" onClick={() => void run()} disabled={isSending}>
          {t('deviceAccess.list.revokeYes')}
        </Button>
      </div>
    </div>
  );
}
