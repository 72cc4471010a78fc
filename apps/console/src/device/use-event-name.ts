import type { Messages } from '@manoboard/i18n/messages';
import { useTranslations } from 'use-intl';

/** The name of an event of a board; a code that only the board knows is named as it is. */
export function useEventName(): (code: string) => string {
  const t = useTranslations();
  return (code) => {
    const key = `boardEvent.${code as keyof Messages['boardEvent']}` as const;
    return t.has(key) ? t(key) : t('boardEvents.unknown', { code });
  };
}
