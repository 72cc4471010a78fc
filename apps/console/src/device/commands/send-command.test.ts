import { commandCalls } from '@manoboard/contract/command/command.calls';
import { aCommand } from '@manoboard/testkit/factories';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/http/session.ts';
import { type Handler, startFakeServer } from '../../testing/fake-server.ts';
import { sendCommand } from './send-command.ts';

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
  [404, { detail: 'Not Found' }, 'UNKNOWN'],
])('R5.13 a %s with its reason is a refusal', async (status, json, code) => {
  await expect(send({ status, json })).rejects.toMatchObject({ name: 'HttpProblem', code });
});

it('R3.8 a 401 resolves with no result: nothing was sent', async () => {
  expect(await send({ status: 401, json: {} })).toBeUndefined();
});
