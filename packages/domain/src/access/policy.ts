import type { Role } from '@manoboard/contract/account/account';
import type { GlobalPermission } from '@manoboard/contract/account/staff';
import type { CommandRole } from '@manoboard/contract/command/command';
import type { AccessLevel } from '@manoboard/contract/device/device';
import type { DeviceAction } from '@manoboard/contract/device/device-access';

/**
 * The relation of a user to a device. R4.18: a `delegate` has the rights of the delegator, a `switcher` watches and
 * switches the pump, a `watcher` only watches; `expired` is a delegation whose end has passed.
 */
export const RELATIONS = ['owner', 'delegate', 'switcher', 'watcher', 'expired', 'none'] as const;
export type Relation = (typeof RELATIONS)[number];

interface Rule {
  /** Description in `docs/permissions.md`. */
  description: string;
  /** Relations that permit the action. */
  relations: readonly Relation[];
  /** Roles that permit the action on any device. */
  roles: readonly Role[];
  source: string;
}

const STAFF = ['Super Seller', 'Seller', 'Technician'] as const;
const HOLDERS = ['owner', 'delegate'] as const;
/** Everybody with access in force. */
const SHARERS = ['owner', 'delegate', 'switcher', 'watcher'] as const;

/** Permissions on a device. The server checks only this table; `docs/permissions.md` is generated from it. */
export const policy = {
  see: { description: 'See the device and its values', relations: SHARERS, roles: STAFF, source: 'R7.2' },
  switch: {
    description: 'Start and stop the pump, and end its retries',
    relations: ['owner', 'delegate', 'switcher'],
    roles: STAFF,
    source: 'R4.18, R7.2',
  },
  operate: {
    description: 'Send all other commands: pressure, lock, control mode, meters, reset of a fault, restart',
    relations: HOLDERS,
    roles: STAFF,
    source: 'R7.2, R7.5',
  },
  lock_out: {
    description:
      'Set a lock-out tag and remove their own or that of a former owner; a Technician or a Super Seller removes any',
    relations: HOLDERS,
    roles: STAFF,
    source: 'R5.10, R7.5',
  },
  write_register: {
    description: 'Write registers of its converter',
    relations: [],
    roles: ['Super Seller', 'Technician'],
    source: 'R7.5',
  },
  rename: {
    description: 'Change its name, for everybody',
    relations: HOLDERS,
    roles: [],
    source: 'R4.2, R4.3',
  },
  remove: {
    description: 'Give it up: the owner with all delegations, another user their own access',
    relations: SHARERS,
    roles: [],
    source: 'R4.2',
  },
  see_delegations: {
    description: 'See who else has access',
    relations: HOLDERS,
    roles: [],
    source: 'R4.3b',
  },
  delegate: {
    description: 'Delegate access, at most as long as their own',
    relations: HOLDERS,
    roles: [],
    source: 'R4.3',
  },
  revoke: {
    description: 'Revoke access: the owner all of it, a delegate what they gave and their own',
    relations: HOLDERS,
    roles: [],
    source: 'R4.3b',
  },
  transfer: { description: 'Give it to another owner', relations: ['owner'], roles: [], source: 'R4.2' },
  configure: {
    description: 'Configure pressure, analog inputs and the pump card',
    relations: [],
    roles: STAFF,
    source: 'R4.11',
  },
  set_zone: {
    description: 'Set the time zone of its place',
    relations: ['owner'],
    roles: STAFF,
    source: 'R7.5',
  },
  set_place: {
    description: 'Set where the pump is and who has the key',
    relations: HOLDERS,
    roles: ['Super Seller', 'Technician'],
    source: 'R4.17',
  },
  update_firmware: { description: 'Update its firmware', relations: HOLDERS, roles: STAFF, source: 'R4.2' },
  resolve_alert: {
    description: 'Resolve its alerts and write notes to them',
    relations: HOLDERS,
    roles: STAFF,
    source: 'R7.5',
  },
  take_alert: {
    description: 'Take its alerts and give them back; a Super Seller gives back any',
    relations: HOLDERS,
    roles: STAFF,
    source: 'R7.5',
  },
  take_work: {
    description: 'Take it from the work list while it is offline or locked out, and give it back',
    relations: [],
    roles: STAFF,
    source: 'R7.5',
  },
  plan_visit: {
    description: 'Agree on a visit of a technician, move it and end it',
    relations: [],
    roles: ['Super Seller', 'Technician'],
    source: 'R7.5',
  },
  answer_visit: {
    description: 'Cancel an agreed visit, or ask for another date',
    relations: ['owner'],
    roles: ['Super Seller', 'Technician'],
    source: 'R7.5',
  },
  set_alert_rules: {
    description: 'Change the numbers of its alert rules within their limits, and switch rules off',
    relations: ['owner'],
    roles: STAFF,
    source: 'R7.5',
  },
  set_escalation: {
    description: 'Set when further people receive its alerts that were not taken',
    relations: ['owner'],
    roles: STAFF,
    source: 'R7.5',
  },
  join_systems: {
    description: 'Say which pumps feed one house or tank together; needed for each of them',
    relations: HOLDERS,
    roles: STAFF,
    source: 'R9.1',
  },
  message_owner: { description: 'Write a message to its owner', relations: [], roles: STAFF, source: 'R1.7' },
} as const satisfies Record<DeviceAction, Rule>;

