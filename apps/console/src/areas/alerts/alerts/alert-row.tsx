import type { Alert } from '@manoboard/contract/alert/alert';
import {
  IconCheck,
  IconCircleDashed,
  IconClockPause,
  IconFilter,
  IconHandGrab,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import { AlertLink, DeviceLink, TimelineLink } from '../../../device/links.tsx';
import { useClock } from '../../../lib/time/clock.ts';
import { StatePill } from '../../../ui/state-pill.tsx';
import { deviceNameOf, isShelvedAt, useAlertTexts } from './alert-facts.ts';
import { AlertIcon } from './alert-style.tsx';
import classes from './alert-table.module.css';
import { useTimeText } from './use-time-text.ts';

export interface RowActions {
  onSelect: (alert: Alert) => void;
  onResolve: (alert: Alert) => void;
  onNote: (alert: Alert) => void;
  onDevice: (deviceId: string) => void;
}

interface Props extends RowActions {
  alert: Alert;
  isSelected: boolean;
  index: number;
  ref: Ref<HTMLTableRowElement>;
}

const small = { size: 14, stroke: 2.2, 'aria-hidden': true } as const;

function Description({ alert, onDevice }: Pick<Props, 'alert' | 'onDevice'>) {
  const t = useTranslations('alerts');
  const { titleOf, describe } = useAlertTexts();
  const { id_dev } = alert;
  const name = deviceNameOf(alert);
  return (
    <div className="row gap-4">
      <AlertIcon {...alert} />
      <div className={classes.words}>
        <strong className="ink text-md bold">
          <AlertLink alertId={alert.id}>{titleOf(alert)}</AlertLink>
          <span className="vh">, {t(`severityOf.${alert.severity}`)}</span>
          {alert.occurrences > 1 && (
            <span className={classes.times}>{t('occurrences', { n: alert.occurrences })}</span>
          )}
        </strong>
        <span className="row gap-2 shrink">
          {id_dev === null ? (
            name
          ) : (
            <>
              <DeviceLink deviceId={id_dev}>{name}</DeviceLink>
              <button
                type="button"
                className={classes.small}
                aria-label={t('onlyDevice', { name })}
                title={t('onlyDevice', { name })}
                onClick={() => onDevice(id_dev)}
              >
                <IconFilter {...small} />
              </button>
            </>
          )}
        </span>
        <span className={classes.sentence}>{describe(alert)}</span>
      </div>
    </div>
  );
}

function Resolved({ alert }: Pick<Props, 'alert'>) {
  const t = useTranslations('alerts');
  const timeText = useTimeText();
  const { resolved, resolved_by, resolved_timestamp, cleared_timestamp, shelved_until, assignee } = alert;
  const isShelved = useClock((nowS) => isShelvedAt(alert, nowS));
  if (resolved)
    return (
      <>
        <StatePill tone="run" icon={<IconCheck {...small} />}>
          {t('yes')}
        </StatePill>
        {resolved_timestamp !== null && (
          <span className={classes.under}>
            {t('resolvedBy', {
              name: resolved_by ?? t('dialog.somebody'),
              time: timeText(resolved_timestamp),
            })}
          </span>
        )}
      </>
    );
  return (
    <>
      {isShelved ? (
        <StatePill tone="off" icon={<IconClockPause {...small} />}>
          {t('shelvedUntil', { time: timeText(shelved_until ?? 0) })}
        </StatePill>
      ) : assignee ? (
        <StatePill tone="wait" icon={<IconHandGrab {...small} />}>
          {assignee.name}
        </StatePill>
      ) : (
        <StatePill tone="stop" icon={<IconCircleDashed {...small} />}>
          {t('no')}
        </StatePill>
      )}
      {cleared_timestamp !== null && (
        <span className={classes.under}>{t('cleared', { time: timeText(cleared_timestamp) })}</span>
      )}
    </>
  );
}

function Notes({ alert, onNote }: Pick<Props, 'alert' | 'onNote'>) {
  const t = useTranslations('alerts');
  const label = t(alert.notes ? 'editNote' : 'addNote', { id: alert.id });
  return (
    <span className="row gap-2">
      {alert.notes && <span className={classes.note}>{alert.notes}</span>}
      <button
        type="button"
        className={classes.small}
        aria-label={label}
        title={label}
        onClick={() => onNote(alert)}
      >
        {alert.notes ? <IconPencil {...small} /> : <IconPlus {...small} />}
      </button>
    </span>
  );
}

/** R7.4: all columns of the spec. On a narrow page the cells are the lines of a card. */
export function AlertRow({ alert, isSelected, index, ref, ...actions }: Props) {
  const t = useTranslations('alerts');
  const timeText = useTimeText();
  const { id, timestamp, resolved, mail_sent, mail_sent_timestamp: mailedS } = alert;
  const name = deviceNameOf(alert);
  const time = timeText(timestamp);
  const moment = t('moment', { time, name });
  return (
    <tr
      ref={ref}
      data-index={index}
      data-selected={isSelected || undefined}
      data-resolved={resolved || undefined}
      aria-rowindex={index + 2}
    >
      <td className={classes.check}>
        {!resolved && (
          <input
            type="checkbox"
            aria-label={t('select', { id, name })}
            checked={isSelected}
            onChange={() => actions.onSelect(alert)}
          />
        )}
      </td>
      <td data-label={t('id')} className="num">
        {id}
      </td>
      <td data-label={t('time')} className="num">
        {alert.id_dev === null ? (
          <AlertLink alertId={id} aria-label={moment}>
            {time}
          </AlertLink>
        ) : (
          <TimelineLink deviceId={alert.id_dev} atS={timestamp} aria-label={moment}>
            {time}
          </TimelineLink>
        )}
      </td>
      <td className={classes.main}>
        <Description alert={alert} onDevice={actions.onDevice} />
      </td>
      <td data-label={t('resolved')}>
        <Resolved alert={alert} />
      </td>
      <td data-label={t('mailSent')}>{t(mail_sent ? 'yes' : 'no')}</td>
      <td data-label={t('mailSentTime')} className="num">
        {mailedS === null ? t('none') : timeText(mailedS)}
      </td>
      <td data-label={t('ownerId')} className={`num ${classes.long}`}>
        {alert.owner_id ?? t('none')}
      </td>
      <td data-label={t('address')}>{alert.address ?? t('none')}</td>
      <td data-label={t('notes')}>
        <Notes alert={alert} onNote={actions.onNote} />
      </td>
      <td className={classes.action}>
        {resolved ? (
          t('none')
        ) : (
          <button
            type="button"
            className={classes.resolve}
            aria-label={t('resolveOne', { id, name })}
            onClick={() => actions.onResolve(alert)}
          >
            {t('resolve')}
          </button>
        )}
      </td>
    </tr>
  );
}
