import { IconRefresh } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { FleetFilters, FleetOrder } from './api.ts';
import { FleetCards } from './fleet-cards.tsx';
import type { FleetItem } from './fleet-items.ts';
import { FleetTable } from './fleet-table.tsx';
import { usePressures } from './pressure-cell.tsx';
import type { Column } from './stored-choices.ts';
import type { Fleet } from './use-fleet.ts';
import { useLiveRows, useOutOfPlace } from './use-live-rows.ts';
import { useRowKeys } from './use-row-keys.ts';
import { type Rows, useRows } from './use-rows.ts';
import { useVirtualItems } from './use-virtual-items.ts';

/** At most two heads of groups are before a row. */
const GROUP_HEADS = 2;

interface Props {
  fleet: Fleet;
  order: FleetOrder;
  filters: FleetFilters;
  onChange: (filters: FleetFilters) => void;
  columns: readonly Column[];
  isPhone: boolean;
  isStale: boolean;
  list: RefObject<HTMLDivElement | null>;
}

/** All rows, as a table or as cards. Only those near the window are loaded, rendered and live. */
export function VirtualList({ fleet, order, filters, onChange, columns, isPhone, isStale, list }: Props) {
  const { items } = fleet;
  const { ids } = order;
  const virtual = useVirtualItems({
    items,
    form: isPhone ? 'cards' : 'table',
    above: isStale,
  });
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - GROUP_HEADS);
  const last = virtual.range?.endIndex ?? 0;
  const loaded = useRows(order, { first, last });
  const watched = useLiveRows(ids, { first, last });
  const pressures = usePressures(watched, isPhone || columns.includes('pressure'));
  const onKeyDown = useRowKeys(list, items, virtual.scrollToIndex);
  const List = isPhone ? FleetCards : FleetTable;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links inside.
    <div
      ref={list}
      className={isPhone ? undefined : 'border border-line rounded-lg bg-card shadow-card overflow-clip'}
      onKeyDown={onKeyDown}
      aria-busy={fleet.isChanging || undefined}
    >
      <List
        items={items}
        total={ids.length}
        loaded={loaded}
        virtual={virtual}
        columns={columns}
        filters={filters}
        onChange={onChange}
        watched={watched}
        pressures={pressures}
        isStale={isStale}
      />
      {!isStale && <ListPill fleet={fleet} filters={filters} loaded={loaded} watched={watched} />}
      <Foot items={items} first={virtual.range?.startIndex ?? 0} last={last} total={ids.length} />
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
  const isByState = (filters.sort ?? 'state') === 'state' || filters.state !== undefined;
  const count = new Set([...fleet.moved, ...outOfPlace]).size;
  const sortAgain = () => {
    void fleet.sortAgain().then((isSorted) => isSorted && window.scrollTo({ top: 0 }));
  };
  return (
    <div className="sticky flex justify-center bottom-5 z-3 h-0" role="status">
      {loaded.hasFailed && (
        <button
          className="inline-flex items-center gap-2.5 min-h-10 px-4 rounded-lg text-md font-semibold whitespace-nowrap cursor-pointer self-end bg-ink text-card shadow-[0_10px_28px_-10px_rgb(5_10_16/45%)]"
          type="button"
          onClick={loaded.retry}
        >
          <IconRefresh size={16} stroke={2} aria-hidden />
          {t('rowsFailed')}
        </button>
      )}
      {!loaded.hasFailed && isByState && count > 0 && (
        <button
          className="inline-flex items-center gap-2.5 min-h-10 px-4 rounded-lg text-md font-semibold whitespace-nowrap cursor-pointer self-end bg-ink text-card shadow-[0_10px_28px_-10px_rgb(5_10_16/45%)]"
          type="button"
          onClick={sortAgain}
        >
          <IconRefresh size={16} stroke={2} aria-hidden />
          {t('changed', { count })}
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
