import type { OwnDelivery } from '@manoboard/contract/alert/alert-delivery';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { AlertLink } from '../../../device/links.tsx';
import { devicesQuery } from '../../../device/queries.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useLocaleSwitcher } from '../../../lib/texts/locale-context.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ownDeliveriesQuery } from './api.ts';

function Entry({ delivery, deviceName }: { delivery: OwnDelivery; deviceName: string }) {
  const t = useTranslations('notifications');
  const { locale } = useLocaleSwitcher();
  const { dateTime } = useFormatter();
  const timeText = (atS: number) =>
    dateTime(new Date(atS * 1000), { dateStyle: 'short', timeStyle: 'medium' });
  const { state, failure, change, channel, target } = delivery;
  const isRetried = state === 'waiting' && failure === 'retrying';
  const time = delivery.next_timestamp ?? delivery.sent_timestamp;
  return (
    <li className="grid gap-1 text-sm text-dim">
      <span className="flex justify-between gap-4">
        <AlertLink className="text-md font-semibold text-link hover:underline" alertId={delivery.alert_id}>
          {delivery.titles[locale]}
        </AlertLink>
        <span>{t(`last.change.${change}`)}</span>
      </span>
      <span>
        {deviceName} · {timeText(delivery.timestamp)}
      </span>
      <span data-failed={state === 'failed' || state === 'written' || undefined}>
        {t(`receivers.channel.${channel}`)}
        {target !== null && ` (${target})`}:{' '}
        {t(`last.state.${isRetried ? 'retrying' : state}`, { time: time === null ? '' : timeText(time) })}
      </span>
    </li>
  );
}

/** The last messages to the user: what, when, by which channel, with what result. */
export function LastDeliveriesDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const { data: devices } = useQuery(devicesQuery);
  const nameOf = (id: string | null) =>
    id === null
      ? t('notifications.last.installation')
      : devices?.find(({ id_dev }) => id_dev === id)?.alias?.trim() || id;
  const query = useQuery(ownDeliveriesQuery);
  return (
    <Dialog title={t('notifications.last.title')} closeLabel={t('common.close')} onClose={onClose}>
      <QueryStates
        query={query}
        empty={<Notice title={t('notifications.last.none')} text={t('notifications.last.noneHint')} />}
      >
        {(deliveries) => (
          <ol className="grid gap-4 mt-2 [&_code]:px-3 [&_code]:py-2 [&_code]:border [&_code]:border-line [&_code]:rounded-md [&_code]:bg-inset [&_code]:text-sm [&_code]:wrap-anywhere [&_[data-failed]]:text-stop-ink">
            {deliveries.map((delivery) => (
              <Entry key={delivery.id} delivery={delivery} deviceName={nameOf(delivery.id_dev)} />
            ))}
          </ol>
        )}
      </QueryStates>
    </Dialog>
  );
}
