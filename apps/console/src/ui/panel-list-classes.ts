export const iconClass = 'border border-line rounded-md bg-inset grid place-items-center text-dim size-9';
export const listClass = '-mx-5 mt-4 -mb-2 max-sm:-mx-4 empty:hidden';
