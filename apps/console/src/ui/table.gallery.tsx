import type { Gallery } from './gallery.tsx';
import { type Column, Table } from './table.tsx';

const ROWS = [
  { id: 'MNB-DE0001', bar: 4.2 },
  { id: 'MNB-DE0002', bar: null },
];

export const lists: Gallery = (t) => {
  const columns: Column<(typeof ROWS)[number]>[] = [
    { key: 'id', header: t('gallery.sample.column'), isRowHead: true, phone: 'title', cell: ({ id }) => id },
    { key: 'bar', header: t('pressure.title'), isNumber: true, cell: ({ bar }) => bar },
  ];
  const table = {
    label: t('gallery.sample.column'),
    columns,
    rows: ROWS,
    rowKey: ({ id }: { id: string }) => id,
  };
  return {
    Table: {
      '': <Table {...table} />,
      isFramed: <Table {...table} isFramed />,
      isStacked: <Table {...table} isStacked isFramed />,
    },
  };
};
