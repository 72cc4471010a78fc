import type { Alert } from '@manoboard/contract/nouns/alert';
import { useLocale } from 'use-intl';

/** R1.1: the texts of an alert in the language of the screen, also if the account has another one. */
export function useAlertTexts() {
  const language = useLocale() === 'sk-SK' ? 'sk' : 'gb';
  return {
    titleOf: ({ titles }: Pick<Alert, 'titles'>) => titles[language],
    describe: ({ descriptions }: Pick<Alert, 'descriptions'>) => descriptions[language],
  };
}
