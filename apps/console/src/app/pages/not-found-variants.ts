/** R2.4 */
const VARIANTS = ['advanced', 'simple', 'custom', 'large-text'] as const;
export type NotFoundVariant = (typeof VARIANTS)[number];

export const isNotFoundVariant = (value: string): value is NotFoundVariant =>
  VARIANTS.some((variant) => variant === value);
