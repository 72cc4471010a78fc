import classes from './by-width.module.css';

/** Actions are shown beside a page's title on wide screens and in a menu on narrow ones. */
export const wideOnlyClass = classes.wide;
export const narrowOnlyClass = classes.narrow;
