import { DeviceAction } from '@manoboard/contract/device/device-access';
import { describe, expect, it } from 'vitest';
import {
  actingRole,
  can,
  canRevoke,
  delegationEnd,
  policy,
  RELATIONS,
  type Relation,
  refuseAccess,
  refuseIntegration,
  relationOf,
} from './policy.ts';

const ROLE_SETS = [[], ['Technician'], ['Seller'], ['Super Seller']] as const;
const allowed = (action: DeviceAction, roles: readonly string[]) =>
  RELATIONS.filter((relation) => can(action, roles, relation));

describe('the policy', () => {
  it('has a rule for every action', () =>
    expect(Object.keys(policy).sort()).toEqual([...DeviceAction.options].sort()));

  it('R4.18 a watcher sees and leaves; a switcher also starts, stops and ends retries; neither does anything else', () => {
    const mayDo = (relation: Relation) => DeviceAction.options.filter((action) => can(action, [], relation));
    expect(mayDo('watcher')).toEqual(['see', 'remove']);
    expect(mayDo('switcher')).toEqual(['see', 'switch', 'remove']);
  });

  it('R4.18 whoever may start a pump may stop it: both are the same right', () => {
    expect(allowed('switch', [])).toEqual(['owner', 'delegate', 'switcher']);
    for (const role of ['Technician', 'Seller', 'Super Seller'])
      expect(allowed('switch', [role])).toEqual(RELATIONS);
  });

  it.each(['operate', 'lock_out'] as const)(
    'R7.2, R7.5 %s is permitted to owner, delegate and all three roles',
    (action) => {
      expect(allowed(action, [])).toEqual(['owner', 'delegate']);
      for (const role of ['Technician', 'Seller', 'Super Seller'])
        expect(allowed(action, [role])).toEqual(RELATIONS);
    },
  );

  it('R7.5 owner, delegate and all three roles take an alert; the work list is for the roles alone', () => {
    expect(allowed('take_alert', [])).toEqual(['owner', 'delegate']);
    expect(allowed('take_work', [])).toEqual([]);
    for (const role of ['Technician', 'Seller', 'Super Seller'])
      for (const action of ['take_alert', 'take_work'] as const)
        expect(allowed(action, [role])).toEqual(RELATIONS);
  });

  it.each(['set_alert_rules', 'set_zone'] as const)(
    'R7.5 %s: the owner and all three roles; a delegate without a role reads only',
    (action) => {
      expect(allowed(action, [])).toEqual(['owner']);
      expect(can('see', [], 'delegate')).toBe(true);
      for (const role of ['Technician', 'Seller', 'Super Seller'])
        expect(allowed(action, [role])).toEqual(RELATIONS);
    },
  );

  it('R4.3 only the owner transfers the device, whatever the role', () => {
    for (const roles of ROLE_SETS) expect(allowed('transfer', roles)).toEqual(['owner']);
  });

  it('R4.3 a delegate, at least a Technician, has every right of the owner but the transfer', () => {
    const lacking = DeviceAction.options.filter(
      (action) => can(action, ['Technician'], 'owner') && !can(action, ['Technician'], 'delegate'),
    );
    expect(lacking).toEqual(['transfer']);
    for (const action of ['rename', 'configure', 'update_firmware', 'delegate'] as const)
      expect(can(action, ['Technician'], 'delegate')).toBe(true);
  });

  it.each(['rename', 'see_delegations', 'delegate', 'revoke'] as const)(
    'R4.3 %s: a delegate has the right of the delegator, a role alone gives none',
    (action) => {
      for (const roles of ROLE_SETS) expect(allowed(action, roles)).toEqual(['owner', 'delegate']);
    },
  );

  it.each(['Owner', 'seller', '', 'Super Seller '])('an unknown role (%j) permits nothing', (role) =>
    expect(allowed('see', [role])).toEqual(['owner', 'delegate', 'switcher', 'watcher']),
  );

  it.each([
    ['R4.3b an expired delegate gets DEVICE_NOT_FOUND', 'operate', [], 'expired', 'DEVICE_NOT_FOUND'],
    ['a user without access gets DEVICE_NOT_FOUND', 'rename', [], 'none', 'DEVICE_NOT_FOUND'],
    ['R4.18 a watcher may not stop the pump', 'switch', [], 'watcher', 'FORBIDDEN'],
    ['R4.18 a switcher may not set the pressure', 'operate', [], 'switcher', 'FORBIDDEN'],
    ['R4.18 a Technician who watches switches by their role', 'switch', ['Technician'], 'watcher', undefined],
    ['R4.3 a delegate may not transfer the device', 'transfer', [], 'delegate', 'FORBIDDEN'],
    ['R7.2 a role alone may not rename the device', 'rename', ['Seller'], 'none', 'FORBIDDEN'],
    ['the owner may rename the device', 'rename', [], 'owner', undefined],
  ] as const)('%s', (_rule, action, roles, relation, expected) =>
    expect(refuseAccess(action, roles, relation)).toBe(expected),
  );

  it('every permitted action includes seeing the device', () => {
    for (const action of DeviceAction.options)
      for (const roles of ROLE_SETS)
        for (const relation of allowed(action, roles)) expect(can('see', roles, relation)).toBe(true);
  });
});

