import type { FleetSort } from '@manoboard/contract/fleet/fleet';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ColumnHead } from '../../../ui/column-head.tsx';
import type { DayPressure, FleetFilters, FleetRow } from './api.ts';
import {
  AddressCell,
  AlertsCell,
  ContactCell,
  ConverterCell,
  DeviceCell,
  NoFacts,
  OwnerCell,
  StateCell,
  useRowState,
  VersionCell,
} from './fleet-cells.tsx';
import { type GroupItem, keyOf } from './fleet-items.ts';
import { type ListProps, type RowProps, rowOf } from './fleet-list.ts';
import { PressureCell } from './pressure-cell.tsx';
import type { Column } from './stored-choices.ts';

/** Widths of the columns: a row is laid out without the other rows. */
const TRACKS: Record<FleetSort | Column, string> = {
  alias: 'minmax(0, 2fr)',
  state: 'minmax(0, 3fr)',
  fc_type: 'minmax(0, 1.3fr)',
  owner: 'minmax(0, 1.5fr)',
  address: 'minmax(0, 1.7fr)',
  alerts: '5.6rem',
  pressure: '9.9rem',
  version: '4.7rem',
  last_contact: '6.7rem',
};

export function FleetTable(props: ListProps) {
  const { items, total, virtual, columns, filters, onChange, isStale } = props;
  const t = useTranslations('fleet');
  const all = ['alias', 'state', ...columns] as const;
  const tracks = { '--columns': all.map((column) => TRACKS[column]).join(' ') } as CSSProperties;
  return (
    <table
      className="block text-md [overflow-anchor:none] [&_th]:grid [&_th]:min-w-0 [&_th]:px-2 [&_th]:overflow-hidden [&_th]:font-normal [&_th]:text-left [&_th]:justify-items-start [&_th]:content-center [&_td]:grid [&_td]:min-w-0 [&_td]:px-2 [&_td]:overflow-hidden [&_td]:font-normal [&_td]:text-left [&_td]:justify-items-start [&_td]:content-center [&_[data-column='last\_contact']]:text-dim [&_[data-column='last\_contact']]:tabular-nums [&_[data-column='last\_contact']]:text-right [&_[data-column='last\_contact']]:whitespace-nowrap [&_[data-column='last\_contact']]:justify-items-end [&_tr>:first-child]:pl-5 [&_tr>:last-child]:pr-5 [&_th[data-column='pressure']]:justify-items-end data-stale:[&_tbody]:[filter:saturate(0.25)]"
      style={tracks}
      data-stale={isStale || undefined}
      aria-rowcount={total + 1}
    >
      <thead className="block bg-card sticky border-b border-line top-header z-2 [&_tr]:grid [&_tr]:grid-cols-[var(--columns)] [&_tr]:h-10.5">
        <tr aria-rowindex={1}>
          {all.map((column) =>
            column === 'pressure' ? (
              <ColumnHead key={column} column={column}>
                {t(`column.${column}`)}
              </ColumnHead>
            ) : (
              <SortHead key={column} column={column} filters={filters} onChange={onChange}>
                {t(`column.${column}`)}
              </SortHead>
            ),
          )}
        </tr>
      </thead>
      <tbody ref={virtual.list} className="block relative" style={{ height: virtual.heightPx }}>
        {virtual.shown.map(({ index, topPx: top }) => {
          const item = items[index];
          if (item?.kind === 'group') return <GroupHead key={keyOf(item)} {...item} top={top} />;
          if (!item) return null;
          return <TableRow key={item.id} {...rowOf(props, item, index)} top={top} columns={columns} />;
        })}
      </tbody>
    </table>
  );
}

interface HeadProps {
  column: FleetSort;
  filters: FleetFilters;
  onChange: (filters: FleetFilters) => void;
  children: string;
}

/** The second click on a column reverses the order. */
function SortHead({ column, filters, onChange, children }: HeadProps) {
  const { sort = 'state', order, ...others } = filters;
  const isSorted = sort === column;
  const choose = () => {
    const isReversed = isSorted && order !== 'desc';
    onChange({
      ...others,
      ...(column !== 'state' && { sort: column }),
      ...(isReversed && { order: 'desc' as const }),
    });
  };
  return (
    <ColumnHead column={column} order={isSorted ? (order ?? 'asc') : undefined} onSort={choose}>
      {children}
    </ColumnHead>
  );
}

/** Not rendered again while the list scrolls. */
const GroupHead = memo(function GroupHead({ name, count, top }: GroupItem & { top: number }) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  return (
    <tr
      className="absolute border-b border-line inset-x-0 [contain:strict] grid bg-inset h-9"
      style={{ top }}
    >
      <th className="block text-ink text-sm font-semibold self-center" scope="rowgroup">
        {t(name)}{' '}
        <span className="tabular-nums tracking-tight ml-1.5 text-dim font-[450]">{number(count)}</span>
      </th>
    </tr>
  );
});

/** Not rendered again while the list scrolls. */
const TableRow = memo(function TableRow(props: RowProps & { columns: readonly Column[] }) {
  const { id, row, day, index, place, top, columns, isStale } = props;
  const state = useRowState(props);
  return (
    <tr
      className="grid grid-cols-[var(--columns)] absolute border-b border-line inset-x-0 [contain:strict] h-14 hover:bg-inset focus-within:bg-accent-soft [&:is([data-status='fault'],_[data-status='no\_power'])]:[&>:first-child]:shadow-[inset_3px_0_0_var(--stop)] data-locked:[&>:first-child]:shadow-[inset_3px_0_0_var(--wait)]"
      style={{ top }}
      data-index={index}
      aria-rowindex={place + 2}
      data-status={state?.status}
      data-locked={row?.lock_out ? '' : undefined}
    >
      <th scope="row" data-column="alias">
        <DeviceCell id={id} row={row} />
      </th>
      <td data-column="state">
        {row && state ? (
          <StateCell row={row} day={day} status={state.status} />
        ) : (
          <NoFacts row={row ? undefined : row} />
        )}
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          {row && state && cells[column]({ row, day, contact: state.contact, isStale })}
        </td>
      ))}
    </tr>
  );
});

interface CellProps {
  row: FleetRow;
  day: DayPressure | undefined;
  contact: number | null;
  isStale: boolean;
}

const cells: Record<Column, (props: CellProps) => ReactNode> = {
  fc_type: ({ row }) => <ConverterCell row={row} />,
  owner: ({ row }) => <OwnerCell row={row} />,
  address: ({ row }) => <AddressCell row={row} />,
  alerts: ({ row }) => <AlertsCell row={row} />,
  pressure: ({ row, day }) => <PressureCell row={row} day={day} />,
  version: ({ row }) => <VersionCell row={row} />,
  last_contact: ({ contact, isStale }) => <ContactCell contact={contact} isStale={isStale} />,
};
