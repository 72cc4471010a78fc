export const actionsClass =
  'flex flex-wrap gap-2.5 items-end *:flex *:flex-wrap *:gap-2.5 *:items-end [&_form]:flex [&_form]:flex-wrap [&_form]:gap-2.5 [&_form]:items-end';
