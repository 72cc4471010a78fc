import type { InboxItem } from '@manoboard/contract/inbox';
import { useFormatter, useTranslations } from 'use-intl';

/** What happened, in the language of this console; the server's own sentence for what it has no words for. */
export function useInboxSentence() {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  return ({ event, name }: InboxItem): string => {
    if (!event || event.type === 'message') return name;
    const device = event.alias?.trim() || event.device_id;
    switch (event.type) {
      case 'alert':
        return t('inbox.alert', { device, what: t(`boardEvent.${event.code}`) });
      case 'delegation_received': {
        const end = event.expires_at;
        return t('inbox.delegation_received', {
          device,
          by: event.by,
          hasEnd: end === null ? 'no' : 'yes',
          end: end === null ? '' : dateTime(new Date(end * 1000), { dateStyle: 'medium' }),
        });
      }
      case 'delegation_ended':
        return t('inbox.delegation_ended', { device, reason: event.reason });
      case 'device_received':
        return t('inbox.device_received', { device, by: event.by });
      default:
        return t(`inbox.${event.type}`, { device, version: event.version });
    }
  };
}
