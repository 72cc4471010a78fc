import type { ActivityEntry, BoardEvent } from '@manoboard/contract/nouns/activity';
import { useTranslations } from 'use-intl';
import { roundAge } from '../../lib/format.ts';
import type { EntryWords } from './entry-words.ts';
import { useChangeWords } from './use-change-words.tsx';
import { useCommandEntryWords } from './use-command-words.ts';

/** What a row of the timeline says, whatever its kind. */
export function useEntryWords(): (entry: ActivityEntry) => EntryWords {
  const t = useTranslations();
  const words = useTranslations('timeline');
  const commandWords = useCommandEntryWords();
  const changeWords = useChangeWords();

  const eventWords = ({ code, raised_at, cleared_at }: BoardEvent): EntryWords => {
    const lasted = raised_at === null || cleared_at === null ? undefined : roundAge(cleared_at - raised_at);
    const sentence = t(`boardEvent.${code}`);
    return {
      title: sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1),
      by: words('board'),
      outcome:
        cleared_at === null
          ? t('activity.lasting')
          : lasted === undefined
            ? t('activity.over')
            : words('overAfter', { minutes: Math.floor(lasted / 60), seconds: Math.round(lasted % 60) }),
      reason: undefined,
      tone: cleared_at === null ? 'stop' : 'off',
      steps: [],
    };
  };

  return (entry) => {
    if (entry.kind === 'command') return commandWords(entry.command);
    return entry.kind === 'event' ? eventWords(entry.event) : changeWords(entry.change);
  };
}
