import type { Alert } from '@manoboard/contract/alert/alert';
import {
  IconCheck,
  IconCircleDashed,
  IconClockPause,
  IconFilter,
  IconHandGrab,
  IconPencil,
  IconPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AlertLink, DeviceLink, TimelineLink } from '../../../device/links.tsx';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import type { Column } from '../../../ui/table.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { deviceNameOf, isShelvedAt, useAlertTexts } from '../one/alert-facts.ts';
import { AlertIcon } from '../one/alert-style.tsx';
import { useTimeText } from '../one/use-time-text.ts';

export interface RowActions {
  onResolve: (alert: Alert) => void;
  onNote: (alert: Alert) => void;
  onDevice: (deviceId: string) => void;
}

interface Props extends RowActions {
  alert: Alert;
}

const linkClass = 'underline decoration-faint underline-offset-[0.2em] hover:text-link';
const small = { size: 14, stroke: 2.2, 'aria-hidden': true } as const;
const pill = (tone: Tone, Icon: TablerIcon, text: string) => (
  <StatePill tone={tone} icon={<Icon {...small} />}>
    {text}
  </StatePill>
);

function Description({ alert, onDevice }: Pick<Props, 'alert' | 'onDevice'>) {
  const t = useTranslations('alerts');
  const { titleOf, describe } = useAlertTexts();
  const { id_dev } = alert;
  const name = deviceNameOf(alert);
  return (
    <div className="flex items-center gap-2.5">
      <AlertIcon {...alert} />
      <div className="grid gap-0.5 min-w-0 text-sm in-data-resolved:[&_strong]:text-dim">
        <strong className="text-md font-semibold text-ink">
          <AlertLink alertId={alert.id} className="hover:underline">
            {titleOf(alert)}
          </AlertLink>
          <span className="sr-only">, {t(`severityOf.${alert.severity}`)}</span>
          {alert.occurrences > 1 && (
            <span className="text-dim font-regular ml-1.5">{t('occurrences', { n: alert.occurrences })}</span>
          )}
        </strong>
        <span className="flex items-center gap-1 min-w-0">
          {id_dev === null ? (
            name
          ) : (
            <>
              <DeviceLink deviceId={id_dev} className={linkClass}>
                {name}
              </DeviceLink>
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
        <span className="line-clamp-3 text-xs">{describe(alert)}</span>
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
        {pill('run', IconCheck, t('yes'))}
        {resolved_timestamp !== null && (
          <span className="block text-xs mt-1">
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
      {isShelved
        ? pill('off', IconClockPause, t('shelvedUntil', { time: timeText(shelved_until ?? 0) }))
        : assignee
          ? pill('wait', IconHandGrab, assignee.name)
          : pill('stop', IconCircleDashed, t('no'))}
      {cleared_timestamp !== null && (
        <span className="block text-xs mt-1">{t('cleared', { time: timeText(cleared_timestamp) })}</span>
      )}
    </>
  );
}

function Notes({ alert, onNote }: Pick<Props, 'alert' | 'onNote'>) {
  const t = useTranslations('alerts');
  const label = t(alert.notes ? 'editNote' : 'addNote', { id: alert.id });
  return (
    <span className="flex items-center gap-1">
      {alert.notes && <span className="line-clamp-3 whitespace-pre-line">{alert.notes}</span>}
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

function Moment({ alert }: Pick<Props, 'alert'>) {
  const t = useTranslations('alerts');
  const { id, id_dev, timestamp } = alert;
  const time = useTimeText()(timestamp);
  const label = t('moment', { time, name: deviceNameOf(alert) });
  const link = { className: linkClass, 'aria-label': label, children: time };
  if (id_dev === null) return <AlertLink alertId={id} {...link} />;
  return <TimelineLink deviceId={id_dev} atS={timestamp} {...link} />;
}

const digits = 'tabular-nums tracking-tight';

/** Columns that the user can switch off. */
export function useAlertColumnNames() {
  const t = useTranslations('alerts');
  const keys = ['id', 'time', 'resolved', 'mailSent', 'mailSentTime', 'ownerId', 'address', 'notes'] as const;
  return keys.map((key) => ({ key, label: t(key) }));
}

/** R7.4: all columns of the spec. */
export function useAlertColumns({ onResolve, onNote, onDevice }: RowActions): Column<Alert>[] {
  const t = useTranslations('alerts');
  const timeText = useTimeText();
  return [
    { key: 'id', header: t('id'), width: '3.2rem', className: digits, cell: ({ id }) => id },
    {
      key: 'time',
      header: t('time'),
      width: '5.8rem',
      className: digits,
      cell: (alert) => <Moment alert={alert} />,
    },
    {
      key: 'description',
      header: t('description'),
      phone: 'title',
      cell: (alert) => <Description alert={alert} onDevice={onDevice} />,
    },
    { key: 'resolved', header: t('resolved'), width: '7rem', cell: (alert) => <Resolved alert={alert} /> },
    {
      key: 'mailSent',
      header: t('mailSent'),
      width: '3.7rem',
      cell: ({ mail_sent }) => t(mail_sent ? 'yes' : 'no'),
    },
    {
      key: 'mailSentTime',
      header: t('mailSentTime'),
      width: '5.8rem',
      className: digits,
      cell: ({ mail_sent_timestamp: sentS }) => (sentS === null ? null : timeText(sentS)),
    },
    {
      key: 'ownerId',
      header: t('ownerId'),
      width: '6.4rem',
      className: `${digits} wrap-anywhere`,
      cell: ({ owner_id }) => owner_id,
    },
    { key: 'address', header: t('address'), width: '8rem', cell: ({ address }) => address },
    {
      key: 'notes',
      header: t('notes'),
      width: '8rem',
      phone: 'wide',
      cell: (alert) => <Notes alert={alert} onNote={onNote} />,
    },
    {
      key: 'action',
      header: t('action'),
      width: '6.2rem',
      phone: 'text',
      cell: (alert) =>
        alert.resolved ? null : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('resolveOne', { id: alert.id, name: deviceNameOf(alert) })}
            onClick={() => onResolve(alert)}
          >
            {t('resolve')}
          </Button>
        ),
    },
  ];
}
