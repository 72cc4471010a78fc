export const gridClass =
  'grid gap-3.25 grid-cols-[repeat(auto-fill,minmax(min(100%,10.5rem),1fr))] max-sm:grid-cols-2 max-sm:gap-3.25';
export const tileClass =
  'relative flex flex-col border border-line rounded-lg bg-card shadow-card min-h-34.5';
export const valueClass =
  'px-4 pt-4 pb-2.5 max-[22em]:px-3.25 [&_dt]:pr-5 max-[22em]:[&_dt_svg]:hidden max-[22em]:[&_dd]:text-xl';
