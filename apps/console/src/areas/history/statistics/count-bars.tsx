import type { ReactNode } from 'react';
import { useFormatter } from 'use-intl';
import { Bar } from '../../../ui/bar.tsx';
import classes from './statistics.module.css';

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
    <ul className="list stack gap-5">
      {rows.map(({ id, label, mark, count, more }) => (
        <li key={id}>
          <p className={classes.line}>
            <span>{mark ?? label}</span>
            <span>
              {more !== undefined && <span className="text-md dim flush break">{more} · </span>}
              <b className="num">{number(count)}</b>
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
