import * as z from 'zod/mini';
import { LOCALES } from '../locales.ts';
import { isTimeZone } from '../time-zone.ts';

/** Session token; http-only. */
export const SESSION_COOKIE = 'manoboard_session';
/**
 * R3.8: on the logout of a page whose session has expired. By then the cookie may belong to a login in another tab, so
 * the server ends no session for it.
 */
export const SESSION_EXPIRED_HEADER = 'x-session-expired';

/** R3.3: token of a known browser, which wrong passwords from other browsers do not delay. */
export const DEVICE_COOKIE = 'manoboard_device';

export const Role = z.enum(['Super Seller', 'Seller', 'Technician']);
export type Role = z.infer<typeof Role>;

export const User = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone_number: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** R4.3d: false until the link in the first mail is used; until then no device can be given to the account. */
  email_confirmed: z.boolean(),
  /** New address that replaces `email` when its own link is used. */
  pending_email: z.nullable(z.string()),
  /** R3.1: accepted version of the terms; none for accounts from before versions existed. */
  terms_version: z.nullable(z.string()),
  /** Unix seconds. */
  terms_accepted_at: z.int(),
  /** Alarms reach the user by no channel or, for a Super Seller, do not reach others; `alertReach` has the reasons. */
  lacks_alerts: z.optional(z.literal(true)),
  /** The roles of the user need a second factor, and the account has none: other calls answer FACTOR_REQUIRED. */
  needs_factor: z.optional(z.literal(true)),
  /** Headers of writes that this server reads; a client sends them to no other server. */
  write_headers: z.optional(z.array(z.string())),
});
export type User = z.infer<typeof User>;

export const LocaleName = z.enum(LOCALES);
export type LocaleName = z.infer<typeof LocaleName>;

export const TimeZoneName = z.string().check(z.maxLength(64, 'too_long'), z.refine(isTimeZone, 'invalid'));

/** The filters as the search of an address; the list ignores those that it does not know. */
const FilterText = z.string().check(z.maxLength(300, 'too_long'));
const SavedFilter = z.strictObject({ name: FilterText, search: FilterText });

/** R4.7: preferences of a user, the same in all their browsers. */
export const Personalization = z.strictObject({
  card_order: z
    .array(z.string().check(z.regex(/^[\w-]{1,64}$/, 'invalid')))
    .check(z.maxLength(64, 'too_long')),
  theme_colour: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'invalid'))),
  locale: z.nullable(LocaleName),
  /** Zone of displayed times; without it each browser uses its own. */
  time_zone: z.optional(z.nullable(TimeZoneName)),
  /** The user has closed the list of first steps. */
  hides_first_steps: z.optional(z.boolean()),
  /** Named filters of the fleet list. */
  fleet_filters: z.optional(z.array(SavedFilter).check(z.maxLength(20, 'too_long'))),
});
export type Personalization = z.infer<typeof Personalization>;

export const SessionId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'invalid'));

/** One logged-in browser. Its ID grants nothing. */
export const SessionRow = z.object({
  id: SessionId,
  user_agent: z.nullable(z.string()),
  /** First part of the address that logged in. */
  network: z.nullable(z.string()),
  /** The login came from the address of this request. */
  is_this_network: z.boolean(),
  created_at: z.int(),
  /** Accurate to ten minutes. */
  last_used_at: z.int(),
  expires_at: z.int(),
  is_current: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;
