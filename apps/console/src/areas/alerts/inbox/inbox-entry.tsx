import type { InboxItem } from '@manoboard/contract/inbox/inbox';
import { inboxSentence } from '@manoboard/i18n/inbox-sentence';
import {
  IconAlertTriangle,
  IconBellOff,
  IconCalendarUser,
  IconCpu,
  IconInfoCircle,
  IconKey,
  IconMessage2,
  IconRefresh,
  IconRefreshAlert,
  IconUserPlus,
  IconUserX,
} from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { AlertLink, DeviceLink } from '../../../device/links.tsx';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { DropdownItem } from '../../../ui/dropdown.tsx';
import type { Tone } from '../../../ui/tone.ts';

type Type = NonNullable<InboxItem['event']>['type'];

const typeStyles: Record<Type, { Icon: typeof IconCpu; tone: Tone }> = {
  alert: { Icon: IconAlertTriangle, tone: 'wait' },
  alert_undelivered: { Icon: IconBellOff, tone: 'stop' },
  access_added: { Icon: IconKey, tone: 'wait' },
  delegation_received: { Icon: IconUserPlus, tone: 'run' },
  delegation_ended: { Icon: IconUserX, tone: 'off' },
  device_taken: { Icon: IconUserX, tone: 'off' },
  device_received: { Icon: IconCpu, tone: 'run' },
  firmware_available: { Icon: IconRefresh, tone: 'off' },
  firmware_done: { Icon: IconRefresh, tone: 'run' },
  firmware_failed: { Icon: IconRefreshAlert, tone: 'wait' },
  leak_suspected: { Icon: IconInfoCircle, tone: 'wait' },
  weekly_summary: { Icon: IconInfoCircle, tone: 'off' },
  visit: { Icon: IconCalendarUser, tone: 'off' },
  message: { Icon: IconMessage2, tone: 'off' },
};
const UNKNOWN = { Icon: IconInfoCircle, tone: 'off' } as const;

/** No link without a device, or if the user no longer has access to it. */
const linkedDeviceId = ({ event }: InboxItem) =>
  event && event.type !== 'access_added' && event.type !== 'delegation_ended' && event.type !== 'device_taken'
    ? event.device_id
    : undefined;

interface Props {
  item: InboxItem;
  onRead: () => void;
  onLeave: () => void;
}

/** R1.7: a click marks the entry as read and opens its alert or its device. */
export function InboxEntry({ item, onRead, onLeave }: Props) {
  const device = linkedDeviceId(item);
  const body = <EntryBody item={item} />;
  if (device === undefined) return <DropdownItem onClick={onRead}>{body}</DropdownItem>;
  const follow = () => {
    onRead();
    onLeave();
  };
  const link =
    item.event?.type === 'alert' || item.event?.type === 'alert_undelivered' ? (
      <AlertLink alertId={item.event.alert_id} />
    ) : (
      <DeviceLink deviceId={device} />
    );
  return (
    <DropdownItem render={link} onClick={follow}>
      {body}
    </DropdownItem>
  );
}

function EntryBody({ item }: { item: InboxItem }) {
  const sentenceOf = useInboxSentence();
  const ageText = useAgeText();
  const ageS = useClock((nowS) => roundAge(Math.max(0, nowS - item.ts)));
  const { Icon, tone } = item.event ? typeStyles[item.event.type] : UNKNOWN;
  const isMessage = item.event?.type === 'message';
  return (
    <span
      className="group/entry grid items-center gap-3 flex-1 py-0.5 grid-cols-[auto_minmax(0,1fr)_auto]"
      data-unread={item.unread}
    >
      <span className="grid text-tone-ink" data-tone={tone} aria-hidden>
        <Icon size={18} stroke={1.8} />
      </span>
      <span className="grid gap-0.5">
        <span className="line-clamp-4 wrap-anywhere leading-normal whitespace-pre-line group-data-[unread=true]/entry:font-semibold">
          {sentenceOf(item)}
        </span>
        <span className="text-sm text-dim">
          {isMessage && `${item.details.name} · `}
          {ageText(ageS)}
        </span>
      </span>
      <span className="size-2 rounded-full group-data-[unread=true]/entry:bg-accent" aria-hidden />
    </span>
  );
}

/** The text of an entry in the console's language; the server's text for unknown event types. */
function useInboxSentence() {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const locale = useLanguage();
  return ({ event, name }: InboxItem): string =>
    event
      ? inboxSentence(event, {
          translate: (key, values) => t(key, values),
          locale,
          date: (seconds) => dateTime(new Date(seconds * 1000), { dateStyle: 'medium' }),
        })
      : name;
}
