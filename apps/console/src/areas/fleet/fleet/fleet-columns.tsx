import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Column as TableColumn } from '../../../ui/table.tsx';
import {
  AddressCell,
  AlertsCell,
  AssigneeCell,
  ContactCell,
  ConverterCell,
  DeviceCell,
  LabelsCell,
  OwnerCell,
  VersionCell,
  WaterCell,
} from './fleet-cells.tsx';
import type { DeviceRow, ListRow } from './fleet-rows.ts';
import { PressureCell } from './pressure-cell.tsx';
import type { Column } from './stored-choices.ts';

/** A row that is loading or has left the list has no facts. */
type Loaded = DeviceRow & { row: NonNullable<DeviceRow['row']> };
const ofLoaded = (cell: (row: Loaded) => ReactNode) => (row: ListRow) =>
  row.kind === 'device' && row.row ? cell(row as Loaded) : '';

type More = Pick<TableColumn<ListRow>, 'width' | 'cell' | 'phone' | 'className'> & { isSorted?: false };

const COLUMNS: Record<Column, More> = {
  address: { width: '14%', cell: ofLoaded(({ row }) => <AddressCell row={row} />), phone: 'plain' },
  owner: { width: '12%', cell: ofLoaded(({ row }) => <OwnerCell row={row} />), phone: 'plain' },
  pressure: {
    width: '10.5rem',
    cell: ofLoaded(({ row, day }) => <PressureCell row={row} day={day} />),
    phone: 'wide',
    isSorted: false,
  },
  assignee: {
    width: '7rem',
    cell: ofLoaded(({ row }) => row.assignee && <AssigneeCell name={row.assignee.name} />),
    isSorted: false,
  },
  version: { width: '5.5rem', cell: ofLoaded(({ row }) => <VersionCell row={row} />) },
  fc_type: { width: '8rem', cell: ofLoaded(({ row }) => <ConverterCell row={row} />) },
  labels: { width: '11%', cell: ofLoaded(({ row }) => <LabelsCell row={row} />), isSorted: false },
  alerts: { width: '7rem', cell: ofLoaded(({ row }) => <AlertsCell row={row} />) },
  last_contact: {
    width: '7rem',
    className: 'text-dim tabular-nums',
    cell: ofLoaded((row) => <ContactCell {...row} />),
  },
};

/** With so few columns besides them, pump and water have more room. */
const FEW = 2;

/** Pump and water, then the chosen columns. */
export function useFleetColumns(shown: readonly Column[]): TableColumn<ListRow>[] {
  const t = useTranslations('fleet.column');
  return useMemo(
    () => [
      {
        key: 'alias',
        header: t('alias'),
        sort: 'alias',
        width: shown.length > FEW ? '20%' : '32%',
        isRowHead: true,
        phone: 'title',
        className: 'relative font-normal',
        cell: (row) => row.kind === 'device' && <DeviceCell {...row} />,
      },
      {
        key: 'state',
        header: t('state'),
        sort: 'state',
        phone: 'text',
        cell: (row) => row.kind === 'device' && <WaterCell {...row} />,
      },
      ...shown.map((column) => {
        const { isSorted, ...more } = COLUMNS[column];
        return { key: column, header: t(column), ...(isSorted !== false && { sort: column }), ...more };
      }),
    ],
    [t, shown],
  );
}

export function GroupHead({ name, count }: { name: 'needsPerson' | 'others'; count: number }) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  return (
    <>
      {t(name)}{' '}
      <span className="tabular-nums tracking-tight ml-1.5 text-dim font-[450]">{number(count)}</span>
    </>
  );
}
