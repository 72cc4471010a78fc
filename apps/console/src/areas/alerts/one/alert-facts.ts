import type { Alert } from '@manoboard/contract/alert/alert';
import { useFormatter, useTranslations } from 'use-intl';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { useClock } from '../../../lib/time/clock.ts';

/** The owner's name of the device, or its ID; an alert of the whole installation has a name only. */
export const deviceNameOf = ({ alias, id_dev }: Pick<Alert, 'alias' | 'id_dev'>) =>
  alias?.trim() || (id_dev ?? '');

/** A shelved alert is silent until a time. */
export const isShelvedAt = ({ shelved_until }: Pick<Alert, 'shelved_until'>, nowS: number) =>
  shelved_until !== null && shelved_until > nowS;

/** R1.1: the texts of an alert in the language of the screen, also if the account has another one. */
export function useAlertTexts() {
  const language = useLanguage();
  return {
    titleOf: ({ titles }: Pick<Alert, 'titles'>) => titles[language],
    describe: ({ descriptions }: Pick<Alert, 'descriptions'>) => descriptions[language],
  };
}

/** What happened, and the time of the board's next retry, added here since the server does not know the zone. */
export function useHappened(alert: Pick<Alert, 'descriptions' | 'retry_timestamp' | 'cleared_timestamp'>) {
  const t = useTranslations('alerts');
  const { dateTime } = useFormatter();
  const { describe } = useAlertTexts();
  const { retry_timestamp: retryS, cleared_timestamp: clearedS } = alert;
  const isAhead = useClock((nowS) => retryS !== null && clearedS === null && retryS > nowS);
  if (!isAhead || retryS === null) return describe(alert);
  const time = dateTime(retryS * 1000, { hour: 'numeric', minute: '2-digit' });
  return `${describe(alert)} ${t('retryAt', { time })}`;
}
