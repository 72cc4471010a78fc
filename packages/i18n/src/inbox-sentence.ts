import type { InboxEvent } from '@manoboard/contract/inbox/inbox';
import type { Locale } from '@manoboard/contract/locales';
import { EventCode } from '@manoboard/contract/mqtt/event';

type EntryEvent = Exclude<InboxEvent, { type: 'message' }>;
type Key = `inbox.${EntryEvent['type']}` | `boardEvent.${EventCode}`;

/** Formatter of a program: the console uses the language of the page, the server that of the caller. */
export interface InboxFormatter {
  translate: (key: Key, values: Record<string, string | number>) => string;
  locale: Locale;
  /** Formats Unix seconds. */
  date: (seconds: number) => string;
}

/** A day of the calendar is the same day in the zones from -11 to +11 hours. */
const noonS = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

/** Name of the device, or of the subject of an entry about the account. */
export const deviceName = (event: InboxEvent) =>
  event.type === 'access_added' ? event.subject : event.alias?.trim() || event.device_id;

/** Entries about an event of a board have no titles. */
function alertName(
  { code, titles }: Extract<InboxEvent, { type: 'alert' }>,
  locale: Locale,
  translate: InboxFormatter['translate'],
): string {
  const event = EventCode.options.find((known) => known === code);
  return titles?.[locale] ?? (event ? translate(`boardEvent.${event}`, {}) : code);
}

/** R1.7: an inbox entry as one sentence; a message has its own text. */
export function inboxSentence(event: InboxEvent, { translate, locale, date }: InboxFormatter): string {
  const device = deviceName(event);
  switch (event.type) {
    case 'message':
      return event.text;
    case 'alert':
      return translate('inbox.alert', { device, what: alertName(event, locale, translate) });
    case 'alert_undelivered':
      return translate('inbox.alert_undelivered', { device, what: event.titles[locale] });
    case 'delegation_received': {
      const end = event.expires_at;
      const until = end === null ? { hasEnd: 'no', end: '' } : { hasEnd: 'yes', end: date(end) };
      return translate('inbox.delegation_received', { device, by: event.by, ...until });
    }
    case 'access_added':
      return translate('inbox.access_added', { what: event.what, subject: event.subject });
    case 'delegation_ended':
      return translate('inbox.delegation_ended', { device, reason: event.reason });
    case 'device_received':
    case 'device_taken':
      return translate(`inbox.${event.type}`, { device, by: event.by });
    case 'firmware_available':
      return translate('inbox.firmware_available', {
        device,
        version: event.version,
        others: event.devices - 1,
      });
    case 'leak_suspected': {
      const { minutes, lpm } = event;
      const rate = lpm === undefined ? 'no' : 'yes';
      return translate('inbox.leak_suspected', { device, minutes, rate, lpm: lpm ?? 0 });
    }
    case 'visit': {
      const { news, day, part, by } = event;
      return translate('inbox.visit', { device, news, part, by, day: date(noonS(day)) });
    }
    case 'weekly_summary': {
      const { wifi_h, offline_min, short_h } = event;
      return translate('inbox.weekly_summary', { device, wifi_h, offline_min, short_h });
    }
    default:
      return translate(`inbox.${event.type}`, { device, version: event.version });
  }
}
