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
import { deviceNameOf, isShelvedAt, useAlertTexts } from '../one/alert-facts.ts';
import { AlertIcon } from '../one/alert-style.tsx';
import { useTimeText } from '../one/use-time-text.ts';

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
    <div className="flex items-center gap-2.5">
      <AlertIcon {...alert} />
      <div className="grid gap-0.5 min-w-0 [&_strong_a:hover]:underline in-[tr[data-resolved]]:[&_strong]:text-dim">
        <strong className="text-md font-semibold text-ink">
          <AlertLink alertId={alert.id}>{titleOf(alert)}</AlertLink>
          <span className="sr-only">, {t(`severityOf.${alert.severity}`)}</span>
          {alert.occurrences > 1 && (
            <span className="text-dim font-regular ml-1.5">{t('occurrences', { n: alert.occurrences })}</span>
          )}
        </strong>
        <span className="flex items-center gap-1.25 min-w-0">
          {id_dev === null ? (
            name
          ) : (
            <>
              <DeviceLink deviceId={id_dev}>{name}</DeviceLink>
              <button
                type="button"
                className="text-dim flex-none rounded-sm cursor-pointer inline-grid place-items-center size-6.5 pointer-coarse:size-11 pointer-coarse:-my-2.5 hover:bg-line hover:text-ink"
                aria-label={t('onlyDevice', { name })}
                title={t('onlyDevice', { name })}
                onClick={() => onDevice(id_dev)}
              >
                <IconFilter {...small} />
              </button>
            </>
          )}
        </span>
        <span className="line-clamp-3 text-xs @max-[62rem]:line-clamp-4">{describe(alert)}</span>
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
          <span className="block text-xs mt-0.75">
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
        <span className="block text-xs mt-0.75">{t('cleared', { time: timeText(cleared_timestamp) })}</span>
      )}
    </>
  );
}

function Notes({ alert, onNote }: Pick<Props, 'alert' | 'onNote'>) {
  const t = useTranslations('alerts');
  const label = t(alert.notes ? 'editNote' : 'addNote', { id: alert.id });
  return (
    <span className="flex items-center gap-1.25">
      {alert.notes && (
        <span className="line-clamp-3 whitespace-pre-line @max-[62rem]:line-clamp-4">{alert.notes}</span>
      )}
      <button
        type="button"
        className="text-dim flex-none rounded-sm cursor-pointer inline-grid place-items-center size-6.5 pointer-coarse:size-11 pointer-coarse:-my-2.5 hover:bg-line hover:text-ink"
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
      <td className="w-11 pl-4! @max-[62rem]:row-[1/span_2] @max-[62rem]:col-start-1! @max-[62rem]:pt-2.5! @max-[62rem]:pr-0! @max-[62rem]:pb-0! @max-[62rem]:pl-4!">
        {!resolved && (
          <input
            className="block cursor-pointer size-4.5 accent-accent pointer-coarse:size-6"
            type="checkbox"
            aria-label={t('select', { id, name })}
            checked={isSelected}
            onChange={() => actions.onSelect(alert)}
          />
        )}
      </td>
      <td data-label={t('id')} className="tabular-nums tracking-tight">
        {id}
      </td>
      <td data-label={t('time')} className="tabular-nums tracking-tight">
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
      <td className="@max-[62rem]:row-start-1 @max-[62rem]:pb-1.25!">
        <Description alert={alert} onDevice={actions.onDevice} />
      </td>
      <td data-label={t('resolved')}>
        <Resolved alert={alert} />
      </td>
      <td data-label={t('mailSent')}>{t(mail_sent ? 'yes' : 'no')}</td>
      <td data-label={t('mailSentTime')} className="tabular-nums tracking-tight">
        {mailedS === null ? t('none') : timeText(mailedS)}
      </td>
      <td data-label={t('ownerId')} className="tabular-nums tracking-tight wrap-anywhere!">
        {alert.owner_id ?? t('none')}
      </td>
      <td data-label={t('address')}>{alert.address ?? t('none')}</td>
      <td data-label={t('notes')}>
        <Notes alert={alert} onNote={actions.onNote} />
      </td>
      <td className="@max-[62rem]:in-[tr[data-resolved]]:hidden!">
        {resolved ? (
          t('none')
        ) : (
          <button
            type="button"
            className="font-semibold text-link cursor-pointer py-1.25 pointer-coarse:min-h-11 @max-[62rem]:px-4 @max-[62rem]:py-1.75 @max-[62rem]:border @max-[62rem]:border-line-strong @max-[62rem]:rounded-md @max-[62rem]:bg-card hover:underline"
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
