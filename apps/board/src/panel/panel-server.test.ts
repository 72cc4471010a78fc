import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { freePort } from '@manoboard/testkit/free-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createFaultSwitches, type FaultSwitches } from '../faults/fault-switches.ts';
import { FAULT_NAMES } from '../faults/faults.ts';
import { startScenario } from '../scenario.ts';
import { createPanelBoard } from './panel-board.ts';
import { type Panel, startPanel } from './panel-server.ts';

const ID = 'MNB-DE0001';
let port: number;
let panel: Panel;
let faults: FaultSwitches;
const clock = fakeClock();

beforeEach(async () => {
  port = await freePort();
  faults = createFaultSwitches();
  const other = createFaultSwitches();
  panel = await startPanel(port, [
    createPanelBoard(ID, 'household', faults, startScenario('household', 1, clock, faults)),
    createPanelBoard('MNB-DE0002', 'asleep', other, startScenario('asleep', 2, clock, other)),
  ]);
});
afterEach(() => panel.close());

interface Sent {
  method?: string;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** Raw HTTP, since fetch does not allow forged Host and Origin headers. */
function request(path: string, { method = 'GET', body, headers = {} }: Sent = {}) {
  return new Promise<{ status: number; json: () => Record<string, unknown>; text: string; headers: object }>(
    (resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = httpRequest(
        { host: '127.0.0.1', port, path, method, headers: { ...json, ...headers } },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              json: () => JSON.parse(text),
              text,
              headers: response.headers,
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    },
  );
}
const put = (path: string, body: unknown, headers = {}) =>
  request(path, { method: 'PUT', body: typeof body === 'string' ? body : JSON.stringify(body), headers });
const leak = `/boards/${ID}/faults/leak`;

describe('panel API', () => {
  it('lists the boards with their active faults', async () => {
    faults.on('leak');
    expect((await request('/boards')).json()).toEqual({
      boards: [
        { id: ID, scenario: 'household', faults: ['leak'] },
        { id: 'MNB-DE0002', scenario: 'asleep', faults: [] },
      ],
    });
  });

  it('R5.9 keypad: a POST presses a key, and the response shows the state of the converter', async () => {
    const key = (name: string, method = 'POST') => request(`/boards/${ID}/keypad/${name}`, { method });
    expect((await request(`/boards/${ID}`)).json()).toMatchObject({
      keypad: { is_fault: false, is_in_charge: false },
    });
    faults.on('under_voltage');
    await clock.advance(1000);
    expect((await key('stop_rst')).json()).toMatchObject({ display: 'UV', is_fault: true });
    faults.off('under_voltage');
    await clock.advance(1000);
    expect((await key('stop_rst')).json()).toMatchObject({ display: '0.00', is_fault: false });
    expect((await key('explode')).status).toBe(404);
    expect((await key('run', 'GET')).status).toBe(405);
    expect((await request(`/boards/${ID}/keypad`)).status).toBe(404);
  });

  it('keypad: a PUT changes a parameter, which the converter may refuse', async () => {
    const set = (name: string, body: unknown) =>
      request(`/boards/${ID}/keypad/${name}`, { method: 'PUT', body: JSON.stringify(body) });
    expect((await set('P01.20', { word: 50 })).json()).toEqual({ name: 'P01.20', word: 50 });
    expect((await set('P07.12', { word: 50 })).status).toBe(409);
    expect((await set('P99.99', { word: 50 })).status).toBe(404);
    for (const body of [{ word: -1 }, { word: '50' }, {}, null])
      expect((await set('P01.20', body)).status).toBe(422);
  });

  it('shows one board: its readings, the true values, every fault', async () => {
    faults.on('sensor_break');
    await clock.advance(1000);
    const view = (await request(`/boards/${ID}`)).json();
    expect(view).toMatchObject({ id: ID, fc: 1, reads: { pressure: 0, analog_input_2: 0 } });
    expect((view.truth as { pressure_bar: number }).pressure_bar).toBeGreaterThan(2);
    expect((view.faults as unknown[]).length).toBe(FAULT_NAMES.length);
  });

  it('switches a fault on with its default, then with a number, then off, on this board only', async () => {
    expect((await request(leak)).json()).toMatchObject({ on: false, params: { flow_lpm: 1 } });
    expect((await put(leak, { on: true })).json()).toMatchObject({ on: true, params: { flow_lpm: 1 } });
    expect((await put(leak, { on: true, params: { flow_lpm: 2.5 } })).status).toBe(200);
    expect(faults.active.leak).toEqual({ flow_lpm: 2.5 });
    expect((await request('/boards/MNB-DE0002/faults/leak')).json()).toMatchObject({ on: false });
    expect((await put(leak, { on: false })).json()).toMatchObject({ on: false });
    expect(faults.active).toEqual({});
  });

  it('every fault of the table can be switched on and off', async () => {
    for (const name of FAULT_NAMES) {
      const path = `/boards/${ID}/faults/${name}`;
      expect((await put(path, { on: true })).json()).toMatchObject({ name, on: true });
      expect((await put(path, { on: false })).json()).toMatchObject({ name, on: false });
    }
  });

  it.each<[string, string, unknown, number, RegExp]>([
    ['a number below its bounds', leak, { on: true, params: { flow_lpm: 0 } }, 422, /from 0.05 to 20 l\/min/],
    ['a number above its bounds', leak, { on: true, params: { flow_lpm: 21 } }, 422, /from 0.05 to 20/],
    ['a text for a number', leak, { on: true, params: { flow_lpm: '2' } }, 422, /must be a number/],
    ['null for a number', leak, { on: true, params: { flow_lpm: null } }, 422, /must be a number/],
    ['an unknown number', leak, { on: true, params: { speed: 1 } }, 422, /has no number speed/],
    ['a number of the prototype', leak, { on: true, params: { constructor: 1 } }, 422, /has no number/],
    [
      'half a register',
      `/boards/${ID}/faults/frozen_register`,
      { on: true, params: { register: 1.5 } },
      422,
      /whole/,
    ],
    ['a text for on', leak, { on: 'true' }, 422, /on must be true or false/],
    ['1 for on', leak, { on: 1 }, 422, /on must be true or false/],
    ['no on', leak, {}, 422, /on must be true or false/],
    ['a stranger in the body', leak, { on: true, force: true }, 422, /must not hold "force"/],
    ['params when switching off', leak, { on: false, params: {} }, 422, /switched off has no params/],
    ['params that are a list', leak, { on: true, params: [] }, 422, /params must be an object/],
    ['a list', leak, [], 422, /must be an object/],
    ['null', leak, 'null', 422, /must be an object/],
    ['what is not JSON', leak, '{on:true}', 400, /not JSON/],
    ['nothing', leak, '', 400, /not JSON/],
    ['a heap', leak, `{"on": true${' '.repeat(5000)}}`, 413, /larger than 4096/],
    ['an unknown fault', `/boards/${ID}/faults/earthquake`, { on: true }, 404, /no fault earthquake/],
    ['a fault of the prototype', `/boards/${ID}/faults/toString`, { on: true }, 404, /no fault/],
    ['an unknown board', '/boards/MNB-XX/faults/leak', { on: true }, 404, /no board MNB-XX/],
    ['a path that is too long', `${leak}/now`, { on: true }, 404, /nothing here/],
    ['a PUT to a list', '/boards', { on: true }, 405, /not possible/],
    ['an invalid URL encoding', '/boards/%ff', { on: true }, 400, /cannot be read/],
  ])('%s is refused with a sentence, and nothing changes', async (_what, path, body, status, sentence) => {
    faults.on('leak', { flow_lpm: 3 });
    const answer = await put(path, body);
    expect(answer.status).toBe(status);
    expect(answer.json()).toEqual({ error: expect.stringMatching(sentence) });
    expect(faults.active).toEqual({ leak: { flow_lpm: 3 } });
  });

  it('a body without the JSON content type is refused: cross-site forms cannot send it', async () => {
    const answer = await put(leak, { on: true }, { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
    expect(faults.active).toEqual({});
  });

  it.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['a null origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch', { 'sec-fetch-site': 'same-site' }],
    ['a name that points here', { host: 'evil.example' }],
    ['no port in the name', { host: '127.0.0.1' }],
  ])('%s: 403, for reading and for switching', async (_what, headers) => {
    expect((await request('/boards', { headers })).status).toBe(403);
    expect((await request('/', { headers })).status).toBe(403);
    expect((await put(leak, { on: true }, headers)).status).toBe(403);
    expect(faults.active).toEqual({});
  });

  it('the page itself and non-browser clients are allowed', async () => {
    const own = {
      origin: `http://localhost:${port}`,
      host: `localhost:${port}`,
      'sec-fetch-site': 'same-origin',
    };
    expect((await put(leak, { on: true }, own)).status).toBe(200);
    expect((await request('/', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200);
  });

  it('the page is self-contained: one nonce for its style and script, no other source', async () => {
    const { text, headers } = await request('/');
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'; script-src 'nonce-/),
    });
    expect(text).not.toMatch(/https?:\/\/|<script src|<link rel="stylesheet"/);
  });

  it('a port in use is one error sentence', async () => {
    await expect(startPanel(port, [])).rejects.toThrow(
      `The panel cannot listen on port ${port} (EADDRINUSE).`,
    );
  });

  it('listens on loopback only', async () => {
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.2', () => server.close(() => resolve(true)));
    });
    expect(free).toBe(true);
  });
});
