export const textButtonClass =
  'cursor-pointer text-md font-semibold text-link min-h-9 pointer-coarse:min-h-11 hover:underline';
