import type { ComponentProps } from 'react';
import classes from './card.module.css';

/** A section on a raised surface. It needs a name: `aria-label` or `aria-labelledby`. */
export function Card({ className, ...section }: ComponentProps<'section'>) {
  return <section {...section} className={[classes.card, className].filter(Boolean).join(' ')} />;
}

/** For links and list items with the style of a card. */
export const cardClass = classes.card;
