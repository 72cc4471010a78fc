export const buttonClass =
  'inline-flex items-center flex-none gap-1.75 min-h-9 px-3.25 border border-line-strong rounded-md bg-card text-ink text-md font-medium whitespace-nowrap cursor-pointer pointer-coarse:min-h-11 hover:bg-inset';
