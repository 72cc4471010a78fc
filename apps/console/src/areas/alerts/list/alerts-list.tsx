import type { Alert } from '@manoboard/contract/alert/alert';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DownloadLink } from '../../../lib/http/download-link.tsx';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { ColumnChooser, useChosenColumns } from '../../../lib/page/column-chooser.tsx';
import { HelpLink } from '../../../lib/page/help-link.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { titleClass } from '../../../ui/heading.tsx';
import { Banner, Notice } from '../../../ui/notice.tsx';
import { NoteDialog, ResolveDialog } from '../one/alert-dialogs.ts';
import { useReopened } from '../one/use-reopened.ts';
import { useAlertColumnNames } from './alert-columns.tsx';
import type { AlertFilter } from './alert-filter.ts';
import { AlertChips, AlertPeriod, AlertSearch, changed } from './alert-filters.tsx';
import { AlertTable } from './alert-table.tsx';
import { alertsCsvHref } from './api.ts';
import type { KindFieldProps } from './kind-field.tsx';
import { NewAlerts } from './new-alerts.tsx';
import { type AlertList, useAlerts } from './use-alerts.ts';
import { ViewChoice } from './view-choice.tsx';

/** Loads with the first selection. */
const BulkActions = lazyComponent(async () => (await import('./bulk-actions.tsx')).BulkActions);

interface Props {
  filter: AlertFilter;
  onFilter: (filter: AlertFilter) => void;
  /** Full name of the user: distinguishes their resolution from an earlier one. */
  userName: string;
  /** Lazy: the names of all kinds are large. */
  KindField: ComponentType<KindFieldProps>;
  /** Problems of the link to the server. */
  banner: ReactNode;
}

function Head({ list, children }: { list: AlertList; children: ReactNode }) {
  const t = useTranslations('alerts');
  const { open } = list;
  return (
    <header className="flex flex-wrap justify-between gap-y-3 gap-x-6.5 items-end mb-4.5 max-sm:mb-3.5">
      <div>
        <div className="flex items-center flex-wrap gap-y-2 gap-x-2.5">
          <h1 className={titleClass}>{t('title')}</h1>
          {open && (
            <span
              className="inline-flex items-center gap-2 text-sm font-semibold px-3 py-0.5 rounded-4xl bg-stop-soft text-stop-ink before:size-2 before:rounded-full before:bg-current"
              role="status"
            >
              {t('open', { n: open.alarm + open.warning + open.info })}
            </span>
          )}
        </div>
        {open && <p className="text-md text-dim mt-1.5">{t('summary', open)}</p>}
      </div>
      <div className="flex flex-wrap gap-2.5 min-w-0 justify-end flex-[1_1_46rem] max-sm:grow max-sm:basis-full">
        {children}
        <HelpLink section="alerts" />
      </div>
    </header>
  );
}

function Empty({ filter, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
  const t = useTranslations('alerts');
  const { state, view: _, ...others } = filter;
  if (Object.keys(others).length > 0)
    return <Notice title={t('noMatch')} action={{ label: t('resetFilters'), onClick: () => onFilter({}) }} />;
  if (state) return <Notice title={t('empty')} text={t('emptyOpenHint')} />;
  return (
    <Notice
      title={t('emptyOpen')}
      text={t('emptyOpenHint')}
      action={{ label: t('showAll'), onClick: () => onFilter({ state: 'all' }) }}
    />
  );
}

/** Escape clears the selection, unless a dialog is open. */
function useEscape(isActive: boolean, act: () => void) {
  useEffect(() => {
    if (!isActive) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isActive, act]);
}

function useSelection(rows: readonly Alert[], filter: AlertFilter) {
  const [state, setState] = useState<{ filter: AlertFilter; ids: ReadonlySet<number> }>();
  const ids = state?.filter === filter ? state.ids : new Set<number>();
  const open = rows.filter(({ resolved }) => !resolved);
  // A row that another person has resolved meanwhile leaves the selection.
  const alerts = open.filter(({ id }) => ids.has(id));
  const set = (next: Iterable<number>) => setState({ filter, ids: new Set(next) });
  const chosen = new Set(alerts.map(({ id }) => id));
  return {
    alerts,
    ids: chosen,
    toggle: ({ id }: Alert) =>
      set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]),
    toggleAll: () => set(alerts.length === open.length ? [] : open.map(({ id }) => id)),
    clear: () => setState(undefined),
  };
}

/** R7.4: all alerts that the user may see, with filters, live. */
export function AlertsList({ filter, onFilter, userName, KindField, banner }: Props) {
  const t = useTranslations();
  const list = useAlerts(filter);
  const zone = useDisplayTimeZone();
  const selection = useSelection(list.rows, filter);
  const [resolving, setResolving] = useState<readonly Alert[]>();
  const [noting, setNoting] = useState<Alert>();
  const { state, rows, newCount } = list;
  useReopened('note', rows, setNoting);
  useReopened('resolve', rows, (alert) => setResolving([alert]));
  const columns = useChosenColumns('alerts', useAlertColumnNames());
  const isChoosing = selection.alerts.length > 0;
  useEscape(isChoosing && !resolving && !noting, selection.clear);
  return (
    <>
      <Head list={list}>
        <AlertSearch className="flex-[1_1_19rem]" filter={filter} onFilter={onFilter} />
        <KindField
          kind={filter.kind}
          onKind={(kind) => onFilter(changed(filter, 'kind', kind))}
          className="flex-none w-44 max-sm:order-1 max-sm:flex-[1_1_9rem] max-sm:w-auto max-sm:min-w-0"
        />
        <AlertPeriod filter={filter} onFilter={onFilter} />
        <ColumnChooser {...columns} />
        <DownloadLink href={alertsCsvHref(filter, zone)} fileName="alerts.csv">
          {t('alerts.csv')}
        </DownloadLink>
        <ViewChoice filter={filter} onFilter={onFilter} />
      </Head>
      {banner}
      {list.isStale && (
        <Banner icon={<IconAlertTriangle size={20} aria-hidden />}>
          {t('alerts.stale')}{' '}
          <button
            type="button"
            className="cursor-pointer underline pointer-coarse:min-h-11"
            onClick={list.retry}
          >
            {t('common.retry')}
          </button>
        </Banner>
      )}
      <AlertChips filter={filter} onFilter={onFilter} open={list.open} shelved={list.shelved} />
      {isChoosing && (
        <BulkActions
          alerts={selection.alerts}
          onResolve={() => setResolving(selection.alerts)}
          onChanged={list.replace}
          onClear={selection.clear}
        />
      )}
      <NewAlerts
        count={newCount}
        onShow={() => {
          list.showNew();
          window.scrollTo({ top: 0 });
        }}
      />
      <LoadStates
        state={state}
        error={list.error}
        failed={t('alerts.failed')}
        cards={1}
        onRetry={list.retry}
      />
      {state === 'ready' && rows.length === 0 && <Empty filter={filter} onFilter={onFilter} />}
      {rows.length > 0 && (
        <AlertTable
          list={list}
          selected={selection.ids}
          onSelect={selection.toggle}
          onSelectAll={selection.toggleAll}
          onResolve={(alert) => setResolving([alert])}
          onNote={setNoting}
          onDevice={(device) => onFilter({ ...filter, device })}
          hidden={columns.hidden}
        />
      )}
      {resolving && (
        <ResolveDialog
          alerts={resolving}
          userName={userName}
          onChanged={list.replace}
          onClose={() => setResolving(undefined)}
        />
      )}
      {noting && <NoteDialog alert={noting} onChanged={list.replace} onClose={() => setNoting(undefined)} />}
    </>
  );
}
