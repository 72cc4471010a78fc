import classes from './by-width.module.css';

/** What has room beside a page's title, and what stands in a menu there where it has none. */
export const onWideClass = classes.wide;
export const onNarrowClass = classes.narrow;
