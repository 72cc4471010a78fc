/** Actions are shown beside a page's title on wide screens and in a menu on narrow ones. */
export const wideOnlyClass = 'max-lg:hidden';
export const narrowOnlyClass = 'lg:hidden';
