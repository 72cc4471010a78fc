import type { Role } from '@manoboard/contract/account';
import { type ApiName, api } from '@manoboard/contract/api';
import type { Call } from '@manoboard/contract/call';
import { can, RELATIONS, type Relation, refusal } from '@manoboard/domain/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { naming } from '../src/http/rules.ts';
import type { Answer } from './browser.ts';
import { startWorld, type World } from './world.ts';

type User = Awaited<ReturnType<World['user']>>;
type DeviceCall = {
  [N in ApiName]: (typeof api)[N] extends { action: string } ? N : never;
}[ApiName];

/** A sound body for every call that names a device: a call that has none here does not compile. */
const bodies: Record<DeviceCall, () => object | undefined> = {
  startStop: () => ({ what: 'start', value: false }),
  setLock: () => ({ what: 'lock', value: true }),
  writePressure: () => ({ what: 'Required pressure', value: 4 }),
  pressureControl: () => ({ what: 'control', value: 0 }),
  resetFcConfig: () => ({ config_value_name: 'electro_meter' }),
  writeRegister: () => ({ register: 2305, value: 400 }),
  restartBoard: () => undefined,
  activity: () => undefined,
  activityCsv: () => undefined,
  renameDevice: () => ({ alias: 'Studňa' }),
  removeDevice: () => undefined,
  delegations: () => undefined,
  delegate: () => ({ email: friend.email }),
  revokeDelegation: () => undefined,
  transferDevice: () => ({ email: 'nobody@example.com' }),
  fcConfig: () => undefined,
  fcDataLast: () => undefined,
  deviceState: () => undefined,
  config: () => undefined,
  setConfig: () => ({ version: 0, config: {} }),
  basicInfo: () => undefined,
  diagnostics: () => undefined,
  registers: () => undefined,
  readRegisters: () => ({ registers: [0x2100] }),
  firmware: () => undefined,
  changelog: () => undefined,
  updateFirmware: () => ({ version: '99.0.0' }),
  firmwareUpdate: () => undefined,
  annotateAlert: () => ({ notes: 'Volal som majiteľovi.' }),
  resolveAlert: () => undefined,
  messageOwner: () => ({ text: 'Ozvite sa nám.' }),
};
const deviceCalls = Object.keys(bodies) as DeviceCall[];
const ROLE_SETS: readonly Role[][] = [[], ['Technician'], ['Seller'], ['Super Seller']];
const rolesOf = (roles: readonly Role[]) => roles[0] ?? 'no role';

/** Calls that list: is the device in the answer? */
const lists = {
  devices: {
    path: api.devices.path,
    shows: (_roles: readonly Role[], relation: Relation) => can('see', [], relation),
  },
  fcDevices: {
    path: api.fcDevices.path,
    shows: (roles: readonly Role[], relation: Relation) => can('see', roles, relation),
  },
  onlineDevices: {
    path: api.onlineDevices.path,
    shows: (roles: readonly Role[], relation: Relation) => can('see', roles, relation),
  },
  alerts: {
    path: api.alerts.path,
    shows: (roles: readonly Role[], relation: Relation) => can('see', roles, relation),
  },
  allLastData: {
    path: `${api.allLastData.path}?device_id=`,
    shows: (roles: readonly Role[], relation: Relation) => can('see', roles, relation),
  },
} as const;

let world: World;
let device: Awaited<ReturnType<World['enrol']>>;
let owner: User;
let friend: User;
let alertId: number;
const people = new Map<string, User>();
let cells = 0;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.user();
  friend = await world.user({}, ['Technician']);
  for (const roles of ROLE_SETS) people.set(rolesOf(roles), await world.user({}, roles));
  device = await world.enrol();
  const board = await device.connect();
  await board.publishInfo({ fc: { id: 'FC-MATRIX', fc_type: 'GD10', ident: 269, unit: 1 } });
  await board.publishStatus();
  await board.leave();
  const event = { event_id: 'E1', code: 'DRY_RUN', severity: 'alarm', raised_at: new Date() } as const;
  ({ id: alertId } = await world.db
    .insertInto('alert')
    .values({ device_id: device.id, ...event })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  console.log(`the matrix of permissions: ${cells} cells`);
  await world.stop();
});

const YEAR_MS = 365 * 86_400_000;

