import { DeliveryChannel, type NotificationSettings } from '@manoboard/contract/alert/alert-delivery';
import { alertDeliveryCalls } from '@manoboard/contract/alert/alert-delivery.calls';
import { channelsOf, type MatrixRow } from '@manoboard/domain/alerts/delivery/settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { notificationsQuery } from '../notifications/api.ts';
import { QuietHours, type SettingsChange } from './quiet-hours.tsx';

const ROWS = ['alarm', 'warning', 'connection', 'unusual'] as const satisfies MatrixRow[];

interface MatrixProps {
  settings: NotificationSettings;
  isSaving: boolean;
  onChange: (change: SettingsChange) => void;
}

/** Which alerts come by which channel. */
function Matrix({ settings, isSaving, onChange }: MatrixProps) {
  const t = useTranslations('notificationSettings');
  const { matrix, quiet_hours } = settings;
  const columns: Column<MatrixRow>[] = [
    {
      key: 'what',
      header: t('what'),
      isRowHead: true,
      className: 'font-regular',
      cell: (row) => (
        <>
          <b id={`of-${row}`}>{t(`row.${row}`)}</b>
          <span className="block text-sm text-dim">{t(`about.${row}`)}</span>
          <span id={`when-${row}`} className="block text-sm text-dim">
            {t(row === 'alarm' ? 'when.alarm' : quiet_hours ? 'when.waits' : 'when.warning')}
          </span>
        </>
      ),
    },
    ...DeliveryChannel.options.map((channel) => ({
      key: channel,
      header: t(`channel.${channel}`),
      headId: `by-${channel}`,
      cell: (row: MatrixRow) => (
        <Switch
          position={channelsOf(settings, row)[channel] ? 'on' : 'off'}
          isDisabled={isSaving}
          isStale={false}
          labelledBy={`of-${row} by-${channel}`}
          describedBy={`when-${row}`}
          onChange={(isOn) =>
            onChange((latest) => ({
              matrix: { ...latest.matrix, [row]: { ...channelsOf(latest, row), [channel]: isOn } },
            }))
          }
        />
      ),
    })),
  ];
  return (
    <Card aria-labelledby="matrix-title">
      <h2 id="matrix-title" className="text-lg font-semibold">
        {t('matrix')}
      </h2>
      <Table columns={columns} rows={ROWS} rowKey={(row) => row} className="mt-2.5" />
      <p className="pt-2.5 text-md">
        <b>{t('report.title')}</b>
        <span className="block text-sm text-dim">{t('report.when')}</span>
        <span className="text-dim">{t('report.how')}</span>
      </p>
      {Object.values(matrix.alarm).every((isOn) => !isOn) && (
        <p role="alert" className="font-semibold text-stop-ink mt-3">
          {t('noAlarms')}
        </p>
      )}
    </Card>
  );
}

interface Parts {
  save: (change: SettingsChange) => void;
  isSaving: boolean;
  /** The hours in which warnings wait, or why they are not known. */
  quiet: ReactNode;
  /** Which alerts come by which channel; nothing while it is not known. */
  matrix: ReactNode;
}

/** Which alerts reach the user, by which channel and when. Every change is saved at once. */
export function NotificationSettingsCards({ children }: { children: (parts: Parts) => ReactNode }) {
  const t = useTranslations();
  const zone = useDisplayTimeZone();
  const queryClient = useQueryClient();
  const stored = useQuery(notificationsQuery);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const { run, isSending, input } = useAction({
    send: async (change: SettingsChange) => {
      // Another tab may have changed other settings since the page was loaded.
      const latest = await request(alertDeliveryCalls.notifications);
      const body = latest && { ...latest.settings, ...change(latest.settings), zone };
      return body && request(alertDeliveryCalls.setNotifications, { body });
    },
    onDone: (saved) => queryClient.setQueryData(notificationsQuery.queryKey, saved),
    onFailed: () => toast(t('notificationSettings.failed'), { kind: 'warning' }),
  });
  /** A field may be left while an earlier change is being saved. */
  function save(change: SettingsChange) {
    saving.current = saving.current.then(() => run(change));
  }
  const known = stored.data?.settings;
  const settings = known && isSending && input ? { ...known, ...input(known) } : known;
  const props = settings && { settings, isSaving: isSending, onChange: save };
  return children({
    save,
    isSaving: isSending,
    quiet: props ? (
      <QuietHours {...props} />
    ) : (
      <QueryStates query={stored} cards={1}>
        {() => null}
      </QueryStates>
    ),
    matrix: props && <Matrix {...props} />,
  });
}
