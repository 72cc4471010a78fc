import { type Role, SESSION_COOKIE } from '@manoboard/contract/account/account';
import type { LoginStep } from '@manoboard/contract/account/login';
import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import { PROOF_S } from '@manoboard/domain/access/proof';
import { isStaff } from '@manoboard/domain/access/roles';
import type { HttpAnswer } from '@manoboard/testkit/http-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MatrixWorld, ROLE_SETS, startMatrixWorld } from './matrix-world.ts';
import { readPermissions } from './permissions-table.ts';
import { openSession } from './request-fixtures.ts';

/** Calls that a session without the second factor that it needs reaches: those that lead to one, and their page. */
const BEFORE_FACTOR: readonly ApiName[] = [
  ...([
    'prove',
    'proofOptions',
    'factors',
    'addTotp',
    'confirmTotp',
    'newPasskeyOptions',
    'addPasskey',
  ] as const),
  ...(['me', 'personalization', 'setPersonalization', 'rolesCheck'] as const),
  // A stop, which the fixture of this call is.
  'startStop',
];
/** Calls that need a fresh proof, with the fields that make it necessary. */
const NEEDS_PROOF: Partial<Record<ApiName, object>> = {
  updateMe: { email: 'other@example.com' },
  exportMe: {},
  deleteMe: {},
  endSession: {},
  endOtherSessions: {},
  addTotp: {},
  confirmTotp: {},
  newPasskeyOptions: {},
  addPasskey: {},
  removeFactor: {},
  newRecoveryCodes: {},
  resetFactors: {},
  addPermission: {},
  removePermission: {},
  giveDevice: {},
  takeDevice: {},
  endUserSessions: {},
  setDisabled: {},
  removeDevice: {},
  transferDevice: {},
  uploadFirmware: {},
  blockBoard: {},
  renewBoardSecret: {},
  enrolBoard: { id_dev: 'MNB-0000FFFF', is_replacing: true },
  addWebhook: {},
  changeWebhook: { renew_secret: true },
  addIntegration: {},
  addToken: {},
  changeIntegration: { can_switch: true },
};
/** A proof that staff need for registers of devices that are not theirs (REGISTER_PROOF). */
const STAFF_PROOF: readonly ApiName[] = ['writeRegister'];

const page = readPermissions();
/** The last ones: they take away what others need. */
const LAST: readonly ApiName[] = ['removeDevice', 'deleteMe'];
const names = (Object.keys(api) as ApiName[]).sort((a, b) => LAST.indexOf(a) - LAST.indexOf(b));
let world: MatrixWorld;
/** By role, a user with a second factor, and the token of a login whose password was right; the users of the matrix have no factor. */
const enrolled = new Map<string, { id: number; step: string }>();
const relationOf = (roles: readonly Role[]) => (roles.length === 0 ? 'owner' : 'none');
let cells = 0;

beforeAll(async () => {
  world = await startMatrixWorld({ REQUIRE_2FA: 'staff' });
  for (const roles of ROLE_SETS) {
    const user = await world.user({}, roles);
    const { id } = user;
    await world.db
      .insertInto('second_factor')
      .values({
        user_id: id,
        kind: 'totp',
        name: 'x',
        secret: Buffer.alloc(20),
        created_at: new Date(),
        confirmed_at: new Date(),
      })
      .execute();
    const { body } = await user.login(user.email, user.password);
    enrolled.set(`${roles}`, { id, step: (body as LoginStep).token });
    if (relationOf(roles) === 'owner')
      await world.db
        .insertInto('user_device')
        .values(
          world.deviceKeys.map((device_id) => ({
            user_id: id,
            device_id,
            access: 'owner' as const,
            created_at: new Date(0),
          })),
        )
        .execute();
  }
});
afterAll(async () => {
  console.log(`the matrix of sessions: ${cells} cells of ${names.length} calls`);
  await world.stop();
});

type State = 'no session' | 'password only' | 'without a needed factor' | 'stale proof' | 'full session';
const ANONYMOUS: readonly State[] = ['no session', 'password only'];

