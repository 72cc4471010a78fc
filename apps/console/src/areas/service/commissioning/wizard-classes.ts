/** The button that ends a step: larger than Repeat and Skip. */
export const primaryClass = 'min-h-13 text-lg max-sm:w-full sm:min-w-56 sm:justify-self-start';
export const actionsClass =
  'flex flex-wrap gap-2.5 items-end *:flex *:flex-wrap *:gap-2.5 *:items-end [&_form]:flex [&_form]:flex-wrap [&_form]:gap-2.5 [&_form]:items-end';