/** The device as it is before every cell: nothing that an earlier one did is left. */
async function arrange(user: User, relation: Relation) {
  const owns = relation === 'owner' ? user : owner;
  const access = { device_id: device.id, access: 'delegate', granted_by: owns.id } as const;
  await world.db.deleteFrom('user_device').execute();
  await world.db
    .insertInto('user_device')
    .values({ user_id: owns.id, device_id: device.id, access: 'owner' })
    .execute();
  if (relation === 'delegate' || relation === 'expired') {
    const expires_at = new Date(Date.now() + (relation === 'expired' ? -1000 : YEAR_MS));
    await world.db
      .insertInto('user_device')
      .values({ ...access, user_id: user.id, expires_at })
      .execute();
  }
  const granted_by = relation === 'delegate' ? user.id : owns.id;
  await world.db
    .insertInto('user_device')
    .values({ ...access, user_id: friend.id, granted_by })
    .execute();
}

const isOfAlert = (name: DeviceCall) => naming(api[name])?.by === 'alert';
const known = (name: DeviceCall) => (isOfAlert(name) ? `${alertId}` : device.idDev);
const unknown = (name: DeviceCall) => (isOfAlert(name) ? `${alertId + 1}` : 'MNB-UNKNOWN');

function ask(user: Pick<User, 'send'>, name: DeviceCall, id: string): Promise<Answer> {
  const { method, path } = api[name];
  const place = path
    .replace(/\{(deviceId|id_dev|id)\}/, id)
    .replace('{user_id}', `${friend.id}`)
    .replace('{name}', 'electro_meter');
  return user.send(method, place, bodies[name]());
}

const verdict = ({ status, body }: Answer) => {
  const { detail } = (body ?? {}) as { detail?: string };
  if (status === 401) return 'UNAUTHORIZED';
  if (detail === 'ALERT_NOT_FOUND') return 'DEVICE_NOT_FOUND';
  return detail === 'FORBIDDEN' || detail === 'DEVICE_NOT_FOUND' ? detail : undefined;
};

const stateOf = () => world.db.selectFrom('user_device').selectAll().orderBy('user_id').execute();
const rows = ROLE_SETS.flatMap((roles) =>
  RELATIONS.map((relation) => [rolesOf(roles), relation, roles] as const),
);

it('walks every call of the table that names a device', () =>
  expect([...deviceCalls].sort()).toEqual(
    (Object.entries(api) as [string, Call][]).flatMap(([name, { action }]) => (action ? [name] : [])).sort(),
  ));

describe.each(deviceCalls)('R7.5 %s', (name) => {
  it.each(rows)('%s, %s: as the policy says', async (role, relation, roles) => {
    const user = people.get(role);
    if (!user) throw new Error('nobody');
    await arrange(user, relation);
    const before = await stateOf();
    const expected = refusal(api[name].action, roles, relation);
    const answer = await ask(user, name, known(name));
    cells++;
    expect(verdict(answer)).toBe(expected);
    expect(answer.status).toBeLessThan(500);
    if (!expected) return;
    expect(await stateOf()).toEqual(before);
    if (expected === 'FORBIDDEN') return;
    const nothing = await ask(user, name, unknown(name));
    expect([answer.status, answer.body]).toEqual([nothing.status, nothing.body]);
  });

  it('nobody: 401', async () => {
    cells++;
    expect(verdict(await ask(world.browser(), name, known(name)))).toBe('UNAUTHORIZED');
  });
});

describe.each(Object.entries(lists))('R7.2 %s', (name, { path, shows }) => {
  it.each(rows)('%s, %s: shows the device to those who may see it', async (role, relation, roles) => {
    const user = people.get(role);
    if (!user) throw new Error('nobody');
    await arrange(user, relation);
    const board = await device.connect({ boot: 2 + cells });
    await board.publishStatus();
    const { status, body } = await user.get(path.endsWith('=') ? `${path}${device.idDev}` : path);
    cells++;
    expect(status, name).toBe(200);
    expect(JSON.stringify(body).includes(device.idDev)).toBe(shows(roles, relation));
    await board.leave();
  });

  it('nobody: 401', async () => {
    cells++;
    expect((await world.browser().get(path.replace(/\?.*/, ''))).status).toBe(401);
  });
});
