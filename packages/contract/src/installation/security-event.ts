import * as z from 'zod/mini';
import { csvQuery } from '../http/query.ts';

/** What the security log records. */
export const SecurityKind = z.enum([
  ...([
    'login',
    'logout',
    'registration',
    'password',
    'email',
    'factor',
    'recovery',
    'proof',
    'session',
  ] as const),
  ...(['account', 'role', 'access', 'program', 'webhook', 'board', 'firmware'] as const),
  ...(['export', 'users_listed', 'denied', 'limit', 'start'] as const),
]);
export type SecurityKind = z.infer<typeof SecurityKind>;

export const SecurityOutcome = z.enum(['done', 'refused']);
export type SecurityOutcome = z.infer<typeof SecurityOutcome>;

/** One entry of the security log. */
export const SecurityEvent = z.object({
  /** Its number in the hash-chained log. */
  seq: z.int(),
  /** Unix seconds. */
  at: z.int(),
  kind: SecurityKind,
  outcome: SecurityOutcome,
  /** Code of the problem that refused it. */
  code: z.nullable(z.string()),
  /** Who did it, or whose account it was tried with; `null`: unknown, or the server itself. */
  user: z.nullable(z.object({ id: z.int(), name: z.string() })),
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** Events that this entry stands for: repeated ones within a minute are counted. */
  count: z.int(),
  /** What it was about: IDs, the role, the changed settings. Never a secret. */
  detail: z.record(z.string(), z.string()),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const SecurityPage = z.object({
  events: z.array(SecurityEvent),
  /** `before` of the next page; `null` on the last one. */
  next: z.nullable(z.int()),
});
export type SecurityPage = z.infer<typeof SecurityPage>;

const filters = {
  kind: z.optional(SecurityKind),
  outcome: z.optional(SecurityOutcome),
  user_id: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'user_id'))),
};
export const SecurityQuery = z.strictObject({
  ...filters,
  /** Entries before this number. */
  before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'place'))),
});
export type SecurityQuery = z.infer<typeof SecurityQuery>;

export const SecurityCsvQuery = z.strictObject({ ...filters, ...csvQuery });
export type SecurityCsvQuery = z.infer<typeof SecurityCsvQuery>;

/** A login of the own account, or an attempt. */
export const OwnLogin = z.object({
  seq: z.int(),
  at: z.int(),
  outcome: SecurityOutcome,
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  count: z.int(),
});
export type OwnLogin = z.infer<typeof OwnLogin>;
