import { type KeyboardEvent, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ColumnHead } from '../../../ui/column-head.tsx';
import { useVirtualList } from '../../../ui/use-virtual-list.ts';
import { AlertRow, type RowActions } from './alert-row.tsx';
import classes from './alert-table.module.css';
import type { AlertList } from './use-alerts.ts';

const ROW_PX = 76;
/** The next page is requested this many rows before the end. */
const AHEAD = 30;

const COLUMNS = [
  'id',
  'time',
  'description',
  'resolved',
  'mailSent',
  'mailSentTime',
  'ownerId',
  'address',
  'notes',
  'action',
] as const;

interface Props extends RowActions {
  list: AlertList;
  selected: ReadonlySet<number>;
  onSelectAll: () => void;
}

/** Arrow keys move between the checkboxes of adjacent rows, which are always rendered. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>) {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  if (!(event.key in step) || !(event.target instanceof HTMLInputElement)) return;
  const towards = step[event.key as keyof typeof step];
  let row = event.target.closest('tr')?.[towards];
  while (row && !row.querySelector('input')) row = row[towards];
  if (!row) return;
  event.preventDefault();
  row.querySelector('input')?.focus();
}

function Head({ list, selected, onSelectAll }: Pick<Props, 'list' | 'selected' | 'onSelectAll'>) {
  const t = useTranslations('alerts');
  const open = list.rows.filter(({ resolved }) => !resolved);
  const count = open.filter(({ id }) => selected.has(id)).length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.check}>
          <input
            type="checkbox"
            aria-label={t('selectAll')}
            title={t('selectAll')}
            checked={count > 0 && count === open.length}
            disabled={open.length === 0}
            ref={(input) => {
              if (input) input.indeterminate = count > 0 && count < open.length;
            }}
            onChange={onSelectAll}
          />
        </th>
        {COLUMNS.map((name) => (
          <ColumnHead key={name} column={name}>
            {t(name)}
          </ColumnHead>
        ))}
      </tr>
    </thead>
  );
}

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr className={classes.gap}>
      <td colSpan={COLUMNS.length + 1} style={{ height }} />
    </tr>
  );

function Foot({ list: { rows, total, older } }: Pick<Props, 'list'>) {
  const t = useTranslations();
  return (
    <div className={classes.foot}>
      <span className="num">
        {t('alerts.shown', { shown: rows.length, total: Math.max(total, rows.length) })}
      </span>
      {older.isLoading && <span role="status">{t('app.loading')}</span>}
      {older.hasFailed && !older.isLoading && (
        <span role="alert">
          {t('alerts.olderFailed')}{' '}
          <button type="button" className={classes.resolve} onClick={older.load}>
            {t('common.retry')}
          </button>
        </span>
      )}
      <span>{t('alerts.newestHint')}</span>
    </div>
  );
}

/** Renders the visible rows only: the list may have thousands. */
export function AlertTable({ list, selected, onSelectAll, ...actions }: Props) {
  const t = useTranslations('alerts');
  const { rows, older } = list;
  const virtual = useVirtualList({
    count: rows.length,
    heightOf: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const last = virtual.shown.at(-1);
  const isNearEnd = last !== undefined && last.index >= rows.length - AHEAD;
  const { exists, isLoading, hasFailed, load } = older;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new in every render.
  useEffect(() => {
    if (isNearEnd && exists && !isLoading && !hasFailed) load();
  }, [isNearEnd, exists, isLoading, hasFailed, rows.length]);
  return (
    <div ref={virtual.list} className={classes.card} aria-busy={list.isChanging || undefined}>
      <table className={classes.table} aria-label={t('list')} aria-rowcount={list.total + 1}>
        <Head list={list} selected={selected} onSelectAll={onSelectAll} />
        <tbody onKeyDown={moveFocus}>
          <Gap height={virtual.beforePx} />
          {virtual.shown.flatMap(({ index, key }) => {
            const alert = rows[index];
            return alert
              ? [
                  <AlertRow
                    key={key}
                    ref={virtual.measure}
                    index={index}
                    alert={alert}
                    isSelected={selected.has(alert.id)}
                    {...actions}
                  />,
                ]
              : [];
          })}
          <Gap height={virtual.afterPx} />
        </tbody>
      </table>
      <Foot list={list} />
    </div>
  );
}
