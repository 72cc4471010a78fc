import type { Alert } from '@manoboard/contract/alert/alert';
import { ALERT_GROUPS, type AlertGroup } from '@manoboard/domain/alerts/alert-group';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { HelpLink } from '../../../lib/page/help-link.tsx';
import { useMedia, WIDE } from '../../../lib/page/use-media.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { Banner, Notice } from '../../../ui/notice.tsx';
import { TwoPanes } from '../two-panes.tsx';
import type { AlertFilter } from './alert-filter.ts';
import { AlertSearch, changed } from './alert-filters.tsx';
import { AlertRow, alertRowsClass, groupOf } from './alert-row.tsx';
import { NewAlerts } from './new-alerts.tsx';
import { type AlertList, useAlerts } from './use-alerts.ts';
import { ViewChoice } from './view-choice.tsx';

const CHOICES = [undefined, 'mine', 'free'] as const;

interface Props {
  filter: AlertFilter;
  onFilter: (filter: AlertFilter) => void;
  userId: number;
  /** The alert of the address. */
  selectedId: number | undefined;
  /** An alert beside the list, or on a page of its own. */
  detail: (id: number, isBeside: boolean) => ReactNode;
  /** Problems of the link to the server. */
  banner: ReactNode;
}

const isOf = ({ assignee }: Alert, who: AlertFilter['who'], userId: number) =>
  who === undefined || (who === 'mine' ? assignee?.user_id === userId : assignee === null);

/** Rows of both lists by group: an alert that was resolved or reopened on this page is in the list that loaded it. */
function useGroups(open: AlertList, over: AlertList, who: AlertFilter['who'], userId: number) {
  const nowS = useClock((now) => now - (now % 60));
  return useMemo(() => {
    const all = [...new Map([...over.rows, ...open.rows].map((alert) => [alert.id, alert])).values()];
    const inGroup = (group: AlertGroup) =>
      all
        .filter((alert) => groupOf(alert, nowS) === group)
        .sort((one, other) => other.timestamp - one.timestamp);
    const [harm, look] = [inGroup('harm'), inGroup('look')];
    const mineOf = (rows: Alert[], choice: AlertFilter['who']) =>
      rows.filter((alert) => isOf(alert, choice, userId));
    const known = new Set(all.map(({ id }) => id));
    return {
      groups: {
        harm: mineOf(harm, who),
        look: mineOf(look, who),
        over: who === undefined ? inGroup('over') : [],
      },
      countOf: (choice: AlertFilter['who']) => mineOf([...harm, ...look], choice).length,
      /** Raised since the list was loaded, and not in a group already. */
      newCount: [...open.newIds].filter((id) => !known.has(id)).length,
    };
  }, [open.rows, open.newIds, over.rows, nowS, who, userId]);
}

/** R7.4: the alerts of everybody in three groups; a wide page has one of them beside the list, a narrow one shows it alone. */
export function AlertsView(props: Props) {
  const { filter, onFilter, userId, selectedId, detail, banner } = props;
  const t = useTranslations();
  const isWide = useMedia(WIDE);
  const { q, who } = filter;
  const open = useAlerts(useMemo(() => (q ? { q } : {}), [q]));
  const over = useAlerts(useMemo(() => ({ state: 'resolved', days: '7', ...(q && { q }) }) as const, [q]));
  const { groups, countOf, newCount } = useGroups(open, over, who, userId);
  const isAlone = selectedId !== undefined && !isWide;
  const rows = ALERT_GROUPS.flatMap((group) => groups[group]);
  const shownId = selectedId ?? (isWide ? rows[0]?.id : undefined);
  return (
    <>
      {!isAlone && (
        <PageHead title={t('alerts.title')}>
          <div className="flex min-w-0 flex-wrap items-center gap-2.5 max-sm:w-full">
            <Chips filter={filter} onFilter={onFilter} countOf={countOf} />
            <AlertSearch className="min-w-0 flex-[1_1_11rem]" filter={filter} onFilter={onFilter} />
            <ViewChoice filter={filter} onFilter={onFilter} />
            <HelpLink section="alerts" />
          </div>
        </PageHead>
      )}
      {banner}
      {!isAlone && (
        <>
          {(open.isStale || over.isStale) && <Stale onRetry={open.retry} />}
          <LoadStates
            state={open.state}
            error={open.error}
            failed={t('alerts.failed')}
            cards={2}
            onRetry={open.retry}
          />
        </>
      )}
      {(isAlone || open.state === 'ready') && (
        <TwoPanes beside={shownId !== undefined && detail(shownId, !isAlone)}>
          {!isAlone && (
            <>
              <NewAlerts count={newCount} onShow={open.showNew} />
              {rows.length === 0 && <Empty filter={filter} onFilter={onFilter} />}
              {ALERT_GROUPS.map((group) => (
                <Group key={group} group={group} alerts={groups[group]} currentId={shownId} />
              ))}
              <Older list={open} />
              <Older list={over} />
            </>
          )}
        </TwoPanes>
      )}
    </>
  );
}

function Stale({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations();
  return (
    <Banner icon={<IconAlertTriangle size={20} aria-hidden />}>
      {t('alerts.stale')}{' '}
      <button type="button" className="cursor-pointer underline pointer-coarse:min-h-11" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </Banner>
  );
}

type ChipProps = Pick<Props, 'filter' | 'onFilter'> & { countOf: (who: AlertFilter['who']) => number };

function Chips({ filter, onFilter, countOf }: ChipProps) {
  const t = useTranslations('alerts');
  const { number } = useFormatter();
  return (
    <FilterChips label={t('filters')}>
      {CHOICES.map((who) => (
        <FilterChip
          key={who ?? 'all'}
          label={t(`who.${who ?? 'all'}`)}
          count={number(countOf(who))}
          isPressed={filter.who === who}
          onClick={() => onFilter(changed(filter, 'who', who))}
        />
      ))}
    </FilterChips>
  );
}

function Empty({ filter, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
  const t = useTranslations('alerts');
  if (filter.q || filter.who)
    return <Notice title={t('noMatch')} action={{ label: t('resetFilters'), onClick: () => onFilter({}) }} />;
  return <Notice title={t('emptyOpen')} text={t('emptyOpenHint')} />;
}

interface GroupProps {
  group: AlertGroup;
  alerts: readonly Alert[];
  currentId: number | undefined;
}

function Group({ group, alerts, currentId }: GroupProps) {
  const t = useTranslations('alerts');
  const { number } = useFormatter();
  if (alerts.length === 0) return null;
  const name = t(`group.${group}`);
  return (
    <section className="mb-5" aria-label={name}>
      <h2 className="mx-1 mb-2.5 font-semibold">
        {name}{' '}
        <span className="ml-1 font-normal text-dim">
          {group === 'over' ? t('inWeek', { n: alerts.length }) : number(alerts.length)}
        </span>
      </h2>
      <ul className={alertRowsClass}>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} group={group} isCurrent={alert.id === currentId} />
        ))}
      </ul>
    </section>
  );
}

function Older({ list: { older, rows, total } }: { list: AlertList }) {
  const t = useTranslations();
  if (!older.exists) return null;
  return (
    <Button
      className="mb-2.5"
      fullWidth
      variant="default"
      size="md"
      disabled={older.isLoading}
      onClick={older.load}
    >
      {older.hasFailed ? t('alerts.olderFailed') : t('alerts.more', { n: total - rows.length })}
    </Button>
  );
}
