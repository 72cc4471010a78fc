import { Role } from '@manoboard/contract/account/account';
import { GlobalPermission } from '@manoboard/contract/account/staff';
import { DeviceAction } from '@manoboard/contract/device/device-access';
import type { Call } from '@manoboard/contract/http/call';
import {
  can,
  globalPermissions,
  hasGlobalPermission,
  policy,
  RELATIONS,
  type Relation,
} from '@manoboard/domain/access/policy';

const RELATION_TITLES: Record<Relation, string> = {
  owner: 'owner',
  delegate: 'delegate',
  switcher: 'switcher',
  watcher: 'watcher',
  expired: 'delegate whose time is up',
  none: 'none of these',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const mark = (isAllowed: boolean) => (isAllowed ? 'yes' : '–');

function actionsTable() {
  const head = [
    'action',
    'what',
    ...RELATIONS.map((relation) => RELATION_TITLES[relation]),
    ...Role.options,
    'rule',
  ];
  const rows = DeviceAction.options.map((action) => [
    `\`${action}\``,
    policy[action].description,
    ...RELATIONS.map((relation) => mark(can(action, [], relation))),
    ...Role.options.map((role) => mark(can(action, [role], 'none'))),
    policy[action].source,
  ]);
  return table(head, rows);
}

const globalPermissionsTable = () =>
  table(
    ['permission', 'what', 'no role', ...Role.options, 'rule'],
    GlobalPermission.options.map((permission) => [
      `\`${permission}\``,
      globalPermissions[permission].description,
      mark(hasGlobalPermission(permission, [])),
      ...Role.options.map((role) => mark(hasGlobalPermission(permission, [role]))),
      globalPermissions[permission].source,
    ]),
  );

const whoOf = ({ who, action, permission }: Call) => {
  if (permission) return `users with the permission \`${permission}\``;
  if (action) return `users who may \`${action}\``;
  return who === 'user' ? 'every user' : 'anyone';
};

const callsTable = (calls: readonly Call[]) =>
  table(
    ['call', 'who', 'what'],
    calls.map((call) => [`\`${call.method} ${call.path}\``, whoOf(call), call.summary]),
  );

/** The policy as Markdown. */
export const permissionsText = (calls: readonly Call[]) => `# Permissions

Made from \`packages/domain/src/access/policy.ts\` and \`packages/contract/src/http/api.ts\` by \`npm run cli -- documents permissions\`; do not edit.

## Permissions on a device

The first columns are for users without a role; a role adds the permissions of its column, on every device.

${actionsTable()}

A device that the user may not see answers like one that does not exist, 404 \`DEVICE_NOT_FOUND\`, and its alerts 404
\`ALERT_NOT_FOUND\`. A denied action on a visible device answers 403 \`FORBIDDEN\`. Without a session every call except
those for anyone answers 401.

Access is shared at three levels (R4.18), never beyond the end of the giver's own access. A watcher sees what the owner
sees. A switcher also starts and stops the pump and ends its retries: what they send leaves the pump as its owner set it
up, and pressure, lock, tag, reset of a fault, settings and sharing stay with others. Neither needs a role. A delegate has
the rights of the delegator (R4.3), needs at least one of the three roles, and is what a call without a level makes: they
operate, rename, configure (by their role), update and delegate further. Transfer and removal of the device stay with the
owner; for everybody else, removal ends their own access only. A delegate revokes only delegations that they gave. When
access ends or becomes less than that of a delegate, all delegations made from it end too. A delegate's access also ends
with their last role, and a new role does not restore it; devices that they own stay theirs.

A change of owner starts a new tenure (R4.3c): the new owner and their delegates see activity, alerts, notes, firmware
updates and events from then on, without names of former people. An alert that still lasts is shown as a fact, without
notes and names; they resolve it but write no notes to it. The lock-out tag of a former owner stays, without name and
reason, and they may remove it. The three roles and the audit log keep everything
([decision 15](decisions/0015-tenure.md)).

A login of another program on the broker (\`refuseIntegration\`) reaches the devices that its user owns or that are delegated to
them, and of these only chosen ones if it has a list; a role adds none. It starts and stops pumps and sets the required pressure if its user has turned
that on and may do it themselves.

## Permissions that concern no single device

${globalPermissionsTable()}

Other users get 403 \`FORBIDDEN\` before the body of the request is read.

## Calls

${callsTable(calls)}

The live stream, \`GET /actual-data/stream\`, is for every user and carries what they may see; it changes within a second
when that changes.
`;
