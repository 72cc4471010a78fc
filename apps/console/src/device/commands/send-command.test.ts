import { EXPECTED_VALUE_HEADER, WRITE_HEADERS } from '@manoboard/contract/command/command';
import { commandCalls } from '@manoboard/contract/command/command.calls';
import { aCommand } from '@manoboard/testkit/factories';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/http/session.ts';
import { type Handler, startFakeServer } from '../../testing/fake-server.ts';
import { sendCommand } from './send-command.ts';
import { announceWriteHeaders } from './write-headers.ts';

const DEVICE = 'MNB-TE0001';
const PATH = `/mqtt/${DEVICE}/write`;
const COMMAND_ID = '01JD0000000000000000000000';

beforeEach(() => session.begin());

type Answers = Awaited<ReturnType<Handler>>[];

function prepare(...answers: Answers) {
  const server = startFakeServer({
    [PATH]: () => answers.shift() ?? 'network error',
    '/auth/jwt/logout': () => ({ status: 204 }),
  });
  const request = () =>
    sendCommand(commandCalls.writePressure, 'write', {
      params: { deviceId: DEVICE },
      body: { what: 'Required pressure', value: 4.7 },
      headers: { [EXPECTED_VALUE_HEADER]: '4.200000' },
    });
  return { server, request };
}

const send = (...answers: Answers) => prepare(...answers).request();

const command = aCommand({ op: 'write', value: 4.7 });
const foreign = { id: 77, status: 'ok' };

it.each([
  ['the command', { json: command }, command],
  ['a command of a foreign kind', { json: foreign }, null],
  ['an empty object', { json: {} }, null],
  ['text', { json: '<html>OK</html>' }, null],
  ['nothing', {}, null],
  ['a problem', { json: { detail: 'DEVICE_OFFLINE' } }, null],
])('R5.13 a 200 with %s is a success', async (_what, answer, expected) => {
  expect(await send(answer)).toEqual(expected);
});

/** A response that the fake server cannot give. */
const answerBy = (response: Response) => vi.stubGlobal('fetch', async () => response);

it('R5.13 a 200 whose body breaks off is a success', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
  const { request } = prepare();
  answerBy(new Response(body));
  expect(await request()).toBeNull();
});

it('R5.13 the outcome is unknown after a 200 of the page to which a proxy redirects', async () => {
  const { request } = prepare();
  answerBy(Object.defineProperty(new Response('<html>Log in'), 'redirected', { value: true }));
  await expect(request()).rejects.toMatchObject({ name: 'UnknownOutcome' });
});

it.each<[string, Answers]>([
  ['a lost connection', ['network error']],
  ['a 500 of the server', [{ status: 500, json: { detail: 'INTERNAL' } }]],
  ['a 502 of a proxy', [{ status: 502, json: '<html>' }]],
  ['a 503', [{ status: 503, json: { detail: 'UNAVAILABLE' } }]],
  ['a 504 of a silent board', [{ status: 504, json: { detail: 'NO_ANSWER', command_id: COMMAND_ID } }]],
  ['another success than 200', [{ status: 202, json: {} }]],
  ['a refusal that is not understood', [{ status: 409, json: '<html>' }]],
  ['a timeout of a proxy', [{ status: 408, json: { detail: 'timeout' } }]],
])('R5.13 the outcome is unknown after %s', async (_what, answers) => {
  await expect(send(...answers)).rejects.toMatchObject({ name: 'UnknownOutcome' });
});

it.each([
  [409, { detail: 'LOCAL_CONTROL' }, 'LOCAL_CONTROL'],
  [422, { detail: [{ loc: ['body', 'value'], msg: 'too big', type: 'x' }] }, 'VALIDATION'],
  [404, { detail: 'Not Found' }, 'NOT_FOUND'],
])('R5.13 a %s with its reason is a refusal', async (status, json, code) => {
  await expect(send({ status, json })).rejects.toMatchObject({ name: 'HttpProblem', code });
});

const headersOf = ({ requests }: { requests: { headers: Headers }[] }) =>
  requests.map(({ headers }) => [headers.get('idempotency-key'), headers.get(EXPECTED_VALUE_HEADER)]);

it('R8 a server that announces no headers gets none and no retry', async () => {
  const { server, request } = prepare('network error', { json: command });
  await expect(request()).rejects.toMatchObject({ name: 'UnknownOutcome', code: 'NETWORK' });
  expect(headersOf(server)).toEqual([[null, null]]);
});

describe('with the headers announced', () => {
  beforeEach(() => announceWriteHeaders(WRITE_HEADERS));
  afterEach(() => announceWriteHeaders());

  it('R8 a retry has the same key', async () => {
    const { server, request } = prepare('network error', { json: command });
    expect(await request()).toEqual(command);
    const [first, second] = headersOf(server);
    expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), '4.200000']);
    expect(second).toEqual(first);
  });

  it.each<[string, Answers[number]]>([
    ['a limit', { status: 429, json: { detail: 'TOO_MANY_REQUESTS' } }],
    ['an expired session', { status: 401, json: { detail: 'UNAUTHORIZED' } }],
    ['a lost connection', 'network error'],
  ])('R5.13 the outcome is unknown when the retry meets %s', async (_what, answer) => {
    await expect(send('network error', answer)).rejects.toMatchObject({ name: 'UnknownOutcome' });
  });

  it('R5.13 a refusal that names the command of the first attempt is a refusal', async () => {
    const refusal = { detail: 'LOCAL_CONTROL', command_id: COMMAND_ID };
    await expect(send('network error', { status: 409, json: refusal })).rejects.toMatchObject({
      name: 'HttpProblem',
      code: 'LOCAL_CONTROL',
    });
  });
});

it('R3.8 a 401 resolves with no result: nothing was sent', async () => {
  expect(await send({ status: 401, json: {} })).toBeUndefined();
});
