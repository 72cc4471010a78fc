import type { FleetSort } from '@manoboard/contract/nouns/fleet';
import { memo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ColumnHead } from '../../ui/column-head.tsx';
import type { FleetFilters } from './api.ts';
import {
  AddressCell,
  AlertsCell,
  ContactCell,
  ConverterCell,
  type Currency,
  DeviceCell,
  type DeviceLink,
  type ListProps,
  MoreItem,
  OwnerCell,
  StateCell,
  useRowState,
  VersionCell,
} from './fleet-cells.tsx';
import { type FleetItem, type FleetRow, keyOf } from './fleet-items.ts';
import classes from './fleet-row.module.css';
import type { Column } from './stored-choices.ts';

export function FleetTable({ items, total, virtual, ...rest }: ListProps) {
  const { columns, filters, onChange } = rest;
  const t = useTranslations('fleet');
  const width = columns.length + 2;
  return (
    <table
      className={classes.table}
      data-stale={rest.currency.isStale || undefined}
      aria-rowcount={total + 1}
    >
      <thead className={classes.head}>
        <tr aria-rowindex={1}>
          {(['alias', 'state', ...columns] as const).map((column) => (
            <SortHead key={column} column={column} filters={filters} onChange={onChange}>
              {t(`column.${column}`)}
            </SortHead>
          ))}
        </tr>
      </thead>
      <tbody ref={virtual.top} className={classes.space} style={{ height: virtual.beforePx }} />
      <tbody>
        {virtual.shown.map(({ index }) => {
          const item = items[index];
          return item && <TableItem key={keyOf(item)} item={item} index={index} width={width} {...rest} />;
        })}
      </tbody>
      <tbody className={classes.space} style={{ height: virtual.afterPx }} />
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

type ItemProps = Omit<ListProps, 'items' | 'total' | 'virtual'> & {
  item: FleetItem;
  index: number;
  width: number;
};

/** Not rendered again while the list scrolls. */
const TableItem = memo(function TableItem({ item, index, width, ...rest }: ItemProps) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  if (item.kind === 'device') return <TableRow row={item.row} index={index} place={item.place} {...rest} />;
  if (item.kind === 'more') {
    return (
      <tr>
        <td colSpan={width} className={classes.more}>
          <MoreItem hasFailed={rest.hasMoreFailed} onRetry={rest.onMore} />
        </td>
      </tr>
    );
  }
  return (
    <tr className={classes.group}>
      <th colSpan={width} scope="rowgroup">
        {t(item.name)} {item.count !== undefined && <span className="num">{number(item.count)}</span>}
      </th>
    </tr>
  );
});

interface RowProps {
  row: FleetRow;
  index: number;
  place: number;
  columns: readonly Column[];
  currency: Currency;
  DeviceLink: DeviceLink;
}

function TableRow({ row, index, place, columns, currency, DeviceLink }: RowProps) {
  const { status, contact } = useRowState(row, currency);
  const cells = {
    fc_type: () => <ConverterCell row={row} />,
    owner: () => <OwnerCell row={row} />,
    address: () => <AddressCell row={row} />,
    alerts: () => <AlertsCell row={row} />,
    version: () => <VersionCell row={row} />,
    last_contact: () => <ContactCell contact={contact} isStale={currency.isStale} />,
  };
  return (
    <tr
      className={classes.row}
      data-index={index}
      aria-rowindex={place + 2}
      data-status={status}
      data-locked={row.locked_out || undefined}
    >
      <th scope="row" data-column="alias">
        <DeviceCell row={row} DeviceLink={DeviceLink} />
      </th>
      <td data-column="state">
        <StateCell row={row} status={status} />
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          {cells[column]()}
        </td>
      ))}
    </tr>
  );
}
