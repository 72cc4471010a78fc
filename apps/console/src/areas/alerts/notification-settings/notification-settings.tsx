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
  return (
    <Card aria-labelledby="matrix-title">
      <h2 id="matrix-title" className="text-lg font-semibold">
        {t('matrix')}
      </h2>
      <table className="text-md w-full mt-2.5 [&_th]:py-3.25 [&_th]:pr-2.5 [&_th]:border-t [&_th]:border-line [&_th]:font-regular [&_th]:text-left [&_th]:align-middle [&_td]:py-3.25 [&_td]:pr-2.5 [&_td]:border-t [&_td]:border-line [&_td]:font-regular [&_td]:text-left [&_td]:align-middle [&_thead_th]:text-dim [&_thead_th]:text-sm">
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            {DeliveryChannel.options.map((channel) => (
              <th key={channel} scope="col" id={`by-${channel}`}>
                {t(`channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => {
            const channels = channelsOf(settings, row);
            return (
              <tr key={row}>
                <th scope="row">
                  <b id={`of-${row}`}>{t(`row.${row}`)}</b>
                  <span className="block text-sm text-dim">{t(`about.${row}`)}</span>
                  <span id={`when-${row}`} className="block text-sm text-dim">
                    {t(row === 'alarm' ? 'when.alarm' : quiet_hours ? 'when.waits' : 'when.warning')}
                  </span>
                </th>
                {DeliveryChannel.options.map((channel) => (
                  <td key={channel}>
                    <Switch
                      position={channels[channel] ? 'on' : 'off'}
                      isDisabled={isSaving}
                      isStale={false}
                      labelledBy={`of-${row} by-${channel}`}
                      describedBy={`when-${row}`}
                      onChange={(isOn) =>
                        onChange((latest) => ({
                          matrix: {
                            ...latest.matrix,
                            [row]: { ...channelsOf(latest, row), [channel]: isOn },
                          },
                        }))
                      }
                    />
                  </td>
                ))}
              </tr>
            );
          })}
          <tr>
            <th scope="row">
              <b>{t('report.title')}</b>
              <span className="block text-sm text-dim">{t('report.when')}</span>
            </th>
            <td colSpan={3} className="text-dim! text-md! font-normal!">
              {t('report.how')}
            </td>
          </tr>
        </tbody>
      </table>
      {Object.values(matrix.alarm).every((isOn) => !isOn) && (
        <p role="alert" className="font-semibold text-stop-ink mt-3.25">
          {t('noAlarms')}
        </p>
      )}
    </Card>
  );
}

/** Which alerts reach the user, by which channel and when. Every change is saved at once. */
export function NotificationSettingsCards({ browsers }: { browsers?: ReactNode }) {
  const t = useTranslations();
  const zone = useDisplayTimeZone();
  const queryClient = useQueryClient();
  const stored = useQuery(notificationsQuery);
  const { data, isError } = stored;
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
  if (!data)
    return (
      <>
        <QueryStates query={stored} cards={2}>
          {() => null}
        </QueryStates>
        {isError && browsers}
      </>
    );
  const settings = isSending && input ? { ...data.settings, ...input(data.settings) } : data.settings;
  /** A field may be left while an earlier change is being saved. */
  function save(change: SettingsChange) {
    saving.current = saving.current.then(() => run(change));
  }
  return (
    <div className="grid items-start gap-gutter grid-cols-[minmax(0,1fr)_minmax(0,22rem)] max-lg:grid-cols-1">
      <div className="grid gap-gutter min-w-0">
        <Matrix settings={settings} isSaving={isSending} onChange={save} />
        {browsers}
      </div>
      <QuietHours settings={settings} isSaving={isSending} onChange={save} />
    </div>
  );
}
