import type { Alert } from '@manoboard/contract/alert/alert';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useMedia } from '../../../lib/page/use-media.ts';
import { Table } from '../../../ui/table.tsx';
import { useVirtualList } from '../../../ui/use-virtual-list.ts';
import { deviceNameOf } from '../one/alert-facts.ts';
import { type RowActions, useAlertColumns } from './alert-columns.tsx';
import type { AlertList } from './use-alerts.ts';

/** Heights until a row is measured. */
const ROW_HEIGHTS = { table: 76, cards: 330 };
const CARDS = '(max-width: 80em)';
/** The next page is requested this many rows before the end. */
const AHEAD = 30;

interface Props extends RowActions {
  list: AlertList;
  selected: ReadonlySet<number>;
  onSelect: (alert: Alert) => void;
  onSelectAll: () => void;
  /** Keys of columns that the user has switched off. */
  hidden: ReadonlySet<string>;
}

const rowProps = ({ resolved }: Alert) => ({
  'data-resolved': resolved || undefined,
  className: 'text-dim',
});

function useSelection({ list, selected, onSelect, onSelectAll }: Props) {
  const t = useTranslations('alerts');
  const open = list.rows.filter(({ resolved }) => !resolved);
  const count = open.filter(({ id }) => selected.has(id)).length;
  return {
    isSelected: ({ id }: Alert) => selected.has(id),
    isSelectable: ({ resolved }: Alert) => !resolved,
    onSelect,
    labelOf: (alert: Alert) => t('select', { id: alert.id, name: deviceNameOf(alert) }),
    all: {
      label: t('selectAll'),
      state: count === 0 ? 'none' : count === open.length ? 'all' : 'some',
      isDisabled: open.length === 0,
      onSelect: onSelectAll,
    },
  } as const;
}

function Foot({ list: { rows, total, older } }: Pick<Props, 'list'>) {
  const t = useTranslations();
  return (
    <div className="flex items-center flex-wrap justify-between text-sm text-dim border-t border-line gap-y-2 gap-x-6.5 px-5 py-3">
      <span className="tabular-nums tracking-tight">
        {t('alerts.shown', { shown: rows.length, total: Math.max(total, rows.length) })}
      </span>
      {older.isLoading && <span role="status">{t('app.loading')}</span>}
      {older.hasFailed && !older.isLoading && (
        <span role="alert">
          {t('alerts.olderFailed')}{' '}
          <button
            type="button"
            className="font-semibold text-link cursor-pointer py-1 pointer-coarse:min-h-11 hover:underline"
            onClick={older.load}
          >
            {t('common.retry')}
          </button>
        </span>
      )}
    </div>
  );
}

/** Renders the visible rows only: the list may have thousands. */
export function AlertTable(props: Props) {
  const t = useTranslations('alerts');
  const { rows, older, total, isChanging } = props.list;
  const isStacked = useMedia(CARDS);
  const columns = useAlertColumns(props).filter(({ key }) => !props.hidden.has(key));
  const virtual = useVirtualList({
    count: rows.length,
    heightOf: () => ROW_HEIGHTS[isStacked ? 'cards' : 'table'],
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
    <div aria-busy={isChanging || undefined}>
      <Table
        label={t('list')}
        columns={columns}
        rows={virtual.shown.map(({ index }) => rows[index])}
        rowKey={({ id }) => id}
        rowProps={rowProps}
        selection={useSelection(props)}
        virtual={{ ...virtual, total }}
        isStacked={isStacked}
        isFramed
        isDense
      >
        <Foot list={props.list} />
      </Table>
    </div>
  );
}
