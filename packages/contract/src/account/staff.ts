import * as z from 'zod/mini';
import { page, pageQuery } from '../http/paging.ts';
import { unixSeconds } from '../mqtt/wire.ts';
import { DeviceId, line, lines } from '../text.ts';
import { Role } from './account.ts';

/** Actions not about a single device; `packages/domain/src/access/policy.ts` defines who is permitted. */
export const GlobalPermission = z.enum([
  'see_fleet',
  'label_fleet',
  'manage_users',
  'manage_firmware',
  'manage_installation',
]);
export type GlobalPermission = z.infer<typeof GlobalPermission>;

/** At most this many devices are listed per user. */
export const MAX_DEVICES = 50;

const UserDevice = z.object({
  id_dev: DeviceId,
  alias: z.nullable(z.string()),
  fc_id: z.nullable(z.string()),
  access: z.enum(['owner', 'delegate']),
  /** Unix seconds. */
  expires_at: z.nullable(z.int()),
});

/** R7.3: one row of the user list. */
export const ManagedUser = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone_number: z.nullable(z.string()),
  address: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** R4.3d */
  email_confirmed: z.boolean(),
  /** Unix seconds; `null` while the account is enabled. */
  disabled_at: z.nullable(z.int()),
  permissions: z.array(Role),
  /** Matching devices first, then owned ones; at most `MAX_DEVICES`. */
  devices: z.array(UserDevice),
  device_count: z.int(),
  created_at: z.int(),
  /** The last request of one of their sessions, accurate to ten minutes; `null` while they have none. */
  last_seen_at: z.optional(z.nullable(z.int())),
});
export type ManagedUser = z.infer<typeof ManagedUser>;

export const UserSort = z.enum(['email', 'name', 'surname', 'created_at']);
export type UserSort = z.infer<typeof UserSort>;

/** Filters of the user list besides the role. */
export const AccountState = z.enum(['unconfirmed', 'disabled']);
export type AccountState = z.infer<typeof AccountState>;

export const UsersQuery = z.strictObject({
  ...pageQuery,
  /** Part of an e-mail, name, phone number, user ID, device ID, FC ID or alias; accents are ignored. */
  search: z.optional(line(0, 100)),
  role: z.optional(Role),
  state: z.optional(AccountState),
  sort: z.optional(UserSort),
  order: z.optional(z.enum(['asc', 'desc'])),
});
export type UsersQuery = z.infer<typeof UsersQuery>;

/** Counts of all users; the query does not filter them. */
export const UserCounts = z.object({
  all: z.int(),
  /** Users with at least one role. */
  staff: z.int(),
  unconfirmed: z.int(),
  disabled: z.int(),
  roles: z.record(Role, z.int()),
});
export type UserCounts = z.infer<typeof UserCounts>;

export const UserPage = z.extend(page(ManagedUser), { counts: UserCounts });
export type UserPage = z.infer<typeof UserPage>;

export const UserNotes = z.strictObject({
  /** An empty note removes the note. */
  notes: z.nullable(lines(0, 2000)),
  /** The note that the editor saw; 409 NOTES_CHANGED if another person has changed it since. */
  known_notes: z.optional(z.nullable(lines(0, 2000))),
});
export type UserNotes = z.infer<typeof UserNotes>;

/** R7.3 */
export const AccountSwitch = z.strictObject({ disabled: z.boolean() });
export type AccountSwitch = z.infer<typeof AccountSwitch>;

export const NewPermission = z.strictObject({ role: Role });
export type NewPermission = z.infer<typeof NewPermission>;

/** R7.3 access to a device: as its owner if it has none, or as a delegate. */
export const GivenAccess = z
  .strictObject({
    id_dev: DeviceId,
    access: z.enum(['owner', 'delegate']),
    /** End of delegated access; ownership has no end. */
    expires_at: z.optional(z.nullable(unixSeconds)),
  })
  .check(
    z.refine(({ access, expires_at = null }) => access === 'delegate' || expires_at === null, {
      path: ['expires_at'],
      error: 'invalid',
    }),
  );
export type GivenAccess = z.infer<typeof GivenAccess>;
