import type { ActivityEntry, BoardEvent } from '@manoboard/contract/activity/activity';
import { useTranslations } from 'use-intl';
import { useEventName } from '../../../device/use-event-name.ts';
import { roundAge } from '../../../lib/texts/format.ts';
import { type EntryText, isWantedStart } from './entry-text.ts';
import { useChangeText } from './use-change-text.ts';
import { useCommandEntryText } from './use-command-text.ts';

export function useEntryText(): (entry: ActivityEntry) => EntryText {
  const t = useTranslations();
  const timeline = useTranslations('timeline');
  const nameOf = useEventName();
  const commandText = useCommandEntryText();
  const changeText = useChangeText();

  const startText = (event: BoardEvent): EntryText => ({
    title: t('activity.started'),
    by: timeline('board'),
    outcome: t(`activity.startedBy.${event.started_by ?? 'itself'}`),
    reason: undefined,
    tone: isWantedStart(event) ? 'off' : 'stop',
    steps: [],
  });

  const eventText = (event: BoardEvent): EntryText => {
    const { code, raised_at, cleared_at } = event;
    if (code === 'STARTED') return startText(event);
    const lasted = raised_at === null || cleared_at === null ? undefined : roundAge(cleared_at - raised_at);
    const sentence = nameOf(code);
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