/** A call that needs no proof answers a full session like a stale one, and the matrix of permissions has all its cases. */
const statesOf = (name: ApiName, roles: readonly Role[]): State[] => [
  ...(isStaff(roles) ? (['without a needed factor'] as const) : []),
  'stale proof',
  ...(name in NEEDS_PROOF || STAFF_PROOF.includes(name) ? (['full session'] as const) : []),
];

const SESSION_REFUSALS = ['UNAUTHORIZED', 'FORBIDDEN', 'FACTOR_REQUIRED', 'PROOF_REQUIRED'];
function verdict({ action }: Call, { status, text }: HttpAnswer): string {
  const detail: unknown = text.startsWith('{') ? JSON.parse(text).detail : undefined;
  if (status >= 500 || detail === 'NOT_FOUND') return `${status} ${text}`;
  const isHidden = action && (detail === 'DEVICE_NOT_FOUND' || detail === 'ALERT_NOT_FOUND');
  return isHidden || SESSION_REFUSALS.includes(String(detail)) ? String(detail) : 'allowed';
}

function expectedOf(name: ApiName, roles: readonly Role[], state: State): string {
  const call: Call = api[name];
  if (ANONYMOUS.includes(state)) return page.verdict(call, undefined, 'none');
  if (call.who === 'anyone') return 'allowed';
  if (state === 'without a needed factor' && !BEFORE_FACTOR.includes(name)) return 'FACTOR_REQUIRED';
  const byRights = page.verdict(call, roles, relationOf(roles));
  const isProofNeeded = name in NEEDS_PROOF || (STAFF_PROOF.includes(name) && isStaff(roles));
  return byRights === 'allowed' && state === 'stale proof' && isProofNeeded ? 'PROOF_REQUIRED' : byRights;
}

async function sessionOf(roles: readonly Role[], state: State) {
  const { id, step } = enrolled.get(`${roles}`) ?? { id: 0, step: '' };
  const { db } = world;
  if (state === 'no session') return undefined;
  if (state === 'password only') return { cookie: `${SESSION_COOKIE}=${step}`, sessionId: '0'.repeat(64) };
  if (state === 'without a needed factor') return openSession({ db }, world.idOf(roles), new Date());
  if (state === 'stale proof') return openSession({ db }, id, new Date(Date.now() - PROOF_S * 1000));
  return openSession({ db }, id, new Date());
}

/** The fault of one cell, or nothing. */
async function faultOf(name: ApiName, roles: readonly Role[], state: State): Promise<string[]> {
  const answer = await world.request(name, await sessionOf(roles, state), true, NEEDS_PROOF[name]);
  const [actual, expected] = [verdict(api[name], answer), expectedOf(name, roles, state)];
  cells++;
  return actual === expected ? [] : [`${roles[0] ?? 'no role'}, ${state}: ${actual}, expected ${expected}`];
}

it.each(names)('R7.1 %s answers every role in every state of its session as listed above', async (name) => {
  const byRole = ROLE_SETS.map(async (roles) => {
    const faults: string[] = [];
    for (const state of statesOf(name, roles)) faults.push(...(await faultOf(name, roles, state)));
    return faults;
  });
  const anonymous = ANONYMOUS.map((state) => faultOf(name, ['Super Seller'], state));
  expect((await Promise.all([...byRole, ...anonymous])).flat()).toEqual([]);
});

it.each(ROLE_SETS.filter(isStaff).map((roles) => [`${roles}`, roles] as const))(
  'R7.1 a start by %s without a needed factor is refused, a stop is not',
  async (_name, roles) => {
    const session = await sessionOf(roles, 'without a needed factor');
    const answer = (value: boolean) => world.request('startStop', session, true, { value });
    expect(verdict(api.startStop, await answer(true))).toBe('FACTOR_REQUIRED');
    expect(verdict(api.startStop, await answer(false))).toBe(
      page.verdict(api.startStop, roles, relationOf(roles)),
    );
  },
);
