import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { StartStop } from '../command/command.ts';
import { LastData } from '../device/device.ts';
import { liveEvents } from '../live.ts';
import { READING_FIELDS } from '../mqtt/reading.ts';
import { DeviceId } from '../text.ts';
import { type ApiName, api } from './api.ts';
import type { Call } from './call.ts';
import { Problem, problems } from './problem.ts';

const rows = Object.entries(api) as [ApiName, Call][];
const isAccepted = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe('the calls of spec 7', () => {
  it.each([
    ['me', 'GET', '/users/me'],
    ['rolesCheck', 'GET', '/roles/check'],
    ['devices', 'GET', '/users-devices/get-devices'],
    ['fcDevices', 'GET', '/users-devices/get-all-fc-devices'],
    ['onlineDevices', 'GET', '/api-requests/online-devices'],
    ['logout', 'POST', '/auth/jwt/logout'],
    ['allLastData', 'GET', '/actual-data/all-last-data'],
    ['startStop', 'POST', '/mqtt/{deviceId}/start-stop'],
  ] as const)('R8 %s is %s %s', (name, method, path) => expect(api[name]).toMatchObject({ method, path }));

  it('every call has its own method and path', () =>
    expect(new Set(rows.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(rows.length));

  it.each(rows)(
    '%s declares the parameters of its path, one success response, and 401 if it needs a session',
    (name, row) => {
      const named = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = row.params instanceof z.ZodMiniObject ? Object.keys(row.params.shape) : [];
      expect(declared).toEqual(named);
      const statuses = Object.keys(row.answers).map(Number);
      // A login may need a second step.
      expect(statuses.filter((status) => status < 300)).toHaveLength(name === 'login' ? 2 : 1);
      if (row.who === 'user') expect(statuses).toContain(401);
    },
  );
});

describe('a proof of identity', () => {
  const needsProof = (name: ApiName) => (api[name] as Call).needsProof !== undefined;

  it('is needed by every call that changes the account of somebody else, except notes and what protects it', () => {
    const free = rows.filter(
      ([name, { permission, method }]) =>
        permission === 'manage_users' && method !== 'GET' && !needsProof(name),
    );
    expect(free.map(([name]) => name).sort()).toEqual(['annotateUser', 'cancelUserFactorReset']);
  });

  it('is needed by no call that stops a pump', () => expect(needsProof('startStop')).toBe(false));
});

describe('start-stop', () => {
  it('R5.1 start-stop accepts true and false', () => {
    expect(isAccepted(StartStop, { what: 'Start/Stop', value: true })).toBe(true);
    expect(isAccepted(StartStop, { what: '', value: false })).toBe(true);
  });

  it.each([null, 'true', 'false', 1, 0, [true], {}, undefined])(
    'no coercion: start-stop refuses the value %j',
    (value) => expect(isAccepted(StartStop, { what: 'x', value })).toBe(false),
  );

  it.each([
    ['no label', { value: true }],
    ['a label that is not a string', { what: 1, value: true }],
    ['a label that is too long', { what: 'x'.repeat(65), value: true }],
    ['an unknown field', { what: 'x', value: true, force: true }],
  ])('refuses %s', (_case, body) => expect(isAccepted(StartStop, body)).toBe(false));
});

describe('device IDs', () => {
  it.each(['MNB-DE0001', 'FC-DE0001', 'MNB-0123456789ABCDEF'])('%s is a device ID', (id) =>
    expect(isAccepted(DeviceId, id)).toBe(true),
  );

  it.each([
    '',
    'MNB',
    'MNB-',
    'mnb-de0001',
    'MNB-DE 001',
    'MNB-DE0001\n',
    'MNB-+',
    'MNB-#',
    'MNB-DE0001/x',
    '../x',
    1,
  ])('%j is not a device ID', (id) => expect(isAccepted(DeviceId, id)).toBe(false));
});

describe('last data', () => {
  const required = {
    on_off_state_r: 3,
    modbus: 2,
    frequency_fc: 0,
    pressure_control: 0,
    required_pressure: null,
    analog_input_2: null,
    analog_input_3: null,
  };
  const row = { device_id: 'MNB-DE0001', data: required, ts: 1, received_at: 2, fc: 1, older: {} };

  it('R6.1 has at least the seven fields of the spec; unknown is null', () => {
    expect(isAccepted(LastData, row)).toBe(true);
    for (const field of Object.keys(required)) {
      expect(isAccepted(LastData, { ...row, data: { ...required, [field]: undefined } })).toBe(false);
    }
  });

  it('has the time of fields older than the frame, and of no others', () => {
    expect(
      isAccepted(LastData, { ...row, older: Object.fromEntries(READING_FIELDS.map((field) => [field, 1])) }),
    ).toBe(true);
    expect(isAccepted(LastData, { ...row, older: { colour: 1 } })).toBe(false);
    expect(isAccepted(LastData, { ...row, older: { modbus: 'yesterday' } })).toBe(false);
  });

  it('the stream and the poll have the same shape', () => expect(liveEvents['last-data']).toBe(LastData));
});

describe('problems', () => {
  it.each(Object.entries(problems))('%s has the status %i, an error status', (code, status) => {
    expect(code).toMatch(/^[A-Z][A-Z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  });

  it.each([
    ['LOGIN_BAD_CREDENTIALS', 400],
    ['REGISTER_USER_ALREADY_EXISTS', 400],
    ['DEVICE_OFFLINE', 409],
    ['LOCAL_CONTROL', 409],
    ['FC_FAULT', 409],
    ['REJECTED', 409],
    ['TOO_MANY_REQUESTS', 429],
    ['NO_ANSWER', 504],
  ] as const)('%s is %i', (code, status) => expect(problems[code]).toBe(status));

  it.each([
    ['a code', { detail: 'NOT_FOUND' }],
    [
      'a row per invalid field',
      { detail: [{ loc: ['body', 'email'], msg: 'email_format', type: 'value_error' }] },
    ],
    ['a code with a reason', { detail: { code: 'REGISTER_INVALID_PASSWORD', reason: 'password_weak' } }],
    ["the board's reason", { detail: 'REJECTED', reason: 'locked', command_id: '01HV3B5Z8Q2M4N6P' }],
  ])('a problem may be %s', (_case, problem) => expect(isAccepted(Problem, problem)).toBe(true));

  it.each([
    ['no detail', {}],
    ['an unknown reason', { detail: 'REJECTED', reason: 'bad mood' }],
  ])('a body with %s is not a problem', (_case, problem) => expect(isAccepted(Problem, problem)).toBe(false));
});
