import * as z from 'zod/mini';
import { orElse } from '../http/any-provider.ts';
import { Role, User } from './account.ts';

const text = orElse(z.nullable(z.string()), null);

/**
 * The console keeps choices of a user under a number. Other providers have UUIDs, or no ID: then a hash, below zero like no
 * ID of ours. Its products stay exact below 2 ** 53.
 */
const numberOf = (text: string): number =>
  [...text].reduce((hash, character) => (hash * 33 - (character.codePointAt(0) ?? 0)) % 2 ** 47, -5381);

/** R8: `email` is the field of the spec. All others are unknown if a provider leaves them out. */
const AnyUserFields = z.extend(User, {
  id: orElse(z.optional(z.union([z.int(), z.string()])), undefined),
  /** R3.6: an answer without it is one of nobody. */
  email: z.optional(z.nullable(z.string())),
  name: orElse(z.string(), ''),
  surname: orElse(z.string(), ''),
  phone_number: text,
  address: text,
  email_confirmed: orElse(z.optional(z.boolean()), undefined),
  pending_email: text,
  terms_version: text,
  terms_accepted_at: orElse(z.nullable(z.int()), null),
  lacks_alerts: orElse(User.shape.lacks_alerts, undefined),
  needs_factor: orElse(User.shape.needs_factor, undefined),
  write_headers: orElse(User.shape.write_headers, undefined),
});
export const AnyUser = z.pipe(
  AnyUserFields,
  z.transform(({ id, email, ...user }: z.output<typeof AnyUserFields>) => ({
    ...user,
    id: typeof id === 'number' ? id : numberOf(id ?? email ?? ''),
    email: email ?? '',
  })),
);
export type AnyUser = z.output<typeof AnyUser>;

/** R7.1, R8: roles of other providers are dropped. */
export const AnyRoles = z.pipe(
  z.array(z.unknown()),
  z.transform((names: unknown[]) => names.flatMap((name) => z.safeParse(Role, name).data ?? [])),
);