/** Permissions that do not concern a single device. */
export const globalPermissions = {
  see_fleet: {
    description: 'See the list of all devices, with their owners, pump states and alerts',
    roles: STAFF,
    source: 'R7.1, R7.2',
  },
  label_fleet: {
    description: 'Add, rename and remove the labels and groups of the staff, and give them to devices',
    roles: STAFF,
    source: 'R7.2',
  },
  manage_users: {
    description: 'See all users, their permissions, notes and devices, and change them',
    roles: ['Super Seller'],
    source: 'R7.3, R7.5',
  },
  manage_firmware: {
    description: 'See and upload firmware releases',
    roles: ['Super Seller'],
    source: 'R7.5',
  },
  manage_installation: {
    description: 'See how the server is set up, send a test mail to themselves, and enrol boards',
    roles: ['Super Seller'],
    source: 'R7.5',
  },
} as const satisfies Record<GlobalPermission, Omit<Rule, 'relations'>>;

export const hasGlobalPermission = (permission: GlobalPermission, roles: readonly string[]) =>
  globalPermissions[permission].roles.some((role) => roles.includes(role));

export function can(action: DeviceAction, roles: readonly string[], relation: Relation): boolean {
  const rule: Rule = policy[action];
  return rule.relations.includes(relation) || rule.roles.some((role) => roles.includes(role));
}

/** Access that another user gave and that is in force, at any level. */
export const isDelegated = (relation: Relation) =>
  relation === 'delegate' || relation === 'switcher' || relation === 'watcher';

/** The relation or role by which a user acts; for a denied user, the relation or role that they have. */
export function actingRole(
  action: DeviceAction,
  roles: readonly string[],
  relation: Relation,
): CommandRole | null {
  const rule: Rule = policy[action];
  const held = relation === 'owner' ? 'owner' : isDelegated(relation) ? 'delegate' : null;
  if (held && rule.relations.includes(relation)) return held;
  const known = STAFF.filter((role) => roles.includes(role));
  return known.find((role) => rule.roles.includes(role)) ?? held ?? known[0] ?? null;
}

/** A device that the user may not see answers like one that does not exist; a visible one answers FORBIDDEN. */
export function refuseAccess(
  action: DeviceAction,
  roles: readonly string[],
  relation: Relation,
): 'DEVICE_NOT_FOUND' | 'FORBIDDEN' | undefined {
  if (!can('see', roles, relation)) return 'DEVICE_NOT_FOUND';
  return can(action, roles, relation) ? undefined : 'FORBIDDEN';
}

/**
 * An integration login reaches the devices that its user owns or that were delegated to them, by no role: the password
 * of one member of staff must not open the whole fleet. `isChosen` is false for a device outside of the login's list.
 */
export function refuseIntegration(
  { canSwitch, isChosen }: { canSwitch: boolean; isChosen: boolean },
  relation: Relation,
  action: DeviceAction,
): 'DEVICE_NOT_FOUND' | 'FORBIDDEN' | undefined {
  if (!isChosen || !can('see', [], relation)) return 'DEVICE_NOT_FOUND';
  return canSwitch && can(action, [], relation) ? undefined : 'FORBIDDEN';
}

/** R7.5: the assignee gives an entry of the work list back, a Super Seller also that of another person. */
export const canReleaseAlert = (user: { id: number; roles: readonly string[] }, assigneeId: number) =>
  assigneeId === user.id || user.roles.includes('Super Seller');

interface Held {
  relation: Relation;
  /** Unix seconds; `null` is without an end. */
  expiresAtS: number | null;
}

/** A stored access. */
export interface StoredAccess {
  access: 'owner' | 'delegate';
  level: AccessLevel;
  expiresAtS: number | null;
}

const RELATION_OF_LEVEL = { full: 'delegate', switch: 'switcher', watch: 'watcher' } as const;

/** The relation of access in force; a device of a provider without levels has none. */
export const heldRelation = (access: StoredAccess['access'], level: AccessLevel = 'full') =>
  access === 'owner' ? access : RELATION_OF_LEVEL[level];

export const relationOf = (held: StoredAccess | undefined, nowS: number): Relation => {
  if (!held) return 'none';
  const isOver = held.access === 'delegate' && held.expiresAtS !== null && held.expiresAtS <= nowS;
  return isOver ? 'expired' : heldRelation(held.access, held.level);
};

/** R4.3b: a delegation ends at the latest with the giver's own access. `undefined`: the requested end is refused. */
export function delegationEnd(
  giver: Held,
  requestedEndS: number | null,
  nowS: number,
): { expiresAtS: number | null } | undefined {
  const latest = giver.relation === 'owner' ? null : giver.expiresAtS;
  if (requestedEndS === null) return { expiresAtS: latest };
  if (requestedEndS <= nowS || (latest !== null && requestedEndS > latest)) return undefined;
  return { expiresAtS: requestedEndS };
}

/** R4.3b: the owner revokes any delegation, a delegate those that they gave and their own. */
export const canRevoke = (
  caller: { id: number; relation: Relation },
  held: { id: number; grantedBy: number | null },
) => caller.relation === 'owner' || held.id === caller.id || held.grantedBy === caller.id;
