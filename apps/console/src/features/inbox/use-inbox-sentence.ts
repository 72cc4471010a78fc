import type { InboxItem } from '@manoboard/contract/nouns/inbox';
import { inboxSentence } from '@manoboard/i18n/inbox-sentence';
import { useFormatter, useTranslations } from 'use-intl';

/** What happened, in the language of this console; the server's own sentence for what it has no words for. */
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
