import { SESSION_EXPIRED_HEADER } from '@manoboard/contract/account/account';
import { api } from '@manoboard/contract/http/api';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Handler, startFakeServer } from '../../testing/fake-server.ts';
import { cancelReads, perform, read, request } from './http.ts';
import { HttpProblem } from './http-problem.ts';
import { session } from './session.ts';

const DEVICE = 'MNB-TE0001';
const order = { params: { deviceId: DEVICE }, body: { what: 'Start', value: true } };
const unauthorized: Handler = () => ({ status: 401, json: { detail: 'UNAUTHORIZED' } });
/** Never answers; rejects when the request is aborted. */
const hanging: Handler = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const onExpired = vi.fn();
beforeEach(() => {
  onExpired.mockClear();
  session.onExpired(onExpired);
  session.begin();
});

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('the request succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(HttpProblem);
      return error as HttpProblem;
    },
  );

describe('a 401', () => {
  it('R3.8 removes the marker, logs out, notifies the listener and resolves with no result', async () => {
    const server = startFakeServer({ '/users/me': unauthorized, '/auth/jwt/logout': unauthorized });
    await expect(request(api.me)).resolves.toBeUndefined();
    await session.waitForLogout();
    expect(localStorage.getItem('loggedIn')).toBeNull();
    const logouts = server.requestsTo('/auth/jwt/logout');
    expect(logouts.map(({ method, headers }) => [method, headers.get(SESSION_EXPIRED_HEADER)])).toEqual([
      ['POST', '1'],
    ]);
    expect(onExpired.mock.calls).toEqual([[true]]);
  });

  it('R3.8 expires the session once for several requests, and a 401 of the logout causes no loop', async () => {
    const server = startFakeServer({
      '/users/me': unauthorized,
      '/roles/check': unauthorized,
      '/users-devices/get-devices': unauthorized,
      '/auth/jwt/logout': unauthorized,
    });
    const answers = await Promise.all([
      request(api.me),
      request(api.rolesCheck),
      request(api.devices),
      request(api.me),
    ]);
    await session.waitForLogout();
    expect(answers).toEqual([undefined, undefined, undefined, undefined]);
    expect(server.requestsTo('/auth/jwt/logout')).toHaveLength(1);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('R3.8 rejects a query instead of returning empty data', async () => {
    startFakeServer({ '/users-devices/get-devices': unauthorized, '/auth/jwt/logout': unauthorized });
    await expect(read(api.devices, new AbortController().signal)).rejects.toThrow('The session has ended');
    await session.waitForLogout();
  });

  it.each([
    ['this tab', () => session.begin()],
    [
      'another tab',
      () => window.dispatchEvent(new StorageEvent('storage', { key: 'loggedIn', newValue: 'true' })),
    ],
  ])('R3.8 of an older session does not end the current one, which began in %s', async (_where, begin) => {
    session.onLoginInOtherTab(() => {});
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    startFakeServer({
      '/users/me': async () => {
        await late;
        return { status: 401, json: { detail: 'UNAUTHORIZED' } };
      },
    });
    const old = request(api.me);
    begin();
    answer();
    await expect(old).resolves.toBeUndefined();
    expect(onExpired).not.toHaveBeenCalled();
    expect(session.isMarked()).toBe(true);
  });
});

it('R3.8 perform returns true on success and false when the session is over', async () => {
  const path = `/users-devices/${DEVICE}`;
  const server = startFakeServer({ [path]: () => ({ status: 204 }), '/auth/jwt/logout': unauthorized });
  const remove = () => perform(api.removeDevice, { params: { id_dev: DEVICE } });
  await expect(remove()).resolves.toBe(true);
  server.routes[path] = unauthorized;
  await expect(remove()).resolves.toBe(false);
  expect(onExpired).toHaveBeenCalledOnce();
});

it.each([
  ['an answer', { status: 204 }],
  ['a refusal', { status: 409, json: { detail: 'DEVICE_OFFLINE' } }],
  ['a failure', 'network error'],
] satisfies [string, Awaited<ReturnType<Handler>>][])(
  'R1.5 %s of a request of the previous session is dropped',
  async (_what, late) => {
    let answer: (result: Awaited<ReturnType<Handler>>) => void = () => undefined;
    startFakeServer({ [`/users-devices/${DEVICE}`]: () => new Promise((resolve) => (answer = resolve)) });
    const old = perform(api.removeDevice, { params: { id_dev: DEVICE } });
    session.begin();
    answer(late);
    await expect(old).resolves.toBe(false);
  },
);

describe('a failed request', () => {
  it.each([
    ['R3.8 rejects with the code of the problem', 409, { detail: 'DEVICE_OFFLINE' }, 'DEVICE_OFFLINE'],
    [
      'has the code inside a detail object',
      400,
      { detail: { code: 'REGISTER_INVALID_PASSWORD', reason: 'x' } },
      'REGISTER_INVALID_PASSWORD',
    ],
    [
      'has the code VALIDATION for a list of fields',
      422,
      { detail: [{ loc: ['body'], msg: 'x', type: 'x' }] },
      'VALIDATION',
    ],
    ['has the code UNKNOWN for an unknown code', 418, { detail: 'TEAPOT' }, 'UNKNOWN'],
    ['has the code of the status without a problem body', 502, '<html>', 'UNAVAILABLE'],
  ])('%s', async (_rule, status, json, code) => {
    startFakeServer({ [`/mqtt/${DEVICE}/start-stop`]: () => ({ status, json }) });
    const problem = await problemOf(request(api.startStop, order));
    expect([problem.status, problem.code]).toEqual([status, code]);
    expect(onExpired).not.toHaveBeenCalled();
  });

  it('has the code NETWORK without a network', async () => {
    startFakeServer({ '/users/me': () => 'network error' });
    expect((await problemOf(request(api.me))).code).toBe('NETWORK');
  });

  it('has the code BAD_ANSWER when the answer does not match its schema', async () => {
    startFakeServer({ '/roles/check': () => ({ json: ['Emperor'] }) });
    expect((await problemOf(request(api.rolesCheck))).code).toBe('BAD_ANSWER');
  });

  it('has the code NETWORK after the timeout', async () => {
    startFakeServer({ '/users/me': hanging });
    expect((await problemOf(request(api.me, { timeoutMs: 5 }))).code).toBe('NETWORK');
  });
});

describe('request', () => {
  it('sends path parameters, repeated query parameters and JSON', async () => {
    const server = startFakeServer({
      '/actual-data/all-last-data': () => ({ json: [] }),
      [`/mqtt/${DEVICE}/start-stop`]: () => ({ status: 504, json: { detail: 'NO_ANSWER' } }),
    });
    await request(api.allLastData, { query: { device_id: [DEVICE, 'MNB-TE0002'] } });
    await problemOf(request(api.startStop, order));
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', `/actual-data/all-last-data?device_id=${DEVICE}&device_id=MNB-TE0002`, undefined],
      ['POST', `/mqtt/${DEVICE}/start-stop`, order.body],
    ]);
  });
});

describe('a route change', () => {
  it('R2.8 aborts reads and not commands', async () => {
    const server = startFakeServer({ '/users/me': hanging, [`/mqtt/${DEVICE}/start-stop`]: hanging });
    const read = request(api.me);
    const command = request(api.startStop, { ...order, timeoutMs: 50 });
    cancelReads();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    const [asked] = server.requestsTo(`/mqtt/${DEVICE}/start-stop`);
    expect(asked?.signal?.aborted).toBe(false);
    await problemOf(command);
  });
});
