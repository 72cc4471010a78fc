import { type ComponentProps, type KeyboardEvent, memo, type ReactNode } from 'react';
import { ColumnHead } from './column-head.tsx';
import type { useVirtualList } from './use-virtual-list.ts';

export interface Column<Row> {
  key: string;
  header: string;
  headId?: string;
  /** The header is for screen readers only. */
  isHeaderHidden?: boolean;
  /** `null`: a dash in the table, nothing in a card. An empty text is nothing in both. */
  cell: (row: Row) => ReactNode;
  /** With it, no column is as wide as its content. */
  width?: string;
  /** The name of the order by this column. */
  sort?: string;
  /** Names the row for screen readers. */
  isRowHead?: boolean;
  /** To the right, with digits of equal width. */
  isNumber?: boolean;
  /** As narrow as its buttons. */
  isNarrow?: boolean;
  className?: string;
  /**
   * Place in a card. `title` is at its top and `action` in its corner; `text` and `wide` have a line of their own, the others are
   * in two columns or more. `text` and `plain` have no label.
   */
  phone?: keyof typeof PLACES;
}

interface Selection<Row> {
  isSelected: (row: Row) => boolean;
  isSelectable: (row: Row) => boolean;
  onSelect: (row: Row) => void;
  labelOf: (row: Row) => string;
  all: { label: string; state: 'all' | 'some' | 'none'; isDisabled: boolean; onSelect: () => void };
}

type RowProps = ComponentProps<'tr'> & { [data: `data-${string}`]: string | boolean | undefined };

interface Look {
  /** Each row is a card, for narrow pages. */
  isStacked?: boolean | undefined;
  /** The table has a surface of its own. */
  isFramed?: boolean | undefined;
  /** Smaller text and cells. */
  isDense?: boolean | undefined;
}

interface Props<Row> extends Look {
  label?: string;
  columns: readonly Column<Row>[];
  /** With `virtual`, those that it shows; undefined while a row is loading. */
  rows: readonly (Row | undefined)[];
  rowKey: (row: Row, index: number) => string | number;
  /** The same function in each render, so that rows that do not change are not rendered again. */
  rowProps?: ((row: Row) => RowProps) | undefined;
  /** A row that is the head of those after it; nothing for other rows. */
  groupHead?: (row: Row) => ReactNode;
  /** In place of a row that is undefined. */
  missing?: (index: number) => ReactNode;
  /** The head stays at the top of the page, or of the box that scrolls. */
  sticky?: 'page' | 'box';
  sort?: { by: string; order: 'asc' | 'desc'; onSort: (by: string) => void };
  selection?: Selection<Row> | undefined;
  virtual?: ReturnType<typeof useVirtualList> & { total: number };
  className?: string;
  /** Below the rows, in the frame. */
  children?: ReactNode;
}

/** Its corners are those of its cells: a hidden overflow would cut the menus of rows. */
const FRAME =
  'border border-line rounded-lg bg-card shadow-card [&_thead_th:first-child]:rounded-tl-lg [&_thead_th:last-child]:rounded-tr-lg [&_tbody>tr:last-child>:first-child]:rounded-bl-lg [&_tbody>tr:last-child>:last-child]:rounded-br-lg';
const STICKY = { page: '*:sticky *:z-2 *:bg-card *:top-header', box: '*:sticky *:bg-card *:top-0' };
/** Of the cells of a card. */
const PLACES = {
  title: 'order-first col-span-full text-lg',
  action: 'absolute top-2 flex gap-2',
  text: 'col-span-full',
  wide: 'col-span-full',
  plain: '',
};
const CARD_CELL =
  'min-w-0 text-left wrap-anywhere before:block before:text-xs before:text-dim before:content-[attr(data-label)]';

function cellClass({ isFramed, isDense }: Look, column: Partial<Column<never>> = {}) {
  const { isNumber, isNarrow, className = '' } = column;
  return [
    isDense ? 'px-2' : 'px-2.5',
    isNarrow ? 'w-px py-1 whitespace-nowrap' : isDense ? 'py-2' : 'py-2.5',
    isFramed ? 'first:pl-5 last:pr-5' : 'first:pl-0 last:pr-0',
    isNumber ? 'text-right tabular-nums [&:is(td)]:whitespace-nowrap' : 'text-left',
    'border-b border-line wrap-break-word',
    className,
  ].join(' ');
}

const Checkbox = ({ isSome = false, ...input }: ComponentProps<'input'> & { isSome?: boolean }) => (
  <input
    {...input}
    type="checkbox"
    className="block cursor-pointer size-4.5 accent-accent pointer-coarse:size-6"
    ref={(element) => {
      if (element) element.indeterminate = isSome;
    }}
  />
);

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

function Head<Row>(props: Props<Row>) {
  const { columns, isStacked, sticky, sort, selection, virtual } = props;
  return (
    <thead className={isStacked ? (selection ? 'block px-4 py-2.5' : 'hidden') : ''}>
      <tr
        aria-rowindex={virtual && 1}
        className={isStacked ? 'block *:not-first:hidden' : sticky && STICKY[sticky]}
      >
        {selection && (
          <th
            scope="col"
            data-label={selection.all.label}
            className={
              isStacked
                ? 'flex items-center gap-3 text-md text-dim after:content-[attr(data-label)]'
                : `w-11 ${cellClass(props)}`
            }
          >
            <Checkbox
              aria-label={selection.all.label}
              title={selection.all.label}
              checked={selection.all.state === 'all'}
              isSome={selection.all.state === 'some'}
              disabled={selection.all.isDisabled}
              onChange={selection.all.onSelect}
            />
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead
            key={column.key}
            id={column.headId}
            width={column.width}
            className={cellClass(props, column)}
            isHidden={column.isHeaderHidden}
            order={sort && column.sort === sort.by ? sort.order : undefined}
            onSort={sort && column.sort ? () => sort.onSort(column.sort ?? '') : undefined}
          >
            {column.header}
          </ColumnHead>
        ))}
      </tr>
    </thead>
  );
}

