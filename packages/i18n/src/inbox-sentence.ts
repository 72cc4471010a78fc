import type { EventCode } from '@manoboard/contract/mqtt/event';
import type { InboxEvent } from '@manoboard/contract/nouns/inbox';

type Happened = Exclude<InboxEvent, { type: 'message' }>;
type Key = `inbox.${Happened['type']}` | `boardEvent.${EventCode}`;

/** Formatter of a program: the console uses the language of the page, the server that of the caller. */
export interface Speech {
  say: (key: Key, values: Record<string, string | number>) => string;
  /** Formats Unix seconds. */
  date: (seconds: number) => string;
}

export const deviceName = ({ alias, device_id }: InboxEvent) => alias?.trim() || device_id;

/** R1.7: an inbox entry as one sentence; a message has its own text. */
export function inboxSentence(event: InboxEvent, { say, date }: Speech): string {
  const device = deviceName(event);
  switch (event.type) {
    case 'message':
      return event.text;
    case 'alert':
      return say('inbox.alert', { device, what: say(`boardEvent.${event.code}`, {}) });
    case 'delegation_received': {
      const end = event.expires_at;
      const until = end === null ? { hasEnd: 'no', end: '' } : { hasEnd: 'yes', end: date(end) };
      return say('inbox.delegation_received', { device, by: event.by, ...until });
    }
    case 'delegation_ended':
      return say('inbox.delegation_ended', { device, reason: event.reason });
    case 'device_received':
    case 'device_taken':
      return say(`inbox.${event.type}`, { device, by: event.by });
    case 'firmware_available':
      return say('inbox.firmware_available', { device, version: event.version, others: event.devices - 1 });
    default:
      return say(`inbox.${event.type}`, { device, version: event.version });
  }
}
