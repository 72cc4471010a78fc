import type { AlertDetail } from '@manoboard/contract/alert/alert';
import type { AlertDeliveries, AlertDelivery, Unreached } from '@manoboard/contract/alert/alert-delivery';
import { alertDeliveryCalls } from '@manoboard/contract/alert/alert-delivery.calls';
import { missingWays } from '@manoboard/domain/alerts/delivery/reach';
import {
  IconAlertCircle,
  IconBellOff,
  IconBellPause,
  IconCheck,
  IconChecks,
  IconClock,
  IconDeviceMobile,
  IconFileText,
  IconMail,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import type { Tone } from '../../../ui/tone.ts';
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
  written: ['stop', <IconFileText key="written" {...icon} />],
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
  return ({ state, failure, reason, next_timestamp: nextS, seen_timestamp: seenS }: AlertDelivery) => {
    if (state === 'waiting' && failure !== null && nextS !== null)
      return reason === null
        ? t('retryCode', { time: timeText(nextS) })
        : t('retry', { time: timeText(nextS), reason });
    if (state === 'held') return t('held', { time: timeText(nextS ?? 0) });
    if (state === 'failed')
      return reason === null ? t('failedCode', { failure: failure ?? '' }) : t('failed', { reason });
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
    <li
      className="grid gap-y-0 gap-x-3 items-start text-dim text-md grid-cols-[6rem_auto_minmax(0,1fr)]"
      data-tone={tone}
    >
      <span className="flex gap-1 [&_svg]:flex-none [&_svg]:mt-0.5">
        {channelIcons[channel]} {t(`channel.${channel}`)}
      </span>
      <span className="tabular-nums tracking-tight">{timeText(sent_timestamp ?? timestamp)}</span>
      <span className="flex gap-1 text-tone-ink font-medium wrap-anywhere mb-1.5 text-md [&_svg]:flex-none [&_svg]:mt-0.5">
        {mark}
        <span>
          {change !== 'raised' && <>{t(`change.${change}`)}: </>}
          {stateText(delivery)}
        </span>
      </span>
      {receiver && target && <span className="text-sm wrap-anywhere col-[2/-1]">{target}</span>}
    </li>
  );
}

interface ReceiverProps {
  deliveries: readonly AlertDelivery[];
  /** Set if no channel reaches the person. */
  unreached: Unreached | undefined;
}

/** A person, or a target of the installation, with their deliveries. */
function Receiver({ deliveries, unreached }: ReceiverProps) {
  const t = useTranslations('alertDeliveries');
  const personName = usePersonName();
  const first = deliveries[0] ?? unreached;
  if (!first) return null;
  const name = first.receiver ? personName(first.receiver.name) : (deliveries[0]?.target ?? t('somebody'));
  const reasons = unreached && [...new Set(missingWays(unreached.ways))].map((way) => t(`way.${way}`));
  return (
    <li>
      <p className="text-md wrap-anywhere mb-1">
        <strong>{name}</strong>{' '}
        <span className="text-dim before:content-['·_']">{t(`step.${first.step}`)}</span>
      </p>
      {reasons && (
        <p
          className="flex gap-1 text-tone-ink font-medium wrap-anywhere mb-1.5 text-md [&_svg]:flex-none [&_svg]:mt-0.5"
          data-tone="stop"
        >
          <IconBellOff {...icon} />
          <span>
            {t('unreached')}: {reasons.join(', ')}
          </span>
        </p>
      )}
      <ul className="grid gap-1">
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </li>
  );
}

/** The receivers in the order of their first delivery, then those without any. */
function Receivers({ items, unreached }: Pick<AlertDeliveries, 'items' | 'unreached'>) {
  const groups = byReceiver(items);
  const isOf = (group: readonly AlertDelivery[], { receiver }: Unreached) =>
    receiver !== null && group[0]?.receiver?.user_id === receiver.user_id;
  const others = unreached.filter((person) => !groups.some((group) => isOf(group, person)));
  return (
    <ul className="grid gap-4">
      {groups.map((group) => (
        <Receiver
          key={group[0]?.id}
          deliveries={group}
          unreached={unreached.find((person) => isOf(group, person))}
        />
      ))}
      {others.map((person) => (
        <Receiver
          key={`${person.receiver?.user_id ?? person.step} ${person.timestamp}`}
          deliveries={[]}
          unreached={person}
        />
      ))}
    </ul>
  );
}

/** The deliveries of an alert: receiver, channel and result, and the next step of escalation. Its events refetch them. */
export function Deliveries({ alert }: { alert: AlertDetail }) {
  const t = useTranslations('alertDeliveries');
  const id = useId();
  const query = useQuery(
    readQuery([...alertKey(alert.id), 'deliveries'], alertDeliveryCalls.alertDeliveries, {
      params: { id: `${alert.id}` },
    }),
  );
  const items = query.data?.items ?? [];
  const done = items.filter(({ state }) => state === 'sent' || state === 'seen').length;
  const words = { loading: t('loading'), failed: t('failed'), isLine: true };
  return (
    <Card aria-labelledby={id}>
      <SectionHead
        id={id}
        title={t('title')}
        hint={items.length > 0 ? t('delivered', { done, all: items.length }) : undefined}
      />
      {query.isRefetchError && (
        <LoadStates state="failed" error={query.error} {...words} onRetry={() => void query.refetch()} />
      )}
      <QueryStates query={query} {...words}>
        {(data) => (
          <>
            {items.length === 0 && data.unreached.length === 0 && (
              <p className="text-md text-dim mt-2.5">{t('none')}</p>
            )}
            <Receivers {...data} />
            <Ladder {...data} />
          </>
        )}
      </QueryStates>
    </Card>
  );
}
