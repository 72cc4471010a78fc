import * as z from 'zod/mini';

/** A mail of the demo: stored as a file, never sent. */
export const DemoMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Unix seconds. */
  sent_at: z.int(),
  text: z.string(),
});
export type DemoMail = z.infer<typeof DemoMail>;
