import type { AnyUser } from '@manoboard/contract/account/any-user';
import type { Notifications } from '@manoboard/contract/alert/alert-delivery';
import { isMissed } from '@manoboard/domain/alerts/delivery/reach';
import { IconBellCheck, IconBellOff, IconBellQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { reachQuery } from '../../../device/alert-reach.ts';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { SettingsChange } from '../notification-settings/quiet-hours.tsx';
import { notificationsQuery } from './api.ts';
import { BrowserResult } from './last-result.tsx';
import { PushHere } from './push-here.tsx';
import { TestButton } from './test-button.tsx';
import type { PushView } from './use-push.ts';

interface Props {
  user: AnyUser;
  push: PushView;
  onChange: (change: SettingsChange) => void;
  isSaving: boolean;
  /** Sends the link that confirms the address again. */
  confirm: ReactNode;
}

const STATES = {
  reached: { Icon: IconBellCheck, look: 'bg-run-soft text-run-ink' },
  missed: { Icon: IconBellOff, look: 'bg-stop-soft text-stop-ink' },
  unknown: { Icon: IconBellQuestion, look: 'bg-inset text-dim' },
};

/** Whether alarms reach the user, by this browser and by e-mail, each with its last proof. */
export function ReachCard({ user, push, onChange, isSaving, confirm }: Props) {
  const t = useTranslations('notifications');
  const { data: reach } = useQuery(reachQuery);
  const { data } = useQuery(notificationsQuery);
  const { here, browsers } = push;
  // Without devices nobody sends an alert to them; then what is switched on counts.
  const isMailOn = data?.settings.matrix.alarm.mail === true && mailProblem(user, data) === undefined;
  const isHeard = reach?.own ? !isMissed(reach.own) : isMailOn || (browsers.data?.length ?? 0) > 0;
  const state = !data || !browsers.data ? 'unknown' : isHeard ? 'reached' : 'missed';
  const { Icon, look } = STATES[state];
  const mail = data?.targets.find(({ channel }) => channel === 'mail');
  return (
    <Card aria-labelledby="reach-title" className="grid content-start gap-4">
      <div className="flex items-center gap-3.5" role="status">
        <span className={`grid size-12 flex-none place-items-center rounded-full ${look}`}>
          <Icon size={26} stroke={1.7} aria-hidden />
        </span>
        <div>
          <h2 id="reach-title" className="text-xl leading-tight font-bold tracking-tight">
            {t(`reach.${state}`)}
          </h2>
          <p className="text-md text-dim">
            {state === 'missed' ? t('reach.missedHint') : here ? <BrowserResult browser={here} /> : null}
          </p>
        </div>
      </div>
      <div className="border-t border-line pt-4">
        <PushHere push={push} title={t('push.here')} />
      </div>
      <div className="border-t border-line pt-4">
        <MailRow user={user} data={data} onChange={onChange} isSaving={isSaving} confirm={confirm} />
      </div>
      {here ? (
        <TestButton test={{ channel: 'push', target: `${here.id}` }} />
      ) : (
        mail && isMailOn && <TestButton test={{ channel: 'mail', target: mail.id }} />
      )}
    </Card>
  );
}

/** Why no mail arrives. */
function mailProblem({ email_confirmed: isConfirmed = true }: AnyUser, { mail_service }: Notifications) {
  if (mail_service === 'files') return 'files' as const;
  return isConfirmed ? undefined : ('unconfirmed' as const);
}

interface MailProps extends Omit<Props, 'push'> {
  data: Notifications | undefined;
}

/** Mails of alarms and warnings; each kind has its own switch in the details. */
function MailRow({ user, data, onChange, isSaving, confirm }: MailProps) {
  const t = useTranslations('notifications.mail');
  const problem = data && mailProblem(user, data);
  const isOn = data?.settings.matrix.alarm.mail === true;
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="grid min-w-0 gap-0.5 text-md">
        <strong className="font-semibold" id="reach-mail">
          {t('row')}
        </strong>
        <small
          id="reach-mail-hint"
          className={`text-sm wrap-anywhere ${problem ? 'text-stop-ink' : 'text-dim'}`}
        >
          {problem ? t(problem) : user.email}
        </small>
        {problem === 'unconfirmed' && confirm}
      </span>
      <Switch
        position={!data ? 'unknown' : isOn && problem !== 'files' ? 'on' : 'off'}
        isDisabled={!data || isSaving || problem === 'files'}
        isStale={false}
        labelledBy="reach-mail"
        describedBy="reach-mail-hint"
        onChange={(mail) =>
          onChange(({ matrix }) => ({
            matrix: {
              ...matrix,
              alarm: { ...matrix.alarm, mail },
              warning: { ...matrix.warning, mail },
            },
          }))
        }
      />
    </div>
  );
}
