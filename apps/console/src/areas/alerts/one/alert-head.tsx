import type { AlertDetail } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import {
  IconArrowLeft,
  IconCheck,
  IconCircleDashed,
  IconClockPause,
  IconHandGrab,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AlertListLink, DeviceLink } from '../../../device/links.tsx';
import { request } from '../../../lib/http/http.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { titleClass } from '../../../ui/heading.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { useAssignment } from '../work/use-assignment.ts';
import { alertEntry } from '../work/use-work-list.ts';
import { deviceNameOf, isShelvedAt, useAlertTexts } from './alert-facts.ts';
import type { AlertRights } from './alert-rights.ts';
import { AlertIcon, severityIcons, severityTone } from './alert-style.tsx';
import { ShelveMenu } from './shelve-menu.tsx';
import type { AlertState } from './use-alert.ts';
import { useTimeText } from './use-time-text.ts';

const small = { size: 15, stroke: 2, 'aria-hidden': true } as const;

/** Whether a person is still needed, in words and not by colour alone. */
function State({ alert }: { alert: AlertDetail }) {
  const t = useTranslations('alertPage.state');
  const ageText = useAgeText();
  const timeText = useTimeText();
  const age = useClock((nowS) => ageText(Math.max(0, nowS - alert.timestamp)));
  const isShelved = useClock((nowS) => isShelvedAt(alert, nowS));
  const pill = (tone: Tone, icon: typeof IconCheck, text: string) => {
    const Icon = icon;
    return (
      <StatePill tone={tone} icon={<Icon {...small} />}>
        {text}
      </StatePill>
    );
  };
  if (alert.resolved) return pill('run', IconCheck, t('resolved'));
  return (
    <>
      {isShelved && pill('off', IconClockPause, t('shelved', { time: timeText(alert.shelved_until ?? 0) }))}
      {alert.cleared_timestamp === null
        ? pill('wait', IconCircleDashed, t('open', { age }))
        : pill('run', IconCheck, t('cleared', { time: timeText(alert.cleared_timestamp) }))}
    </>
  );
}

interface Props {
  alert: AlertDetail;
  user: { id: number; name: string };
  rights: AlertRights;
  onChanged: AlertState['replace'];
  onResolve: () => void;
}

export function AlertHead({ alert, ...actions }: Props) {
  const t = useTranslations('alertPage');
  const alerts = useTranslations('alerts');
  const { titleOf } = useAlertTexts();
  const { severity, id_dev, address, owner_id, id } = alert;
  return (
    <header className="grid gap-y-3 gap-x-6.5 items-end grid-cols-[minmax(0,1fr)_auto] mb-4.5 max-lg:grid-cols-1">
      <AlertListLink className="inline-flex items-center gap-2 text-md text-dim min-h-8 col-span-full justify-self-start pointer-coarse:min-h-11">
        <IconArrowLeft size={17} stroke={1.7} aria-hidden /> {t('toList')}
      </AlertListLink>
      <div className="flex items-center gap-4 min-w-0 max-sm:items-start">
        <AlertIcon {...alert} isLarge />
        <div className="grid gap-1 min-w-0">
          <div className="flex items-center flex-wrap gap-y-2 gap-x-2.5">
            <h1 className={titleClass}>{titleOf(alert)}</h1>
            <StatePill tone={severityTone[severity]} icon={severityIcons[severity]}>
              {alerts(`severityOf.${severity}`)}
            </StatePill>
            <State alert={alert} />
          </div>
          <p className="flex flex-wrap text-md text-dim [&>:not(:last-child)::after]:text-dim [&>:not(:last-child)::after]:font-normal [&>:not(:last-child)::after]:content-['·'] [&>:not(:last-child)::after]:mx-2">
            {id_dev === null ? (
              <strong className="font-semibold">{t('installation')}</strong>
            ) : (
              <DeviceLink className="font-semibold text-link" deviceId={id_dev}>
                {deviceNameOf(alert)}
              </DeviceLink>
            )}
            {[address, owner_id, t('number', { id })].filter(Boolean).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </p>
        </div>
      </div>
      {!alert.resolved && <Actions alert={alert} {...actions} />}
    </header>
  );
}

/** Accepts the changed behaviour of a device: it joins what is learned of it. */
function NormalButton({ alert, onChanged }: Pick<Props, 'alert' | 'onChanged'>) {
  const t = useTranslations();
  const { run: accept, isSending } = useAction({
    send: () => request(alertCalls.acceptAlert, { params: { id: `${alert.id}` } }),
    onDone: onChanged,
    onFailed: useProblemToast(),
  });
  return (
    <Button variant="default" disabled={isSending} onClick={() => void accept()}>
      {t('alertPage.normal')}
    </Button>
  );
}

function Actions({ alert, user, rights, onChanged, onResolve }: Props) {
  const t = useTranslations();
  const ageText = useAgeText();
  const { assignee } = alert;
  const { isSending, onTake, onRelease } = useAssignment({
    setAssignee: (_, next) => onChanged({ ...alert, assignee: next }),
    reloadDevices: () => undefined,
  });
  const entry = alertEntry(alert, 'now');
  const since = useClock((nowS) => ageText(Math.max(0, nowS - (assignee?.since ?? nowS))));
  const isMine = assignee?.user_id === user.id;
  return (
    <div className="flex items-center flex-wrap gap-2.5 justify-end max-lg:justify-start max-sm:grid max-sm:grid-cols-2">
      {assignee && (
        <p className="text-md max-sm:col-span-full">
          <strong>{isMine ? t('work.mine') : t('alertPage.takenBy', { name: assignee.name })}</strong>{' '}
          <small className="text-dim">{since}</small>
        </p>
      )}
      {rights.canTake && !assignee && (
        <Button
          className="max-sm:col-span-full"
          disabled={isSending}
          icon={<IconHandGrab size={18} stroke={1.7} aria-hidden />}
          onClick={() => onTake(entry)}
        >
          {t('work.take')}
        </Button>
      )}
      {rights.canTake && isMine && (
        <Button variant="default" disabled={isSending} onClick={() => onRelease(entry)}>
          {t('work.release')}
        </Button>
      )}
      {rights.canResolve && (
        <>
          {alert.kind === 'behaves_differently' && <NormalButton alert={alert} onChanged={onChanged} />}
          <ShelveMenu alerts={[alert]} onChanged={onChanged} />
          <Button
            variant="default"
            icon={<IconCheck size={18} stroke={1.7} aria-hidden />}
            onClick={onResolve}
          >
            {t('alertPage.resolve')}
          </Button>
        </>
      )}
    </div>
  );
}
