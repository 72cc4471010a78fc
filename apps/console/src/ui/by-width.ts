import classes from './by-width.module.css';

/** What has room beside a page's title, and what stands in a menu there where it has none. */
export const wideOnlyClass = classes.wide;
export const narrowOnlyClass = classes.narrow;
