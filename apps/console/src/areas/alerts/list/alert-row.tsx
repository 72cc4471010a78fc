import type { Alert } from '@manoboard/contract/alert/alert';
import { type AlertGroup, alertGroup } from '@manoboard/domain/alerts/alert-group';
import { useTranslations } from 'use-intl';
import { AlertLink } from '../../../device/links.tsx';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Face } from '../../../ui/face.tsx';
import { deviceNameOf, isShelvedAt, useAlertTexts } from '../one/alert-facts.ts';
import { AlertIcon } from '../one/alert-style.tsx';
import { useLastingText } from '../one/use-lasting-text.ts';
import { useTimeText } from '../one/use-time-text.ts';

export const groupOf = (alert: Alert, nowS: number): AlertGroup =>
  alertGroup({
    severity: alert.severity,
    isResolved: alert.resolved,
    isCleared: alert.cleared_timestamp !== null,
    isShelved: isShelvedAt(alert, nowS),
  });

/** How long it lasts, or when it ended. */
function useWhen(alert: Alert) {
  const t = useTranslations('alerts');
  const lastingText = useLastingText();
  const timeText = useTimeText();
  const lasting = useClock((nowS) => lastingText(Math.max(0, nowS - alert.since_timestamp)));
  const endS = alert.resolved ? alert.resolved_timestamp : alert.cleared_timestamp;
  return endS === null ? t('lasts', { time: lasting }) : timeText(endS, true);
}

/** Pump, place, and what has become of the alert. */
function useAbout(alert: Alert): string {
  const t = useTranslations('alerts');
  const personName = usePersonName();
  const lastingText = useLastingText();
  const timeText = useTimeText();
  const isShelved = useClock((nowS) => isShelvedAt(alert, nowS));
  const {
    address,
    resolved,
    resolved_by,
    cleared_timestamp: clearedS,
    shelved_until,
    since_timestamp,
  } = alert;
  const ending = resolved
    ? resolved_by && t('solvedBy', { name: personName(resolved_by) })
    : clearedS !== null
      ? t('passed', { time: lastingText(clearedS - since_timestamp) })
      : isShelved && t('shelvedUntil', { time: timeText(shelved_until ?? 0, true) });
  return [deviceNameOf(alert), address, ending].filter(Boolean).join(' · ');
}

interface Props {
  alert: Alert;
  group: AlertGroup;
  /** In a list with its chosen alert beside it: whether it is this one. */
  isCurrent?: boolean;
}

export const alertRowsClass = 'divide-y divide-line rounded-lg border border-line bg-card shadow-card';

/** An alert in a group: what happened, where, since when, and who takes care of it. */
export function AlertRow({ alert, group, isCurrent }: Props) {
  const t = useTranslations('alerts');
  const { titleOf } = useAlertTexts();
  const when = useWhen(alert);
  const about = useAbout(alert);
  const { id, severity, assignee, occurrences } = alert;
  return (
    <li className="first:[&>a]:rounded-t-lg last:[&>a]:rounded-b-lg">
      <AlertLink
        alertId={id}
        keepsSearch={isCurrent !== undefined}
        className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3.5 px-4 py-3 hover:bg-inset focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
        {...(isCurrent && { 'aria-current': true })}
      >
        <AlertIcon {...alert} severity={group === 'over' ? 'info' : severity} isOver={group === 'over'} />
        <span className="grid gap-0.5 wrap-anywhere">
          <strong className="leading-snug font-semibold">
            {titleOf(alert)}
            <span className="sr-only">, {t(`severityOf.${severity}`)}</span>
            {occurrences > 1 && (
              <span className="ml-1.5 font-regular text-dim">{t('occurrences', { n: occurrences })}</span>
            )}
          </strong>
          <span className="text-md text-dim">{about}</span>
        </span>
        <span className="grid justify-items-end gap-1">
          <span className="text-sm whitespace-nowrap text-dim tabular-nums">{when}</span>
          {assignee && <Face name={assignee.name} />}
        </span>
      </AlertLink>
    </li>
  );
}