describe('the device of a command by an integration login', () => {
  it.each(RELATIONS)('%s: only owned and delegated devices of its list are reached', (relation) => {
    const isHeld = relation !== 'expired' && relation !== 'none';
    for (const action of ['switch', 'operate'] as const)
      for (const canSwitch of [false, true])
        for (const isChosen of [false, true])
          expect(refuseIntegration({ canSwitch, isChosen }, relation, action)).toBe(
            !isHeld || !isChosen
              ? 'DEVICE_NOT_FOUND'
              : canSwitch && can(action, [], relation)
                ? undefined
                : 'FORBIDDEN',
          );
  });
});

it.each([
  ['owner', 'full', null, 'owner'],
  ['owner', 'full', 5, 'owner'],
  ['delegate', 'full', null, 'delegate'],
  ['delegate', 'full', 101, 'delegate'],
  ['delegate', 'switch', 101, 'switcher'],
  ['delegate', 'watch', null, 'watcher'],
  ['delegate', 'full', 100, 'expired'],
  ['delegate', 'switch', 100, 'expired'],
  ['delegate', 'watch', 99, 'expired'],
] as const)('R4.3b, R4.18 at 100, %s at level %s until %s is %s', (access, level, expiresAtS, expected) =>
  expect(relationOf({ access, level, expiresAtS }, 100)).toBe(expected),
);
it('R7.2 a user without stored access has none', () => expect(relationOf(undefined, 100)).toBe('none'));

describe('the end of a delegation, at 100', () => {
  const owner = { relation: 'owner', expiresAtS: null } as const;
  const forGood = { relation: 'delegate', expiresAtS: null } as const;
  const until200 = { relation: 'delegate', expiresAtS: 200 } as const;
  it.each([
    ['an owner delegates without an end', owner, null, { expiresAtS: null }],
    ['an owner delegates until 150', owner, 150, { expiresAtS: 150 }],
    ['a delegate without an end delegates without an end', forGood, null, { expiresAtS: null }],
    ['a delegate until 200 delegates until 200 by default', until200, null, { expiresAtS: 200 }],
    ['a delegate until 200 may delegate until 200', until200, 200, { expiresAtS: 200 }],
    ['a delegate until 200 may not delegate until 201', until200, 201, undefined],
    ['an end at this moment is refused', owner, 100, undefined],
    ['an end in the past is refused', owner, 1, undefined],
  ] as const)('R4.3b %s', (_case, giver, wanted, expected) =>
    expect(delegationEnd(giver, wanted, 100)).toEqual(expected),
  );
});

it.each([
  ['the owner may revoke any delegation', 'owner', { id: 2, grantedBy: 3 }, true],
  ['a delegate may revoke what they gave', 'delegate', { id: 2, grantedBy: 1 }, true],
  ['a delegate may revoke their own access', 'delegate', { id: 1, grantedBy: 3 }, true],
  ['a delegate may not revoke what others gave', 'delegate', { id: 2, grantedBy: 3 }, false],
  [
    'a delegate may not revoke a delegation without a known giver',
    'delegate',
    { id: 2, grantedBy: null },
    false,
  ],
] as const)('R4.3b %s', (_case, relation, held, expected) =>
  expect(canRevoke({ id: 1, relation }, held)).toBe(expected),
);

it.each([
  ['an owner', 'operate', [], 'owner', 'owner'],
  ['an owner with a role', 'operate', ['Seller'], 'owner', 'owner'],
  ['an owner permitted only by their role', 'write_register', ['Technician'], 'owner', 'Technician'],
  ['a user with two roles, one permitted', 'write_register', ['Seller', 'Technician'], 'none', 'Technician'],
  ['a delegate', 'operate', ['Technician'], 'delegate', 'delegate'],
  ['R4.18 a switcher', 'switch', [], 'switcher', 'delegate'],
  ['R4.18 a watching Technician who switches', 'switch', ['Technician'], 'watcher', 'Technician'],
  ['an expired delegate with a role', 'operate', ['Seller'], 'expired', 'Seller'],
  ['a denied user', 'write_register', ['Seller'], 'none', 'Seller'],
  ['a denied owner', 'write_register', [], 'owner', 'owner'],
  ['a user without access', 'operate', [], 'none', null],
] as const)('R5.7 the acting relation or role of %s', (_case, action, roles, relation, expected) =>
  expect(actingRole(action, roles, relation)).toBe(expected),
);
