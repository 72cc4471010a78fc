import type { ReactNode } from 'react';
import { PastAge } from './past-age.tsx';
import classes from './value.module.css';

interface ValueProps {
  label: ReactNode;
  /** `null` was never reported: a dash, `missing` for screen readers, never a 0. */
  text: ReactNode;
  unit?: string | undefined;
  missing: string;
  freshness: 'live' | 'stale' | 'never';
  /** The age as text. A small value shows it when it is not live, a large one always. */
  age?: string | undefined;
  /** The word before the age of a stale value; for a small value only for screen readers. */
  past?: string | undefined;
  size?: 'small' | 'large';
  /** The value is a text, which is longer than a number. */
  isWord?: boolean;
  icon?: ReactNode;
  /** A button beside the value. */
  action?: ReactNode;
}

/** One value with its unit and its age, inside a `<dl>`. */
export function Value(props: ValueProps) {
  const { label, text, unit, missing, freshness, age, past, size = 'small', isWord, icon, action } = props;
  return (
    <div className={classes.value} data-size={size} data-word={isWord} data-freshness={freshness}>
      <dt className={classes.label}>
        {icon}
        <span>{label}</span>
      </dt>
      <dd className={classes.number}>
        {text === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="vh">{missing}</span>
          </>
        ) : (
          <>
            {text}
            {unit && <span className={classes.unit}> {unit}</span>}
          </>
        )}
        {age && (freshness === 'stale' || size === 'large') && (
          <span className={classes.age}>
            {size === 'small' ? <PastAge past={past} age={age} /> : [past, age].filter(Boolean).join(' ')}
          </span>
        )}
        {action}
      </dd>
    </div>
  );
}
