export const underClass =
  'text-md text-center [&_a]:text-link pointer-coarse:[&_a]:inline-flex pointer-coarse:[&_a]:items-center pointer-coarse:[&_a]:min-h-11';
export const formClass = 'grid grid-cols-1 gap-4';
export const pairClass = 'grid gap-4 items-start grid-cols-[1fr_1fr] max-[30em]:grid-cols-[1fr]';
