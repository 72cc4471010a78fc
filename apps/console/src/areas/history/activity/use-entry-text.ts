import type { ActivityEntry, BoardEvent } from '@manoboard/contract/activity/activity';
import { useTranslations } from 'use-intl';
import { roundAge } from '../../../lib/texts/format.ts';
import type { EntryText } from './entry-text.ts';
import { useChangeText } from './use-change-text.ts';
import { useCommandEntryText } from './use-command-text.ts';

export function useEntryText(): (entry: ActivityEntry) => EntryText {
  const t = useTranslations();
  const timeline = useTranslations('timeline');
  const commandText = useCommandEntryText();
  const changeText = useChangeText();

  const startText = (by: NonNullable<BoardEvent['started_by']>): EntryText => ({
    title: t('activity.started'),
    by: timeline('board'),
    outcome: t(`activity.startedBy.${by}`),
    reason: undefined,
    tone: by === 'command' || by === 'retry' ? 'off' : 'stop',
    steps: [],
  });

  const eventText = ({ code, started_by = 'itself', raised_at, cleared_at }: BoardEvent): EntryText => {
    if (code === 'STARTED') return startText(started_by);
    const lasted = raised_at === null || cleared_at === null ? undefined : roundAge(cleared_at - raised_at);
    const sentence = t(`boardEvent.${code}`);
    return {
      title: sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1),
      by: timeline('board'),
      outcome:
        cleared_at === null
          ? t('activity.lasting')
          : lasted === undefined
            ? t('activity.over')
            : timeline('overAfter', { minutes: Math.floor(lasted / 60), seconds: Math.round(lasted % 60) }),
      reason: undefined,
      tone: cleared_at === null ? 'stop' : 'off',
      steps: [],
    };
  };

  return (entry) => {
    if (entry.kind === 'command') return commandText(entry.command);
    return entry.kind === 'event' ? eventText(entry.event) : changeText(entry.change);
  };
}
