import { AccessLevel } from '@manoboard/contract/device/device';
import type { Delegation } from '@manoboard/contract/device/device-access';
import type { Invitation } from '@manoboard/contract/device/sharing';
import { IconChevronDown, IconLink, IconMail, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDayText } from '../../../device/end-field.tsx';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useAgeText } from '../../../lib/texts/format.ts';
import { serverNowS, useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Dropdown, DropdownItem, DropdownLine } from '../../../ui/dropdown.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import {
  delegationsQuery,
  invitationsQuery,
  lastVisitsQuery,
  revokeDelegation,
  share,
  withdrawInvitation,
} from './api.ts';
import type { ManagedDevice } from './managed-device.ts';
import { PeopleList, PersonRow } from './person-row.tsx';
import type { ShareStart } from './use-share-form.ts';

const DAY_S = 86_400;
/** An end this near is worth a count of days. */
const SOON_DAYS = 14;

interface Props {
  device: ManagedDevice;
  userId: number;
  /** Opens the share dialog; with values, for a person of the list. */
  onShare: (initial?: ShareStart) => void;
}

/** R4.3b, R4.18: who has access, at which level and until when, and open invitations. */
export function PeoplePanel({ device, userId, onShare }: Props) {
  const t = useTranslations('sharing');
  const list = useTranslations('deviceAccess.list');
  const people = useQuery(delegationsQuery(device.id));
  const { data: visits } = useQuery(lastVisitsQuery(device.id));
  return (
    <section aria-labelledby="people">
      <h3 id="people" className="mb-1 text-lg font-semibold">
        {list('title')}
      </h3>
      <QueryStates query={people} failed={list('failed')} isLine>
        {(delegations) => (
          <PeopleList>
            {device.relation === 'owner' && <PersonRow name={t('you')} text={t('owner')} />}
            {delegations.map((delegation) => (
              <AccessRow
                key={delegation.user_id}
                device={device}
                delegation={delegation}
                visitS={visits?.find(({ user_id }) => user_id === delegation.user_id)?.timestamp}
                isMe={delegation.user_id === userId}
                onChanged={() => void people.refetch()}
                onShare={onShare}
              />
            ))}
            <Invitations deviceId={device.id} />
            <PersonRow name={t('service')} text={t('serviceMay')} />
          </PeopleList>
        )}
      </QueryStates>
      <Button
        className="mt-3"
        fullWidth
        size="md"
        icon={<IconUserPlus size={18} stroke={1.7} aria-hidden />}
        onClick={() => onShare()}
      >
        {t('with')}
      </Button>
      <p className="mt-3 text-center text-sm text-dim">{t('inLog')}</p>
    </section>
  );
}

function useEndText() {
  const t = useTranslations('sharing');
  const { dateTime } = useFormatter();
  return (endS: number | null) => {
    if (endS === null) return t('forGood');
    const end = dateTime(endS * 1000, { dateStyle: 'medium' });
    const days = Math.ceil((endS - serverNowS()) / DAY_S);
    return days <= SOON_DAYS ? t('endsIn', { days, end }) : t('untilDay', { end });
  };
}

interface RowProps extends Pick<Props, 'device' | 'onShare'> {
  delegation: Delegation;
  /** When they were here last; absent if unknown. */
  visitS: number | undefined;
  isMe: boolean;
  onChanged: () => void;
}

