import { commandCalls } from '@manoboard/contract/command/command.calls';
import { recoveryCalls } from '@manoboard/contract/command/recovery.calls';
import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import { can, hasGlobalPermission, refuseAccess } from '@manoboard/domain/access/policy';
import type { HttpAnswer } from '@manoboard/testkit/http-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { naming } from '../src/http/rules.ts';
import {
  ACCESS_CASES,
  type AccessCase,
  ARRANGED_TABLES,
  type MatrixWorld,
  startMatrixWorld,
} from './matrix-world.ts';
import { readPermissions, type Verdict } from './permissions-table.ts';

const names = Object.keys(api) as ApiName[];
const page = readPermissions();
let world: MatrixWorld;
let cells = 0;

beforeAll(async () => {
  world = await startMatrixWorld();
});
afterAll(async () => {
  console.log(`the matrix of permissions: ${cells} cells of ${names.length} calls`);
  await world.stop();
});

const detailOf = ({ text }: HttpAnswer): unknown =>
  text.startsWith('{') ? JSON.parse(text).detail : undefined;

/** Refusals that concern the user; others concern the request. */
function verdict({ action }: Call, answer: HttpAnswer): Verdict | 'no route' | 'trouble' {
  const detail = detailOf(answer);
  if (answer.status >= 500) return 'trouble';
  if (detail === 'NOT_FOUND') return 'no route';
  if (detail === 'UNAUTHORIZED' || detail === 'FORBIDDEN') return detail;
  return action && (detail === 'DEVICE_NOT_FOUND' || detail === 'ALERT_NOT_FOUND') ? detail : 'allowed';
}

/** The verdict of the policy, to compare with the document. */
function policyVerdict(call: Call, { roles, relation }: AccessCase): Verdict {
  if (call.permission) return hasGlobalPermission(call.permission, roles) ? 'allowed' : 'FORBIDDEN';
  if (!call.action) return 'allowed';
  const refused = refuseAccess(call.action, roles, relation);
  const isUnseen = refused === 'DEVICE_NOT_FOUND' && naming(call)?.by === 'alert';
  return isUnseen ? 'ALERT_NOT_FOUND' : (refused ?? 'allowed');
}

/** The answer without its date. */
const bytes = ({ status, headers: { date: _, ...headers }, text }: HttpAnswer) => ({ status, headers, text });

/** R5.7: refused writes to a device are logged too. */
const OTHER_WRITES: readonly ApiName[] = ['setConfig', 'setPumpCard', 'updateFirmware'];
function logsOf(name: ApiName): readonly string[] {
  if (name in commandCalls || name in recoveryCalls) return ['audit', 'audit_head', 'command'];
  return OTHER_WRITES.includes(name) ? ['audit', 'audit_head'] : [];
}

const changedTables = (before: Record<string, string>, after: Record<string, string>, name: ApiName) =>
  Object.keys(after).filter((table) => after[table] !== before[table] && !logsOf(name).includes(table));

/** The faults of one cell. */
async function faultsOf(name: ApiName, accessCase: AccessCase, expected: Verdict): Promise<string[]> {
  const call: Call = api[name];
  const place = `${accessCase.roles[0] ?? 'no role'}, ${accessCase.relation}`;
  const faults = expected === policyVerdict(call, accessCase) ? [] : [`${place}: page and policy differ`];
  const session = await world.arrange(accessCase);
  // The next case sets these tables again.
  const before = expected === 'allowed' ? {} : await world.digest(ARRANGED_TABLES);
  const answer = await world.request(name, session);
  const actual = verdict(call, answer);
  if (actual !== expected) faults.push(`${place}: ${actual} (${answer.text}), expected ${expected}`);
  if (expected === 'allowed') return faults;
  const changed = changedTables(before, await world.digest(ARRANGED_TABLES), name);
  faults.push(...changed.map((table) => `${place}: refused, and has changed ${table}`));
  if (expected !== 'FORBIDDEN' || !call.action)
    faults.push(...differences(place, answer, await world.request(name, session, false)));
  return faults;
}

/** The faults of the cases that are refused, which together change no table. */
async function refusedFaults(
  name: ApiName,
  refused: readonly (readonly [AccessCase, Verdict])[],
): Promise<string[]> {
  const faults: string[] = [];
  const before = await world.digest();
  for (const [accessCase, expected] of refused) faults.push(...(await faultsOf(name, accessCase, expected)));
  const changed = changedTables(before, await world.digest(), name).filter(
    (table) => !ARRANGED_TABLES.includes(table),
  );
  return [...faults, ...changed.map((table) => `a refused case has changed ${table}`)];
}

/** A hidden device answers byte for byte like an unknown one. */
function differences(place: string, answer: HttpAnswer, unknown: HttpAnswer) {
  const [known, nothing] = [bytes(answer), bytes(unknown)].map((value) => JSON.stringify(value));
  return known === nothing ? [] : [`${place}: ${known} is not ${nothing}`];
}

it('docs/permissions.md lists exactly the calls of the API', () =>
  expect([...page.calls].sort()).toEqual(
    Object.values(api)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ));

describe('R7.1, R7.5 every call answers every role and relation as docs/permissions.md states', () => {
  it.each(names)('%s', async (name) => {
    const call: Call = api[name];
    // A call without an action concerns no device: of the relations, none and the closest one are enough.
    const chosen = ACCESS_CASES.filter(
      ({ relation }) => call.action || relation === 'none' || relation === 'owner',
    );
    const cases = chosen.map(
      (accessCase) => [accessCase, page.verdict(call, accessCase.roles, accessCase.relation)] as const,
    );
    const refused = cases.filter(([, expected]) => expected !== 'allowed');
    let faults = refused.length > 0 ? await refusedFaults(name, refused) : [];
    // Repeated once: a delegation may expire meanwhile, but a change by this call repeats.
    if (faults.length > 0) faults = await refusedFaults(name, refused);
    for (const [accessCase, expected] of cases)
      if (expected === 'allowed') faults.push(...(await faultsOf(name, accessCase, expected)));
    const anonymous = verdict(call, await world.request(name, undefined));
    if (anonymous !== page.verdict(call, undefined, 'none')) faults.push(`without a session: ${anonymous}`);
    cells += chosen.length + 1;
    expect(faults).toEqual([]);
  });
});

type Shows = (accessCase: AccessCase) => boolean;
const toPermitted: Shows = ({ roles, relation }) => can('see', roles, relation);
const toHolders: Shows = ({ relation }) => can('see', [], relation);

describe('R7.2 a list shows the device exactly to users who may see it', () => {
  it.each<[string, (deviceId: string) => string, Shows]>([
    ['devices', () => api.devices.path, toHolders],
    ['fcDevices', () => api.fcDevices.path, toPermitted],
    ['onlineDevices', () => api.onlineDevices.path, toPermitted],
    ['alerts', () => api.alerts.path, toPermitted],
    ['allLastData', () => api.allLastData.path, toHolders],
    ['allLastData by its ID', (deviceId) => `${api.allLastData.path}?device_id=${deviceId}`, toPermitted],
  ])('%s', async (_list, path, shows) => {
    const faults: AccessCase[] = [];
    for (const accessCase of ACCESS_CASES) {
      const { cookie } = await world.arrange(accessCase);
      const { status, text } = await world.get(path(world.shownId), cookie);
      cells++;
      if (status !== 200 || text.includes(world.shownId) !== shows(accessCase)) faults.push(accessCase);
    }
    expect(faults).toEqual([]);
  });
});
