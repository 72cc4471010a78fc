import type { ComponentProps } from 'react';

const LOOKS = {
  round:
    'size-10 rounded-full text-dim data-open:bg-inset data-open:text-ink not-aria-disabled:hover:bg-inset not-aria-disabled:hover:text-ink aria-disabled:text-faint',
  bar: 'relative size-10 rounded-full text-ink hover:bg-line data-open:bg-line',
  square: 'size-10 rounded-md text-dim hover:bg-inset pointer-coarse:size-11',
  framed:
    'size-10 rounded-md border border-line-strong bg-card text-ink hover:bg-inset data-open:bg-inset pointer-coarse:size-11',
};

interface Props extends ComponentProps<'button'> {
  /** Without it the content has the name. */
  label?: string;
  look?: keyof typeof LOOKS;
}

/** A button with an icon only. */
export const IconButton = ({ label, look = 'round', className = '', ...button }: Props) => (
  <button
    type="button"
    aria-label={label}
    {...button}
    className={`grid flex-none cursor-pointer place-items-center aria-disabled:cursor-not-allowed ${LOOKS[look]} ${className}`}
  />
);