function AccessRow({ device, delegation, visitS, isMe, onChanged, onShare }: RowProps) {
  const t = useTranslations();
  const dayText = useDayText();
  const endText = useEndText();
  const ageText = useAgeText();
  const problemText = useProblemText();
  const [isRevoking, setIsRevoking] = useState(false);
  const { email, name, surname, level = 'full', expires_at } = delegation;
  const change = useAction({
    send: (wanted: AccessLevel) => share(device.id, { email, level: wanted, expires_at }),
    onDone: onChanged,
  });
  const levelText = t(`sharing.levels.${level}.short`);
  const visit = useClock((nowS) => (visitS ? ageText(Math.max(0, nowS - visitS)) : ''));
  const text = [email, endText(expires_at), visit && !isMe && t('sharing.visited', { age: visit })]
    .filter(Boolean)
    .join(' · ');
  const end = expires_at === null ? {} : { span: 'date' as const, end: dayText(expires_at) };
  const below = isRevoking ? (
    <RevokeQuestion
      email={email}
      device={device.name}
      onRevoke={() => revokeDelegation(device.id, delegation.user_id)}
      onKeep={() => setIsRevoking(false)}
      onRevoked={onChanged}
    />
  ) : (
    change.error && <FormNotice kind="problem">{problemText(change.error)}</FormNotice>
  );
  return (
    <PersonRow
      name={`${name} ${surname} ${isMe ? t('deviceAccess.list.you') : ''}`.trim()}
      text={text}
      below={below}
    >
      {delegation.can_revoke && !isMe ? (
        <Dropdown
          width="15rem"
          opener={
            <button
              type="button"
              className="flex min-h-11 flex-none cursor-pointer items-center gap-1 rounded-md px-2 text-md font-semibold text-dim hover:bg-inset"
              disabled={change.isSending}
            >
              <span className="sr-only">{t('sharing.mayDo', { email })}</span> {levelText}
              <IconChevronDown size={16} stroke={1.8} aria-hidden />
            </button>
          }
        >
          {(close) => {
            const pick = (act: () => void) => () => {
              close();
              act();
            };
            return (
              <>
                {AccessLevel.options.map((one) => (
                  <DropdownItem
                    key={one}
                    aria-current={one === level}
                    mark={one === level && '✓'}
                    onClick={pick(() => one !== level && void change.run(one))}
                  >
                    {t(`sharing.levels.${one}.name`)}
                  </DropdownItem>
                ))}
                <DropdownLine />
                <DropdownItem onClick={pick(() => onShare({ email, level, ...end }))}>
                  {t('deviceAccess.list.changeEnd')}
                </DropdownItem>
                <DropdownItem tone="danger" onClick={pick(() => setIsRevoking(true))}>
                  {t('deviceAccess.list.revokeYes')}
                </DropdownItem>
              </>
            );
          }}
        </Dropdown>
      ) : (
        <span className="flex-none text-md font-semibold text-dim">{levelText}</span>
      )}
    </PersonRow>
  );
}

interface QuestionProps {
  email: string;
  device: string;
  onRevoke: () => Promise<boolean>;
  onKeep: () => void;
  onRevoked: () => void;
}

/** Inside the row: a second dialog would hide the user it is about. */
function RevokeQuestion({ email, device, onRevoke, onKeep, onRevoked }: QuestionProps) {
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
    <div className="mt-2.5 grid justify-items-end gap-2.5 rounded-md bg-stop-soft p-3 [&_p]:justify-self-start [&_p]:leading-normal [&_p]:wrap-anywhere [&_p]:text-stop-ink">
      <p role="alert">{t('deviceAccess.list.revokeQuestion', { email })}</p>
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

/** A provider without invitations has none to show. */
function Invitations({ deviceId }: { deviceId: string }) {
  const { data = [], refetch } = useQuery({ ...invitationsQuery(deviceId), retry: false });
  return data.map((invitation) => (
    <InvitationRow
      key={invitation.id}
      deviceId={deviceId}
      invitation={invitation}
      onWithdrawn={() => void refetch()}
    />
  ));
}

interface InvitationProps {
  deviceId: string;
  invitation: Invitation;
  onWithdrawn: () => void;
}

function InvitationRow({ deviceId, invitation, onWithdrawn }: InvitationProps) {
  const t = useTranslations();
  const problemText = useProblemText();
  const { id, email, level, valid_until } = invitation;
  const { run, isSending, error } = useAction({
    send: () => withdrawInvitation(deviceId, id),
    onDone: onWithdrawn,
  });
  const Icon = email === null ? IconLink : IconMail;
  const days = Math.max(1, Math.ceil((valid_until - serverNowS()) / DAY_S));
  return (
    <PersonRow
      name={email === null ? t('sharing.invitedByLink') : t('sharing.invitedByMail', { email })}
      text={`${t(`sharing.levels.${level}.short`)} · ${t('sharing.validFor', { days })}`}
      icon={<Icon size={18} stroke={1.7} />}
      below={error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
    >
      <Button variant="default" size="compact-sm" disabled={isSending} onClick={() => void run()}>
        {t('common.cancel')}
      </Button>
    </PersonRow>
  );
}
