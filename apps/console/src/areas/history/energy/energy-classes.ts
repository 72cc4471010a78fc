export const quietClass = 'text-sm text-dim leading-normal';
export const cardHeadClass = 'flex items-center flex-wrap justify-between gap-y-2 gap-x-3 mb-3.5';
