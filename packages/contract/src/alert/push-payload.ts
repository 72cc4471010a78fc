import * as z from 'zod/mini';

/** The encrypted content of a notification, from the server to the service worker of the console. */
export const PushPayload = z.object({
  version: z.literal(1),
  title: z.string(),
  body: z.string(),
  /** Path of the console that a click opens. */
  path: z.string(),
  /** A button that opens this path of the console, which offers to take the alert. */
  take: z.optional(z.object({ path: z.string(), label: z.string() })),
  /** A newer notification with the same tag replaces this one. */
  tag: z.string(),
  lang: z.string(),
  is_urgent: z.boolean(),
  /** When the alert was raised, Unix seconds. */
  at: z.int(),
});
export type PushPayload = z.infer<typeof PushPayload>;
