import { type KeyboardEvent, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ColumnHead } from '../../../ui/column-head.tsx';
import { useVirtualList } from '../../../ui/use-virtual-list.ts';
import { AlertRow, type RowActions } from './alert-row.tsx';
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
        <th
          scope="col"
          className="w-11 pl-4! @max-[62rem]:row-[1/span_2] @max-[62rem]:col-start-1! @max-[62rem]:pt-2.5! @max-[62rem]:pr-0! @max-[62rem]:pb-0! @max-[62rem]:pl-4!"
        >
          <input
            className="block cursor-pointer size-4.5 accent-accent pointer-coarse:size-6"
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
    <tr className="@max-[62rem]:block! @max-[62rem]:p-0! in-[tbody]:border-x-0 in-[tbody]:border-b-0 in-[tbody]:bg-transparent in-[tbody]:border-t-0! in-[tbody]:hover:border-x-0 in-[tbody]:hover:border-b-0 in-[tbody]:hover:border-t-0! in-[tbody]:hover:bg-transparent!">
      <td className="@max-[62rem]:block @max-[62rem]:p-0" colSpan={COLUMNS.length + 1} style={{ height }} />
    </tr>
  );

function Foot({ list: { rows, total, older } }: Pick<Props, 'list'>) {
  const t = useTranslations();
  return (
    <div className="flex items-center flex-wrap justify-between text-sm text-dim border-t border-line gap-y-1.75 gap-x-6.5 px-5 py-3.25">
      <span className="tabular-nums tracking-tight">
        {t('alerts.shown', { shown: rows.length, total: Math.max(total, rows.length) })}
      </span>
      {older.isLoading && <span role="status">{t('app.loading')}</span>}
      {older.hasFailed && !older.isLoading && (
        <span role="alert">
          {t('alerts.olderFailed')}{' '}
          <button
            type="button"
            className="font-semibold text-link cursor-pointer py-1.25 pointer-coarse:min-h-11 @max-[62rem]:px-4 @max-[62rem]:py-1.75 @max-[62rem]:border @max-[62rem]:border-line-strong @max-[62rem]:rounded-md @max-[62rem]:bg-card hover:underline"
            onClick={older.load}
          >
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
    <div
      ref={virtual.list}
      className="border border-line rounded-lg bg-card shadow-card overflow-hidden @container"
      aria-busy={list.isChanging || undefined}
    >
      <table
        className="text-sm w-full table-fixed @max-[62rem]:block [&_th]:px-1.75 [&_th]:py-2.5 [&_th]:text-left [&_th]:align-middle [&_th]:wrap-break-word [&_td]:px-1.75 [&_td]:py-2.5 [&_td]:text-left [&_td]:align-middle [&_td]:wrap-break-word [&_td]:text-dim [&_a]:underline [&_a]:decoration-faint [&_a]:underline-offset-[0.2em] @max-[62rem]:[&_thead]:block @max-[62rem]:[&_tbody]:block @max-[62rem]:[&_tr]:py-3.25 @max-[62rem]:[&_tr]:pr-4 @max-[62rem]:[&_tr]:pl-0 @max-[62rem]:[&_tr]:grid @max-[62rem]:[&_tr]:gap-y-0.5 @max-[62rem]:[&_tr]:gap-x-1.25 @max-[62rem]:[&_tr]:grid-cols-[2.75rem_minmax(0,1fr)] @max-[62rem]:[&_td]:col-start-2 @max-[62rem]:[&_td]:px-0 @max-[62rem]:[&_td]:py-0.5 [&_tbody_tr]:border-t [&_tbody_tr]:border-line @max-[62rem]:[&_thead_tr]:py-1.75 [&_tr[data-selected]]:bg-inset [&_tr[data-selected]]:shadow-[inset_3px_0_0_var(--accent)] [&_th[data-column='id']]:w-12.75 [&_th[data-column='time']]:w-23.25 [&_th[data-column='mailSentTime']]:w-23.25 [&_th[data-column='resolved']]:w-28 [&_th[data-column='mailSent']]:w-14.75 [&_th[data-column='ownerId']]:w-25.5 [&_th[data-column='address']]:w-32 [&_th[data-column='notes']]:w-32 [&_th[data-column='action']]:w-19.5 [&_a:hover]:text-link @max-[62rem]:[&_th:not(:has(input))]:hidden @max-[62rem]:[&_td[data-label]]:grid @max-[62rem]:[&_td[data-label]]:gap-1.75 @max-[62rem]:[&_td[data-label]]:grid-cols-[8rem_minmax(0,1fr)] @max-[62rem]:[&_td[data-label]]:items-baseline [&_tbody_tr:hover]:bg-inset @max-[62rem]:[&_td[data-label]::before]:text-dim @max-[62rem]:[&_td[data-label]::before]:text-xs @max-[62rem]:[&_td[data-label]::before]:content-[attr(data-label)] @max-[62rem]:[&_td[data-label]>:not(:first-child)]:col-start-2 @max-[62rem]:[&_td[data-label]>:first-child]:justify-self-start"
        aria-label={t('list')}
        aria-rowcount={list.total + 1}
      >
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
