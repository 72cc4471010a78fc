import type { Alert } from '@manoboard/contract/nouns/alert';
import { useLocale } from 'use-intl';

/** R1.1: the sentence of an alert in the language of the screen, also if the account has another one. */
export function useDescription() {
  const language = useLocale() === 'sk-SK' ? 'sk' : 'gb';
  return ({ descriptions }: Alert) => descriptions[language];
}
