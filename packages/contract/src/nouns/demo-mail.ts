import * as z from 'zod/mini';

/** A mail of the demo, which is kept as a file and sent to nobody. */
export const DemoMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Unix seconds. */
  sent_at: z.int(),
  text: z.string(),
});
export type DemoMail = z.infer<typeof DemoMail>;
