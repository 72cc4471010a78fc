import * as z from 'zod/mini';

/** R3.1: the terms of use in one language, as Markdown. */
export const Terms = z.object({
  /** Changes with the text of either language. */
  version: z.string(),
  text: z.string(),
});
export type Terms = z.infer<typeof Terms>;
