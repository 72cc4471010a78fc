import type { Alert } from '@manoboard/contract/alert/alert';
import { IconClock, IconHandGrab } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AlertLink, DeviceLink } from '../../../device/links.tsx';
import { useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { deviceNameOf, isShelvedAt, useAlertTexts, useHappened } from '../one/alert-facts.ts';
import type { AlertRights } from '../one/alert-rights.ts';
import { AlertIcon, severityIcons, severityTone } from '../one/alert-style.tsx';
import { useTimeText } from '../one/use-time-text.ts';

interface CardProps {
  alert: Alert;
  userId: number;
  rights: AlertRights;
  isSending: boolean;
  onTake: (alert: Alert) => void;
  onResolve: (alert: Alert) => void;
}

/** How long it lasts, or what has ended it. */
function State({ alert }: { alert: Alert }) {
  const t = useTranslations('alerts');
  const ageText = useAgeText();
  const timeText = useTimeText();
  const age = useClock((nowS) => ageText(Math.max(0, nowS - alert.timestamp)));
  const isShelved = useClock((nowS) => isShelvedAt(alert, nowS));
  const { cleared_timestamp: clearedS, shelved_until: shelvedS } = alert;
  const parts = [
    clearedS === null ? age : t('cleared', { time: timeText(clearedS) }),
    isShelved && t('shelvedUntil', { time: timeText(shelvedS ?? 0) }),
  ];
  return (
    <span className="inline-flex items-center gap-1 text-md text-dim">
      <IconClock size={16} stroke={1.8} aria-hidden /> {parts.filter(Boolean).join(' · ')}
    </span>
  );
}

/** One button: take the alert, or resolve it. An alert that another person has taken shows their name instead. */
function Action({ alert, userId, rights, isSending, onTake, onResolve }: CardProps) {
  const t = useTranslations();
  const timeText = useTimeText();
  const { titleOf } = useAlertTexts();
  const { assignee, resolved, cleared_timestamp: clearedS, severity } = alert;
  const names = { what: titleOf(alert), name: deviceNameOf(alert) };
  if (resolved) return <p className="grid">{t('alerts.dialog.resolvedNow')}</p>;
  const resolve = rights.canResolve && (
    <Button
      variant="default"
      size="sm"
      aria-label={t('myAlerts.resolveOf', names)}
      onClick={() => onResolve(alert)}
    >
      {t('myAlerts.resolve')}
    </Button>
  );
  if (assignee) {
    const isMine = assignee.user_id === userId;
    return (
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 border-t border-line pt-3">
        <p className="grid">
          <strong>{isMine ? t('work.mine') : t('myAlerts.takenBy', { name: assignee.name })}</strong>
          <small className="text-md text-dim">
            {t('myAlerts.since', { time: timeText(assignee.since) })}
          </small>
        </p>
        {isMine && resolve}
      </div>
    );
  }
  if (clearedS !== null)
    return (
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 border-t border-line pt-3">
        {resolve}
      </div>
    );
  if (!rights.canTake) return null;
  return (
    <Button
      fullWidth
      size="md"
      variant={severity === 'alarm' ? 'filled' : 'default'}
      disabled={isSending}
      icon={<IconHandGrab size={18} stroke={1.7} aria-hidden />}
      aria-label={t('work.takeOf', names)}
      onClick={() => onTake(alert)}
    >
      {t('work.take')}
    </Button>
  );
}

/** An open alert: what, which pump, why in one sentence, and one action. */
export function MyAlertCard(props: CardProps) {
  const { alert } = props;
  const alerts = useTranslations('alerts');
  const { titleOf } = useAlertTexts();
  const happened = useHappened(alert);
  const { id, id_dev, severity } = alert;
  return (
    <li
      className={`grid gap-2.5 [background:linear-gradient(to_right,var(--wait)_4px,transparent_4px)_border-box_no-repeat_var(--card)] data-[severity=alarm]:[background:linear-gradient(to_right,var(--stop)_4px,transparent_4px)_border-box_no-repeat_var(--card)] ${cardClass}`}
      data-severity={severity}
    >
      <div className="flex items-center gap-3 [&_h3_a]:text-ink">
        <AlertIcon {...alert} />
        <div className="min-w-0 wrap-anywhere">
          <h3 className="text-lg font-bold">
            <AlertLink className="text-dim hover:underline" alertId={id}>
              {titleOf(alert)}
            </AlertLink>
          </h3>
          {id_dev === null ? (
            deviceNameOf(alert)
          ) : (
            <DeviceLink className="text-dim hover:underline" deviceId={id_dev}>
              {deviceNameOf(alert)}
            </DeviceLink>
          )}
        </div>
      </div>
      <p className="wrap-anywhere">{happened}</p>
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4">
        <StatePill tone={severityTone[severity]} icon={severityIcons[severity]}>
          {alerts(`severityOf.${severity}`)}
        </StatePill>
        <State alert={alert} />
      </div>
      <Action {...props} />
    </li>
  );
}

/** A resolved alert as a short row: how it ended. */
export function OverRow({ alert }: Pick<CardProps, 'alert'>) {
  const t = useTranslations('myAlerts');
  const timeText = useTimeText();
  const { titleOf } = useAlertTexts();
  const { id, resolved_by: by, resolved_timestamp: atS, timestamp } = alert;
  return (
    <li className="flex items-center gap-3 py-3 [&>.tabular-nums]:text-dim [&>.tabular-nums]:text-sm [&>.tabular-nums]:whitespace-nowrap">
      <AlertIcon {...alert} severity="info" />
      <div className="grid min-w-0 flex-1 wrap-anywhere">
        <AlertLink className="text-ink font-semibold hover:underline" alertId={id}>
          {titleOf(alert)}
        </AlertLink>
        <small className="text-md text-dim">
          {deviceNameOf(alert)} · {by ? t('resolvedBy', { name: by }) : t('resolved')}
        </small>
      </div>
      <span className="tabular-nums tracking-tight">{timeText(atS ?? timestamp)}</span>
    </li>
  );
}
