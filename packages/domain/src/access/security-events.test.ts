import { api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import { expect, it } from 'vitest';
import { RECORDED_CALLS, securityEventOf } from './security-events.ts';

it('every recorded call is a call of the API', () => {
  const known = Object.values(api as Record<string, Call>).map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(RECORDED_CALLS).filter((name) => !known.includes(name))).toEqual([]);
});

const answer = { status: 200, code: undefined, body: {}, isUser: true };
it.each([
  ['a login', api.login, {}, 'login done'],
  ['a wrong password', api.login, { status: 400, code: 'LOGIN_BAD_CREDENTIALS' }, 'login refused'],
  ['too many logins', api.login, { status: 429, code: 'TOO_MANY_REQUESTS' }, 'limit refused'],
  ['a changed password', api.updateMe, { body: { password: 'x' } }, 'password done'],
  ['a changed name', api.updateMe, { body: { name: 'x' } }, undefined],
  ['a second factor that was added', api.addPasskey, {}, 'factor done'],
  ['a second factor that was removed', api.removeFactor, { status: 204 }, 'factor done'],
  ['new recovery codes', api.newRecoveryCodes, {}, 'factor done'],
  ['a requested reset of factors', api.resetFactors, { status: 202 }, 'factor done'],
  ['a wrong first code of an app', api.confirmTotp, { status: 400, code: 'FACTOR_WRONG' }, 'factor refused'],
  [
    'a call that needs a second factor first',
    api.devices,
    { status: 403, code: 'FACTOR_REQUIRED' },
    undefined,
  ],
  ['an export', api.fleetCsv, {}, 'export done'],
  ['a list of users', api.users, {}, 'users_listed done'],
  ['a call without the permission', api.users, { status: 403, code: 'FORBIDDEN' }, 'denied refused'],
  ['a device of others', api.config, { status: 404, code: 'DEVICE_NOT_FOUND' }, 'denied refused'],
  ['a call that needs a proof first', api.enrolBoard, { status: 403, code: 'PROOF_REQUIRED' }, undefined],
  ['a call without a session', api.users, { status: 401, code: 'UNAUTHORIZED', isUser: false }, undefined],
  ['a read of values', api.devices, {}, undefined],
  ['U29 a graph whose client has left', api.history, { status: 499 }, undefined],
  ['a download whose client has left while it waited', api.fleetCsv, { status: 499 }, undefined],
] as const)('%s', (_case, call, change, expected) => {
  const event = securityEventOf(call, { ...answer, ...change });
  expect(event && `${event.kind} ${event.outcome}`).toBe(expected);
});