interface RowViewProps<Row> extends Look, Pick<Props<Row>, 'columns' | 'rowProps' | 'selection'> {
  row: Row;
  /** Of a virtual row. */
  index: number | undefined;
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

/** Not rendered again while the list scrolls. */
const RowView = memo(function RowView<Row>(props: RowViewProps<Row>) {
  const { row, index, measure, columns, rowProps, selection, isStacked, isFramed } = props;
  const { className = '', ...attributes } = rowProps?.(row) ?? {};
  const isSelected = selection?.isSelected(row);
  const hasAction = columns.some(({ phone }) => phone === 'action');
  const card = `relative grid gap-x-4 gap-y-1 grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] ${isFramed ? `${FRAME} mb-2.5 p-4` : 'border-t border-line py-3'} ${selection ? 'pl-13!' : ''}`;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      data-selected={isSelected || undefined}
      className={`data-selected:bg-inset data-selected:shadow-[inset_3px_0_0_var(--accent)] ${isStacked ? card : isFramed ? 'hover:bg-inset' : ''} ${className}`}
      {...attributes}
    >
      {selection && (
        <td className={isStacked ? 'absolute top-5 left-4' : cellClass(props)}>
          {selection.isSelectable(row) && (
            <Checkbox
              aria-label={selection.labelOf(row)}
              checked={isSelected}
              onChange={() => selection.onSelect(row)}
            />
          )}
        </td>
      )}
      {columns.map((column) => {
        const { key, header, cell, isRowHead, phone, className: own = '' } = column;
        const content = cell(row);
        if (isStacked && (content === null || content === '')) return null;
        const Cell = isRowHead ? 'th' : 'td';
        const isLabelled = isStacked && (!phone || phone === 'wide');
        return (
          <Cell
            key={key}
            scope={isRowHead ? 'row' : undefined}
            data-label={isLabelled ? header : undefined}
            className={
              isStacked
                ? `${CARD_CELL} ${phone ? PLACES[phone] : ''} ${isLabelled ? 'mt-1.5' : ''} ${isFramed ? 'right-2' : 'right-0'} ${hasAction && phone === 'title' ? 'pr-11' : ''} ${own}`
                : cellClass(props, column)
            }
          >
            {content ?? '–'}
          </Cell>
        );
      })}
    </tr>
  );
}) as <Row>(props: RowViewProps<Row>) => ReactNode;

/** In place of the rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  );

/** A table whose columns are data. It renders only the rows near the window if it has a virtual list. */
export function Table<Row>(props: Props<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    rowProps,
    groupHead,
    missing,
    selection,
    virtual,
    className = '',
  } = props;
  const { isStacked, isFramed, isDense, children } = props;
  const look = { isStacked, isFramed, isDense };
  const isFixed = !isStacked && columns.some(({ width }) => width);
  return (
    <div ref={virtual?.list} className={isFramed && !isStacked ? FRAME : ''}>
      <table
        aria-label={label}
        aria-rowcount={virtual && virtual.total + 1}
        className={`w-full border-separate border-spacing-0 ${isDense ? 'text-sm' : 'text-md'} ${isStacked ? 'block' : ''} ${isFixed ? 'table-fixed' : ''} ${className}`}
      >
        <Head {...props} />
        <tbody
          className={isStacked ? 'block' : isFramed ? '[&>tr:last-child>*]:border-b-0' : ''}
          onKeyDown={selection && moveFocus}
        >
          {virtual && <Gap height={virtual.beforePx} />}
          {rows.map((row, at) => {
            const index = virtual && (virtual.shown[at]?.index ?? at);
            const head = row !== undefined && groupHead?.(row);
            if (row !== undefined && head)
              return (
                <tr
                  key={rowKey(row, index ?? at)}
                  ref={virtual?.measure}
                  data-index={index}
                  aria-rowindex={index === undefined ? undefined : index + 2}
                  className={isStacked ? 'block pt-2 pb-1' : 'bg-inset'}
                >
                  <th
                    scope="rowgroup"
                    colSpan={columns.length + (selection ? 1 : 0)}
                    className={isStacked ? 'text-left' : `text-sm font-semibold ${cellClass(look)}`}
                  >
                    {head}
                  </th>
                </tr>
              );
            if (row !== undefined)
              return (
                <RowView
                  key={rowKey(row, index ?? at)}
                  {...look}
                  row={row}
                  index={index}
                  columns={columns}
                  rowProps={rowProps}
                  selection={selection}
                  measure={virtual?.measure}
                />
              );
            return (
              <tr
                key={`missing ${index}`}
                ref={virtual?.measure}
                data-index={index}
                aria-rowindex={(index ?? at) + 2}
                className="h-14"
              >
                <td colSpan={columns.length + (selection ? 1 : 0)} className={`text-dim ${cellClass(look)}`}>
                  {missing?.(index ?? at)}
                </td>
              </tr>
            );
          })}
          {virtual && <Gap height={virtual.afterPx} />}
        </tbody>
      </table>
      {children}
    </div>
  );
}
