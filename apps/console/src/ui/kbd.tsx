import type { ReactNode } from 'react';

/** The name of a key. */
export const Kbd = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <kbd
    className={`flex-none rounded-sm border border-line-strong bg-inset px-2 py-0.5 font-sans text-xs font-semibold text-dim ${className}`}
  >
    {children}
  </kbd>
);
