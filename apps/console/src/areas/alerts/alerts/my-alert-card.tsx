import type { Alert } from '@manoboard/contract/alert/alert';
import { Button } from '@mantine/core';
import { IconClock, IconHandGrab } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AlertLink, DeviceLink } from '../../../device/links.tsx';
import { useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { cardClass } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { deviceNameOf, isShelvedAt, useAlertTexts, useHappened } from './alert-facts.ts';
import type { AlertRights } from './alert-rights.ts';
import { AlertIcon, severityIcons, severityTone } from './alert-style.tsx';
import classes from './my-alerts.module.css';
import { useTimeText } from './use-time-text.ts';

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
    <span className="inline-row gap-2 text-md dim">
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
  if (resolved) return <p className="stack flush">{t('alerts.dialog.resolvedNow')}</p>;
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
      <div className={classes.person}>
        <p className="stack flush">
          <strong>{isMine ? t('work.mine') : t('myAlerts.takenBy', { name: assignee.name })}</strong>
          <small className="dim text-md">{t('myAlerts.since', { time: timeText(assignee.since) })}</small>
        </p>
        {isMine && resolve}
      </div>
    );
  }
  if (clearedS !== null) return <div className={classes.person}>{resolve}</div>;
  if (!rights.canTake) return null;
  return (
    <Button
      fullWidth
      size="md"
      variant={severity === 'alarm' ? 'filled' : 'default'}
      disabled={isSending}
      leftSection={<IconHandGrab size={18} stroke={1.7} aria-hidden />}
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
    <li className={`${cardClass} ${classes.card}`} data-severity={severity}>
      <div className={classes.what}>
        <AlertIcon {...alert} />
        <div className="shrink break">
          <h3 className="flush text-lg heavy">
            <AlertLink alertId={id}>{titleOf(alert)}</AlertLink>
          </h3>
          {id_dev === null ? (
            deviceNameOf(alert)
          ) : (
            <DeviceLink deviceId={id_dev}>{deviceNameOf(alert)}</DeviceLink>
          )}
        </div>
      </div>
      <p className="flush break">{happened}</p>
      <div className="row wrap between gap-3-6">
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
    <li className={classes.over}>
      <AlertIcon {...alert} severity="info" />
      <div className="stack grow shrink break">
        <AlertLink alertId={id}>{titleOf(alert)}</AlertLink>
        <small className="dim text-md">
          {deviceNameOf(alert)} · {by ? t('resolvedBy', { name: by }) : t('resolved')}
        </small>
      </div>
      <span className="num">{timeText(atS ?? timestamp)}</span>
    </li>
  );
}
