import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

interface Props {
  id?: string | undefined;
  /** The order of the list, if it is sorted by this column. */
  order?: 'asc' | 'desc' | undefined;
  /** A column without it cannot be sorted. */
  onSort?: (() => void) | undefined;
  width?: string | undefined;
  /** For screen readers only. */
  isHidden?: boolean | undefined;
  className?: string;
  children: string;
}

/** The head of a table column; a click sorts, the next one reverses. */
export function ColumnHead({ id, order, onSort, width, isHidden, className = '', children }: Props) {
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th
      id={id}
      scope="col"
      className={`[&[scope='col']]:text-dim [&[scope='col']]:text-xs [&[scope='col']]:font-semibold ${className}`}
      style={width ? { width } : undefined}
      aria-sort={order && (order === 'desc' ? 'descending' : 'ascending')}
    >
      {onSort ? (
        <button
          type="button"
          className="cursor-pointer inline-flex items-center gap-1 whitespace-nowrap min-h-8 pointer-coarse:min-h-11 hover:text-ink"
          onClick={onSort}
        >
          {children}
          {order && <Arrow size={14} stroke={2} aria-hidden />}
        </button>
      ) : (
        <span className={isHidden ? 'sr-only' : undefined}>{children}</span>
      )}
    </th>
  );
}
