import type { ComponentProps } from 'react';

/** A section on a raised surface. It needs a name: `aria-label` or `aria-labelledby`. */
export function Card({ className = '', ...section }: ComponentProps<'section'>) {
  return <section {...section} className={`${cardClass} ${className}`} />;
}

/** For links and list items with the style of a card. */
export const cardClass = 'relative min-w-0 p-5 border border-line rounded-lg bg-card shadow-card max-sm:p-4';
