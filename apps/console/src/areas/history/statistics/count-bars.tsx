import type { ReactNode } from 'react';
import { useFormatter } from 'use-intl';
import { Bar } from '../../../ui/bar.tsx';

export interface Count {
  id: string;
  label: string;
  /** Shown instead of the label, which stays the accessible name. */
  mark?: ReactNode;
  count: number;
  /** Secondary text after the number. */
  more?: string;
}

/** Counts with their shares of the sum. */
export function CountBars({ rows }: { rows: readonly Count[] }) {
  const { number } = useFormatter();
  const sum = rows.reduce((total, { count }) => total + count, 0);
  return (
    <ul className="grid gap-3">
      {rows.map(({ id, label, mark, count, more }) => (
        <li key={id}>
          <p className="flex items-baseline flex-wrap justify-between text-md gap-y-0.5 gap-x-4">
            <span>{mark ?? label}</span>
            <span>
              {more !== undefined && <span className="text-md text-dim wrap-anywhere">{more} · </span>}
              <b className="tabular-nums tracking-tight">{number(count)}</b>
            </span>
          </p>
          <Bar
            label={label}
            share={sum === 0 ? 0 : count / sum}
            text={number(sum === 0 ? 0 : count / sum, { style: 'percent' })}
            isStale={false}
          />
        </li>
      ))}
    </ul>
  );
}
