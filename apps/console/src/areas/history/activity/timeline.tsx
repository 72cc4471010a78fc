import type { ActivityEntry } from '@manoboard/contract/activity/activity';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { isNotOffered, useLoadHint } from '../../../lib/http/use-problem-text.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { CsvLink } from './csv-link.tsx';
import { kindIcons } from './entry-icon.tsx';
import { entryKey } from './merge-command.ts';
import { TimelineRow } from './timeline-row.tsx';
import { TIMELINE_GROUPS, type TimelineGroup, useTimeline } from './use-timeline.ts';

const GROUPS = Object.keys(TIMELINE_GROUPS) as TimelineGroup[];
const DAY = { weekday: 'long', day: 'numeric', month: 'numeric' } as const;

interface ChipsProps {
  chosen: TimelineGroup;
  countOf: (group: TimelineGroup) => number | undefined;
  onChoose: (group: TimelineGroup) => void;
}

/** An empty group has no chip, unless it is selected. */
function Chips({ chosen, countOf, onChoose }: ChipsProps) {
  const t = useTranslations('timeline');
  const { number } = useFormatter();
  const shown = GROUPS.filter((group) => group === 'all' || group === chosen || (countOf(group) ?? 0) > 0);
  return (
    <FilterChips label={t('filter')}>
      {shown.map((group) => {
        const count = countOf(group);
        return (
          <FilterChip
            key={group}
            icon={group !== 'all' && kindIcons[group]}
            label={t(`group.${group}`)}
            count={count === undefined ? undefined : number(count)}
            isPressed={group === chosen}
            onClick={() => onChoose(group)}
          />
        );
      })}
    </FilterChips>
  );
}

/** One list per local day. */
function Days({ entries, moment }: { entries: readonly ActivityEntry[]; moment: number | undefined }) {
  const t = useTranslations('timeline');
  const { dateTime } = useFormatter();
  const dayOf = (at: number) =>
    dateTime(new Date(at * 1000), { year: 'numeric', month: '2-digit', day: '2-digit' });
  const [today, yesterday] = useClock((nowS) => `${dayOf(nowS)}|${dayOf(nowS - 86_400)}`).split('|');
  const days = Map.groupBy(entries, ({ at }) => dayOf(at));
  return [...days].map(([day, rows]) => {
    const relativeDay = day === today ? t('today') : day === yesterday ? t('yesterday') : undefined;
    const date = dateTime(
      new Date((rows[0]?.at ?? 0) * 1000),
      relativeDay ? DAY : { ...DAY, year: 'numeric' },
    );
    return (
      <section key={day} aria-label={[relativeDay, date].filter(Boolean).join(' ')}>
        <h3 className="text-lg font-bold mb-3">
          {relativeDay ?? date}{' '}
          {relativeDay && <span className="text-md text-dim font-normal ml-1.5">{date}</span>}
        </h3>
        <ol className="mb-6">
          {rows.map((entry) => (
            <TimelineRow
              key={entryKey(entry)}
              entry={entry}
              isMarked={moment !== undefined && Math.floor(entry.at) === moment}
            />
          ))}
        </ol>
      </section>
    );
  });
}

/** R5.6, R5.7b: all commands, changes and events of a device. */
export function Timeline({ deviceId, atS }: { deviceId: string; atS?: number | undefined }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const [moment, setMoment] = useState(atS);
  const [group, setGroup] = useState<TimelineGroup>('all');
  const timeline = useTimeline(deviceId, group, moment);
  const loadHint = useLoadHint();
  const { state, entries, newCount } = timeline;
  return (
    <>
      <div className="flex items-center justify-between gap-3 mb-3 max-sm:flex-col max-sm:items-stretch">
        <Chips chosen={group} countOf={timeline.countOf} onChoose={setGroup} />
        <CsvLink className="max-sm:self-end" deviceId={deviceId} kinds={TIMELINE_GROUPS[group]} />
      </div>
      <Card
        className="@container"
        aria-label={t('timeline.title')}
        aria-busy={timeline.isChanging || undefined}
      >
        {timeline.hasFailed && (
          <p className="text-md text-dim pt-2 pb-4" role="alert">
            {t('timeline.old')}
          </p>
        )}
        {moment !== undefined && (
          <p className="text-md text-dim pt-2 pb-4">
            {t('timeline.momentNotice', {
              moment: dateTime(moment * 1000, { dateStyle: 'medium', timeStyle: 'medium' }),
            })}{' '}
            <Button variant="default" size="tool" className="mr-2 mb-3" onClick={() => setMoment(undefined)}>
              {t('timeline.latest')}
            </Button>
          </p>
        )}
        {newCount > 0 && (
          <Button variant="default" size="tool" className="mr-2 mb-3" onClick={timeline.showNew}>
            {t('timeline.waiting', { n: newCount })}
          </Button>
        )}
        <Days entries={entries} moment={moment} />
        {entries.length === 0 && newCount === 0 && (
          <p className="text-md text-dim pt-2 pb-4" role="status">
            {state === 'loading' && t('app.loading')}
            {state === 'failed' && `${t('activity.failed')} ${loadHint(timeline.error)}`}
            {state === 'ready' && t(group === 'all' ? 'activity.empty' : 'timeline.emptyGroup')}
          </p>
        )}
        {(state === 'failed' || timeline.hasFailed) && !isNotOffered(timeline.error) && (
          <Button variant="default" size="tool" className="mr-2 mb-3" onClick={timeline.retry}>
            {t('common.retry')}
          </Button>
        )}
        {timeline.hasOlder && (
          <Button
            variant="default"
            size="tool"
            className="mr-2 mb-3"
            disabled={timeline.isLoadingOlder}
            onClick={timeline.showOlder}
          >
            {t(timeline.isLoadingOlder ? 'app.loading' : 'timeline.older')}
          </Button>
        )}
      </Card>
    </>
  );
}
