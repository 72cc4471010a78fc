import type { ReactNode } from 'react';
import { PastAge } from './past-age.tsx';
import classes from './value.module.css';

interface ValueProps {
  label: ReactNode;
  /** Nothing was ever reported: a dash to see, `missing` to hear, and never a 0. */
  text: ReactNode;
  unit?: string | undefined;
  missing: string;
  freshness: 'live' | 'stale' | 'never';
  /** How old the value is, in words. A small value shows it when it is not live, a large one always. */
  age?: string | undefined;
  /** The word before the age of what is not live; beside a small value only to be heard. */
  past?: string | undefined;
  size?: 'small' | 'large';
  /** Words are longer than numbers. */
  isWord?: boolean;
  icon?: ReactNode;
  /** What can be done about it. */
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
