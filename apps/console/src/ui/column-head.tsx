import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './column-head.module.css';

interface Props {
  /** Value of `data-column`, for the width. */
  column?: string | undefined;
  /** The order of the list, if it is sorted by this column. */
  order?: 'asc' | 'desc' | undefined;
  /** A column without it cannot be sorted. */
  onSort?: (() => void) | undefined;
  children: string;
}

/** The head of a table column; a click sorts, the next one reverses. */
export function ColumnHead({ column, order, onSort, children }: Props) {
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={classes.column}
      data-column={column}
      aria-sort={order && (order === 'desc' ? 'descending' : 'ascending')}
    >
      {onSort ? (
        <button type="button" className={classes.sort} onClick={onSort}>
          {children}
          {order && <Arrow size={14} stroke={2} aria-hidden />}
        </button>
      ) : (
        children
      )}
    </th>
  );
}
