export const quietClass = 'text-dim text-md wrap-anywhere';
export const rowsClass =
  '[&>li]:py-3 [&>li]:border-t [&>li]:border-line [&_a]:text-link [&_a]:font-medium pointer-coarse:[&_a]:inline-block pointer-coarse:[&_a]:py-3 pointer-coarse:[&_a]:-my-3 [&>li:first-child]:border-t-0 [&>li:first-child]:pt-1 [&>li:last-child]:pb-0 [&>li[data-chosen]_strong]:text-link';
export const lineClass = 'flex items-baseline flex-wrap justify-between text-md gap-y-0.5 gap-x-4 my-1.5';
