import type { ReactNode } from 'react';
import classes from './filter-chips.module.css';
import tones from './tone.module.css';
import type { Tone } from './tone.ts';

interface ChipsProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Filters side by side; on a phone one row that scrolls. */
export const FilterChips = ({ label, className, children }: ChipsProps) => (
  <fieldset className={[classes.chips, className].filter(Boolean).join(' ')} aria-label={label}>
    {children}
  </fieldset>
);

interface ChipProps {
  tone?: Tone | undefined;
  icon?: ReactNode;
  label: string;
  /** Name for screen readers; `label` by default. */
  name?: string | undefined;
  /** Number of rows, formatted. */
  count?: string | undefined;
  /** An icon after the text. */
  end?: ReactNode;
  isPressed: boolean;
  onClick: () => void;
}

export const FilterChip = ({ tone, icon, label, name, count, end, isPressed, onClick }: ChipProps) => (
  <button type="button" className={classes.chip} aria-pressed={isPressed} aria-label={name} onClick={onClick}>
    {icon && (
      <span className={`${classes.mark} ${tones.tone}`} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
    )}
    {label}
    {count !== undefined && (
      <>
        {' '}
        <b className="num">{count}</b>
      </>
    )}
    {end && (
      <span className={classes.mark} aria-hidden="true">
        {end}
      </span>
    )}
  </button>
);
