import type { ComponentProps } from 'react';

/** A button in a text or at the end of a row, with the looks of a link. */
export const TextButton = ({ className = '', ...button }: ComponentProps<'button'>) => (
  <button
    type="button"
    {...button}
    className={`inline-flex min-h-9 cursor-pointer items-center gap-1 text-left text-md font-semibold text-link hover:underline disabled:cursor-default disabled:text-dim disabled:no-underline pointer-coarse:min-h-11 ${className}`}
  />
);
