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

const LOOKS = {
  chip: 'rounded-lg bg-card border border-line-strong px-3 min-h-8.5 hover:bg-inset aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink',
  /** On the line under the row of tabs. */
  tab: 'border-b-2 border-transparent px-1 min-h-10 -mb-px text-md hover:text-ink aria-pressed:border-accent aria-pressed:text-ink aria-pressed:font-semibold',
};
const COUNTS = {
  chip: 'font-bold tracking-tight text-ink group-aria-pressed/chip:text-accent-ink',
  tab: 'rounded-lg border border-line-strong bg-card px-1.5 text-xs font-medium leading-relaxed text-dim',
};

interface ChipProps {
  look?: keyof typeof LOOKS;
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

export const FilterChip = ({
  look = 'chip',
  tone,
  icon,
  label,
  name,
  count,
  end,
  isPressed,
  onClick,
}: ChipProps) => (
  <button
    type="button"
    className={`group/chip inline-flex items-center gap-2 text-sm font-medium text-dim flex-none whitespace-nowrap cursor-pointer pointer-coarse:min-h-11 ${LOOKS[look]}`}
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
        <b className={`tabular-nums ${COUNTS[look]}`}>{count}</b>
      </>
    )}
    {end && (
      <span className="inline-flex text-[var(--tone-ink,inherit)] [&_svg]:size-4" aria-hidden="true">
        {end}
      </span>
    )}
  </button>
);
