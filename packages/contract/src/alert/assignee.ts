import * as z from 'zod/mini';

/** The person who takes care of an entry of the work list. */
export const Assignee = z.object({
  user_id: z.int(),
  name: z.string(),
  /** Unix seconds. */
  since: z.int(),
});
export type Assignee = z.infer<typeof Assignee>;
