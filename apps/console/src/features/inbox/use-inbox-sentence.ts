import type { InboxItem } from '@manoboard/contract/nouns/inbox';
import { inboxSentence } from '@manoboard/i18n/inbox-sentence';
import { useFormatter, useTranslations } from 'use-intl';

/** The text of an entry in the console's language; the server's text for unknown event types. */
export function useInboxSentence() {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  return ({ event, name }: InboxItem): string =>
    event
      ? inboxSentence(event, {
          say: (key, values) => t(key, values),
          date: (seconds) => dateTime(new Date(seconds * 1000), { dateStyle: 'medium' }),
        })
      : name;
}
