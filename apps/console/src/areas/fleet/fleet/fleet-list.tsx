import { IconRefresh } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Table } from '../../../ui/table.tsx';
import { useVirtualList } from '../../../ui/use-virtual-list.ts';
import type { FleetFilters, FleetOrder } from './api.ts';
import { GroupHead, useFleetColumns } from './fleet-columns.tsx';
import type { FleetItem } from './fleet-items.ts';
import { type ListRow, useListRows } from './fleet-rows.ts';
import { usePressures } from './pressure-cell.tsx';
import type { Column } from './stored-choices.ts';
import type { Fleet } from './use-fleet.ts';
import { useLiveRows, useOutOfPlace } from './use-live-rows.ts';
import { useRowKeys } from './use-row-keys.ts';
import { type Rows, useRows } from './use-rows.ts';
import type { Selection } from './use-selection.ts';

/** At most two heads of groups are before a row. */
const GROUP_HEADS = 2;
/** Heights in rem until a row is measured. */
const HEIGHTS = {
  table: { group: 2.3, device: 3.5 },
  cards: { group: 2.5, device: 13.2 },
} as const;
const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

const groupHead = (row: ListRow) => row.kind === 'group' && <GroupHead {...row} />;
const rowKey = (row: ListRow) => (row.kind === 'group' ? row.name : row.id);
const rowProps = () => ({ className: 'focus-within:bg-accent-soft' });

interface Props {
  fleet: Fleet;
  order: FleetOrder;
  filters: FleetFilters;
  onChange: (filters: FleetFilters) => void;
  columns: readonly Column[];
  selection: Selection;
  isPhone: boolean;
  isStale: boolean;
  list: RefObject<HTMLDivElement | null>;
}

/** All rows, as a table or as cards. Only those near the window are loaded, rendered and live. */
export function FleetList(props: Props) {
  const { fleet, order, filters, onChange, columns, selection, isPhone, isStale, list } = props;
  const t = useTranslations('fleet');
  const { items } = fleet;
  const { ids } = order;
  const [rem] = useState(remPx);
  const form = isPhone ? 'cards' : 'table';
  const virtual = useVirtualList({
    count: items.length,
    heightOf: (index) => HEIGHTS[form][items[index]?.kind ?? 'device'] * rem,
    above: [items, form, isStale],
    // Rows beyond the window are rendered already: a scroll event need not render synchronously.
    useFlushSync: false,
    // Below the top bar and the head of the table.
    scrollPaddingStart: 7 * rem,
    scrollPaddingEnd: 3 * rem,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has other heights.
  useLayoutEffect(() => virtual.reset(), [form, items]);
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - GROUP_HEADS);
  const last = virtual.range?.endIndex ?? 0;
  const loaded = useRows(order, { first, last });
  const watched = useLiveRows(ids, { first, last });
  const pressures = usePressures(watched, columns.includes('pressure'));
  const rowOf = useListRows({ loaded, watched, pressures, isStale });
  const onKeyDown = useRowKeys(list, items, virtual.scrollToIndex);
  const selected = useMemo(
    () => ({
      isSelected: (row: ListRow) => row.kind === 'device' && selection.ids.has(row.id),
      isSelectable: () => true,
      onSelect: (row: ListRow) => row.kind === 'device' && selection.toggle(row.id),
      labelOf: (row: ListRow) =>
        t('select', { name: row.kind === 'device' ? (row.row?.alias ?? row.id) : row.name }),
      all: {
        label: t('selectAll', { count: ids.length }),
        state: selection.stateOf(ids),
        isDisabled: false,
        onSelect: () => selection.toggleAll(ids),
      },
    }),
    [t, selection, ids],
  );
  const sortedBy = filters.near === undefined ? (filters.sort ?? 'state') : '';
  const sort = (by: string) => {
    const isReversed = sortedBy === by && filters.order !== 'desc';
    const { sort: _, order: __, near: ___, ...others } = filters;
    onChange({
      ...others,
      ...(by !== 'state' && { sort: by as NonNullable<FleetFilters['sort']> }),
      ...(isReversed && { order: 'desc' }),
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links inside.
    <div
      ref={list}
      className="[overflow-anchor:none] data-stale:[&_tbody]:[filter:saturate(0.25)]"
      data-stale={isStale || undefined}
      onKeyDown={onKeyDown}
      aria-busy={fleet.isChanging || undefined}
    >
      <Table
        label={t('list')}
        columns={useFleetColumns(columns)}
        rows={virtual.shown.flatMap(({ index }) => {
          const item = items[index];
          return item ? [rowOf(item)] : [];
        })}
        rowKey={rowKey}
        rowProps={rowProps}
        groupHead={groupHead}
        sort={{ by: sortedBy, order: filters.order ?? 'asc', onSort: sort }}
        selection={selected}
        virtual={{ ...virtual, total: items.length }}
        sticky="page"
        isStacked={isPhone}
        isFramed
      >
        {!isStale && <ListPill fleet={fleet} filters={filters} loaded={loaded} watched={watched} />}
        <Foot items={items} first={virtual.range?.startIndex ?? 0} last={last} total={ids.length} />
      </Table>
    </div>
  );
}

interface PillProps {
  fleet: Fleet;
  filters: FleetFilters;
  loaded: Rows;
  watched: ReadonlySet<string>;
}

/** Rows that failed to load, or how many devices would move or leave; rows move only on this button. */
function ListPill({ fleet, filters, loaded, watched }: PillProps) {
  const t = useTranslations('fleet');
  const outOfPlace = useOutOfPlace(loaded.rows, watched, fleet.isOutOfPlace);
  const isByState =
    (filters.near === undefined && (filters.sort ?? 'state') === 'state') || filters.state !== undefined;
  const count = new Set([...fleet.moved, ...outOfPlace]).size;
  const sortAgain = () => {
    void fleet.sortAgain().then((isSorted) => isSorted && window.scrollTo({ top: 0 }));
  };
  const isMoved = isByState && count > 0;
  return (
    <div className="sticky flex justify-center bottom-5 z-3 h-0" role="status">
      {(loaded.hasFailed || isMoved) && (
        <button
          className="inline-flex items-center gap-2.5 min-h-10 px-4 rounded-lg text-md font-semibold whitespace-nowrap cursor-pointer self-end bg-ink text-card shadow-[0_10px_28px_-10px_rgb(5_10_16/45%)]"
          type="button"
          onClick={loaded.hasFailed ? loaded.retry : sortAgain}
        >
          <IconRefresh size={16} stroke={2} aria-hidden />
          {loaded.hasFailed ? t('rowsFailed') : t('changed', { count })}
        </button>
      )}
    </div>
  );
}

interface FootProps {
  items: readonly FleetItem[];
  first: number;
  last: number;
  total: number;
}

function Foot({ items, first, last, total }: FootProps) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  const places = items.slice(first, last + 1).flatMap((item) => (item.kind === 'device' ? [item.place] : []));
  return (
    <p className="flex items-center flex-wrap text-sm text-dim border-t border-line gap-y-1 gap-x-4 px-5 py-3 max-sm:border-0 max-sm:px-1">
      <span className="tabular-nums tracking-tight">
        {t('places', {
          from: number((places[0] ?? 0) + 1),
          to: number((places.at(-1) ?? 0) + 1),
          total: number(total),
        })}
      </span>
      <span className="ml-auto pointer-coarse:hidden max-sm:hidden">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('keyMove')} <kbd>{t('enter')}</kbd> {t('keyOpen')}
      </span>
    </p>
  );
}
