import { alertDeliveryCalls } from '@manoboard/contract/http/calls/alert-delivery';
import type { AlertDetail } from '@manoboard/contract/nouns/alert';
import type { AlertDelivery } from '@manoboard/contract/nouns/alert-delivery';
import {
  IconAlertCircle,
  IconBellPause,
  IconCheck,
  IconChecks,
  IconClock,
  IconDeviceMobile,
  IconMail,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { read } from '../../lib/http.ts';
import { usePersonName } from '../../lib/use-person-name.ts';
import { Card } from '../../ui/card.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import tones from '../../ui/tone.module.css';
import type { Tone } from '../../ui/tone.ts';
import classes from './deliveries.module.css';
import { Ladder } from './ladder.tsx';
import { alertKey } from './use-alert.ts';
import { useTimeText } from './use-time-text.ts';

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;
const channelIcons = {
  mail: <IconMail {...icon} />,
  push: <IconDeviceMobile {...icon} />,
  webhook: <IconWebhook {...icon} />,
};
const stateStyles: Record<AlertDelivery['state'], [Tone, ReactNode]> = {
  waiting: ['off', <IconClock key="waiting" {...icon} />],
  held: ['off', <IconBellPause key="held" {...icon} />],
  sent: ['run', <IconCheck key="sent" {...icon} />],
  failed: ['stop', <IconAlertCircle key="failed" {...icon} />],
  seen: ['run', <IconChecks key="seen" {...icon} />],
};

/** Deliveries by receiver, in the order of their first one. */
function byReceiver(items: readonly AlertDelivery[]): AlertDelivery[][] {
  const groups = new Map<string, AlertDelivery[]>();
  for (const item of items) {
    const key = `${item.receiver?.user_id ?? item.step}|${item.receiver ? '' : (item.target ?? '')}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

function useStateText() {
  const t = useTranslations('alertDeliveries.state');
  const timeText = useTimeText();
  return ({ state, reason, next_timestamp: nextS, seen_timestamp: seenS }: AlertDelivery) => {
    if (state === 'waiting' && reason !== null && nextS !== null)
      return t('retry', { time: timeText(nextS), reason });
    if (state === 'held') return t('held', { time: timeText(nextS ?? 0) });
    if (state === 'failed') return t('failed', { reason: reason ?? '' });
    return state === 'seen' ? t('seen', { time: timeText(seenS ?? 0) }) : t(state);
  };
}

function Row({ delivery }: { delivery: AlertDelivery }) {
  const t = useTranslations('alertDeliveries');
  const timeText = useTimeText();
  const stateText = useStateText();
  const { channel, change, target, receiver, timestamp, sent_timestamp } = delivery;
  const [tone, mark] = stateStyles[delivery.state];
  return (
    <li className={`${classes.row} ${tones.tone}`} data-tone={tone}>
      <span className={classes.channel}>
        {channelIcons[channel]} {t(`channel.${channel}`)}
      </span>
      <span className="num">{timeText(sent_timestamp ?? timestamp)}</span>
      <span className={classes.state}>
        {mark}
        <span>
          {change !== 'raised' && <>{t(`change.${change}`)}: </>}
          {stateText(delivery)}
        </span>
      </span>
      {receiver && target && <span className={classes.target}>{target}</span>}
    </li>
  );
}

function Receiver({ deliveries: [first, ...others] }: { deliveries: readonly AlertDelivery[] }) {
  const t = useTranslations('alertDeliveries');
  const personName = usePersonName();
  if (!first) return null;
  const { receiver, step, target } = first;
  const name = receiver ? personName(receiver.name) : (target ?? t('somebody'));
  return (
    <li className={classes.receiver}>
      <p className={classes.name}>
        <strong>{name}</strong> <span>{t(`step.${step}`)}</span>
      </p>
      <ul className={classes.rows}>
        {[first, ...others].map((delivery) => (
          <Row key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </li>
  );
}

/** The deliveries of an alert: receiver, channel and result, and the next step of escalation. Its events refetch them. */
export function Deliveries({ alert }: { alert: AlertDetail }) {
  const t = useTranslations();
  const id = useId();
  const { data, isError, refetch } = useQuery({
    queryKey: [...alertKey(alert.id), 'deliveries'],
    queryFn: ({ signal }) =>
      read(alertDeliveryCalls.alertDeliveries, signal, { params: { id: `${alert.id}` } }),
  });
  const items = data?.items ?? [];
  const done = items.filter(({ state }) => state === 'sent' || state === 'seen').length;
  return (
    <Card aria-labelledby={id}>
      <SectionHead
        id={id}
        title={t('alertDeliveries.title')}
        hint={items.length > 0 ? t('alertDeliveries.delivered', { done, all: items.length }) : undefined}
      />
      {!data && !isError && <p className={classes.quiet}>{t('alertDeliveries.loading')}</p>}
      {isError && (
        <p className={classes.quiet} role="alert">
          {t('alertDeliveries.failed')}{' '}
          <button type="button" className={classes.retry} onClick={() => void refetch()}>
            {t('common.retry')}
          </button>
        </p>
      )}
      {data && items.length === 0 && <p className={classes.quiet}>{t('alertDeliveries.none')}</p>}
      <ul className={classes.receivers}>
        {byReceiver(items).map((group) => (
          <Receiver key={group[0]?.id} deliveries={group} />
        ))}
      </ul>
      {data && alert.id_dev !== null && alert.severity !== 'info' && (items.length > 0 || data.next) && (
        <Ladder deviceId={alert.id_dev} severity={alert.severity} {...data} />
      )}
    </Card>
  );
}
