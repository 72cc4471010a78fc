import * as z from 'zod/mini';
import { page, pageQuery } from '../http/paging.ts';
import { unixSeconds } from '../mqtt/wire.ts';
import { Role } from './account.ts';
import { DeviceId, line, lines } from './text.ts';

/** What a call may want that is about no single device; who may do it stands in `domain/access/policy.ts`. */
export const Duty = z.enum(['manage_users', 'manage_firmware']);
export type Duty = z.infer<typeof Duty>;

/** Of one user, in the list of all. */
export const MOST_DEVICES = 50;

const UserDevice = z.object({
  id_dev: DeviceId,
  alias: z.nullable(z.string()),
  fc_id: z.nullable(z.string()),
  access: z.enum(['owner', 'delegate']),
  /** Unix seconds. */
  expires_at: z.nullable(z.int()),
});

/** R7.3: one row of the list of all users. */
export const ManagedUser = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone_number: z.nullable(z.string()),
  address: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  permissions: z.array(Role),
  /** What was searched for first, then own ones; at most `MOST_DEVICES`. */
  devices: z.array(UserDevice),
  device_count: z.int(),
  created_at: z.int(),
});
export type ManagedUser = z.infer<typeof ManagedUser>;

export const UserSort = z.enum(['email', 'name', 'surname', 'created_at']);
export type UserSort = z.infer<typeof UserSort>;

export const UsersQuery = z.strictObject({
  ...pageQuery,
  /** Part of an e-mail, a name, a phone number, a user ID, a device ID, an FC ID or an alias; accents do not matter. */
  search: z.optional(line(0, 100)),
  role: z.optional(Role),
  sort: z.optional(UserSort),
  order: z.optional(z.enum(['asc', 'desc'])),
});
export type UsersQuery = z.infer<typeof UsersQuery>;

export const UserPage = page(ManagedUser);
export type UserPage = z.infer<typeof UserPage>;

/** An empty note takes the note away. */
export const UserNotes = z.strictObject({ notes: z.nullable(lines(0, 2000)) });
export type UserNotes = z.infer<typeof UserNotes>;

export const NewPermission = z.strictObject({ role: Role });
export type NewPermission = z.infer<typeof NewPermission>;

/** R7.3 access to device: as the owner of a device that has none, or beside its owner. */
export const GivenAccess = z
  .strictObject({
    id_dev: DeviceId,
    access: z.enum(['owner', 'delegate']),
    /** Of delegated access; who owns a device owns it for good. */
    expires_at: z.optional(z.nullable(unixSeconds)),
  })
  .check(
    z.refine(({ access, expires_at = null }) => access === 'delegate' || expires_at === null, {
      path: ['expires_at'],
      error: 'invalid',
    }),
  );
export type GivenAccess = z.infer<typeof GivenAccess>;
