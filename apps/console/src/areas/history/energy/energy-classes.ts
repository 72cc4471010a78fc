export const quietClass = 'text-sm text-dim leading-normal';
export const cardHeadClass = 'flex items-center flex-wrap justify-between gap-y-1.75 gap-x-3.25 mb-3.5';
