import type { ReactNode } from 'react';
import type { Tone } from './tone.ts';

interface ChipsProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Filters side by side; on a phone one row that scrolls. */
export const FilterChips = ({ label, className, children }: ChipsProps) => (
  <fieldset
    className={[
      'flex items-center flex-wrap gap-2 min-w-0 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:scrollbar-none max-sm:*:flex-none',
      className,
    ]
      .filter(Boolean)
      .join(' ')}
    aria-label={label}
  >
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
  <button
    type="button"
    className="group/chip inline-flex items-center gap-2 text-sm font-medium text-dim flex-none whitespace-nowrap rounded-lg bg-card border border-line-strong cursor-pointer px-3 min-h-8.5 pointer-coarse:min-h-11 hover:bg-inset aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
    aria-pressed={isPressed}
    aria-label={name}
    onClick={onClick}
  >
    {icon && (
      <span
        className="inline-flex text-[var(--tone-ink,inherit)] [&_svg]:size-4"
        data-tone={tone}
        aria-hidden="true"
      >
        {icon}
      </span>
    )}
    {label}
    {count !== undefined && (
      <>
        {' '}
        <b className="font-bold tracking-tight text-ink tabular-nums group-aria-pressed/chip:text-accent-ink">
          {count}
        </b>
      </>
    )}
    {end && (
      <span className="inline-flex text-[var(--tone-ink,inherit)] [&_svg]:size-4" aria-hidden="true">
        {end}
      </span>
    )}
  </button>
);
