import type { InboxEvent } from '@manoboard/contract/nouns/inbox';
import { inboxSentence } from '@manoboard/i18n/inbox-sentence';
import { type Locale, locales } from '@manoboard/i18n/locales';
import { translatorOf } from '@manoboard/i18n/translator';

const dateIn = (locale: Locale) => {
  const format = new Intl.DateTimeFormat(locales[locale].tag, { dateStyle: 'medium' });
  return (seconds: number) => format.format(new Date(seconds * 1000));
};
const dates = { sk: dateIn('sk'), gb: dateIn('gb') };

export function sentenceIn(locale: Locale): (event: InboxEvent) => string {
  const t = translatorOf(locale);
  return (event) => inboxSentence(event, { say: (key, values) => t(key, values), date: dates[locale] });
}
