import type { Alert } from '@manoboard/contract/alert/alert';
import { WORK_GROUPS } from '@manoboard/domain/alerts/work-group';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { HelpLink } from '../../../lib/page/help-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { Banner, Notice } from '../../../ui/notice.tsx';
import { NewAlerts } from '../list/new-alerts.tsx';
import { NoteDialog, ResolveDialog } from '../one/alert-dialogs.ts';
import { useReopened } from '../one/use-reopened.ts';
import { useAssignment } from './use-assignment.ts';
import { useWorkList, type WorkEntry } from './use-work-list.ts';
import { type CardActions, WorkCard } from './work-card.tsx';

interface Props {
  user: { id: number; name: string };
  /** Problems of the link to the server. */
  banner: ReactNode;
}

const FILTERS = ['all', 'free', 'mine'] as const;
type Filter = (typeof FILTERS)[number];

function isShown({ assignee }: WorkEntry, filter: Filter, userId: number): boolean {
  if (filter === 'mine') return assignee?.user_id === userId;
  return filter === 'all' || assignee === null;
}

function Chips({
  filter,
  onFilter,
  countOf,
}: {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  countOf: (filter: Filter) => number;
}) {
  const t = useTranslations('work');
  const { number } = useFormatter();
  return (
    <FilterChips label={t('filter')}>
      {FILTERS.map((name) => (
        <FilterChip
          key={name}
          label={t(`filterOf.${name}`)}
          count={number(countOf(name))}
          isPressed={name === filter}
          onClick={() => onFilter(name)}
        />
      ))}
    </FilterChips>
  );
}

function Groups({ entries, ...actions }: CardActions & { entries: readonly WorkEntry[] }) {
  const t = useTranslations('work');
  return WORK_GROUPS.map((group) => {
    const own = entries.filter((entry) => entry.group === group);
    if (own.length === 0) return null;
    return (
      <section key={group} aria-label={t(`group.${group}`)}>
        <h2 className="text-lg font-bold mt-5 mb-3">
          {t(`group.${group}`)}{' '}
          <span className="text-dim text-md font-normal ml-1.5">{t(`hint.${group}`)}</span>
        </h2>
        <ul className="grid gap-3 max-w-224">
          {own.map((entry) => (
            <WorkCard key={entry.key} entry={entry} {...actions} />
          ))}
        </ul>
      </section>
    );
  });
}

/** The technician's page: what needs a person, most urgent first. */
export function WorkList({ user, banner }: Props) {
  const t = useTranslations();
  const work = useWorkList();
  const { list, entries, haveDevicesFailed, showNew } = work;
  const [filter, setFilter] = useState<Filter>('all');
  const [resolving, setResolving] = useState<Alert>();
  const [noting, setNoting] = useState<Alert>();
  const assignment = useAssignment(work);
  const { state, newCount, older } = list;
  const alerts = entries.flatMap(({ alert }) => alert ?? []);
  useReopened('note', alerts, setNoting);
  useReopened('resolve', alerts, setResolving);
  const shown = entries.filter((entry) => isShown(entry, filter, user.id));
  const countOf = (name: Filter) => entries.filter((entry) => isShown(entry, name, user.id)).length;
  const now = entries.filter(({ group }) => group === 'now').length;
  return (
    <>
      <PageHead
        title={t('work.title')}
        text={state === 'ready' && t('work.summary', { n: entries.length, now })}
      >
        <HelpLink section="alerts" />
        <Chips filter={filter} onFilter={setFilter} countOf={countOf} />
      </PageHead>
      {banner}
      {(list.isStale || haveDevicesFailed) && (
        <Banner icon={<IconAlertTriangle size={20} aria-hidden />}>
          {t(list.isStale ? 'alerts.stale' : 'work.devicesFailed')}{' '}
          <button
            type="button"
            className="cursor-pointer underline pointer-coarse:min-h-11"
            onClick={work.retry}
          >
            {t('common.retry')}
          </button>
        </Banner>
      )}
      <NewAlerts count={newCount} onShow={showNew} />
      <LoadStates
        state={state}
        error={list.error}
        failed={t('alerts.failed')}
        cards={3}
        onRetry={list.retry}
      />
      {state === 'ready' && shown.length === 0 && (
        <Notice
          title={t(entries.length === 0 ? 'work.empty' : 'work.emptyFilter')}
          {...(entries.length === 0
            ? { text: t('work.emptyHint') }
            : { action: { label: t('alerts.showAll'), onClick: () => setFilter('all') } })}
        />
      )}
      <Groups entries={shown} userId={user.id} {...assignment} onNote={setNoting} onResolve={setResolving} />
      {work.hiddenDevices > 0 && <p role="status">{t('work.hidden', { n: work.hiddenDevices })}</p>}
      {older.exists && (
        <Button variant="default" disabled={older.isLoading} onClick={older.load}>
          {older.isLoading ? t('app.loading') : t('work.older')}
        </Button>
      )}
      {resolving && (
        <ResolveDialog
          alerts={[resolving]}
          userName={user.name}
          onChanged={list.replace}
          onClose={() => setResolving(undefined)}
        />
      )}
      {noting && <NoteDialog alert={noting} onChanged={list.replace} onClose={() => setNoting(undefined)} />}
    </>
  );
}
