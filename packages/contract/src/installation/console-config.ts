import * as z from 'zod/mini';

/** Settings of a deployment for the console; the server embeds them in the page as JSON. */
export const ConsoleConfig = z.object({
  api_base: z.string(),
  contact_email: z.string(),
  /** The same, if the operator has set it: somebody reads what is written there. */
  support_email: z.optional(z.string()),
  /** On printed reports. */
  firm_name: z.optional(z.string()),
  docs_url: z.string(),
  /** False: the server has nobody who takes its mails. */
  sends_mail: z.optional(z.boolean()),
  /** R4.17: the operator's map; absent for the default. */
  map_url: z.optional(z.string()),
  features: z.array(z.enum(['statistics', 'docs'])),
  demo: z.nullable(
    z.object({
      emails: z.array(z.string()),
      password: z.string(),
      /** Boards with their claim codes; a free one has no owner when the demo starts. */
      claims: z.array(z.object({ id_dev: z.string(), claim_code: z.string(), is_free: z.boolean() })),
      /** Mails are kept as files and shown in the console. */
      has_mailbox: z.boolean(),
    }),
  ),
  /** The installation had no Super Seller when the server started; `GET /setup` has the current state. */
  needs_setup: z.optional(z.boolean()),
  version: z.string(),
});
export type ConsoleConfig = z.infer<typeof ConsoleConfig>;
