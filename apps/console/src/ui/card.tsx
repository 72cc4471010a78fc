import type { ComponentProps } from 'react';
import classes from './card.module.css';

/** A surface for one question. As a section it needs a name: `aria-label` or `aria-labelledby`. */
export function Card({ className, ...section }: ComponentProps<'section'>) {
  return <section {...section} className={[classes.card, className].filter(Boolean).join(' ')} />;
}

/** For links and list items that look like a card. */
export const cardClass = classes.card;
