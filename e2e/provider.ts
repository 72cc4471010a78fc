/**
 * A provider that knows nothing of this project: the calls of the specification with its fields, and the login. It is
 * written from the specification alone, and imports nothing of the contract or the server. The console is on one port,
 * the calls on another one, so that the browser checks the rules of a foreign origin.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

export interface Answer {
  status?: number;
  json?: unknown;
  text?: string;
}
interface Received {
  call: string;
  body: unknown;
  headers: IncomingMessage['headers'];
}

const DIST = join(import.meta.dirname, '../apps/console/dist');
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const COOKIE = 'provider_session=open; Path=/; HttpOnly; SameSite=Lax';

/** One pump in a well: the fields of the specification. */
const pump = () => ({
  on_off_state_r: 1,
  modbus: 2,
  frequency_fc: 41.5,
  pressure_control: 0,
  required_pressure: 4.2,
  analog_input_2: null as number | null,
  analog_input_3: null as number | null,
});

function createCalls() {
  const values = pump();
  const meters: Record<string, { value: number; unit: string }> = {
    electro_meter: { value: 123.4, unit: 'kWh' },
    motor_operating_hours: { value: 512, unit: 'h' },
  };
  const config = (name: string, entry: object) => ({ json: { data: { [name]: entry } } });
  const calls: Record<string, (body: Record<string, unknown>) => Answer> = {
    'GET /users/me': () => ({ json: { email: 'eva@example.sk' } }),
    'GET /roles/check': () => ({ json: ['Technician'] }),
    'GET /users-devices/get-devices': () => ({
      json: [{ id_dev: 'MNB-AB0001', version: '2.1', alias: 'Studňa' }],
    }),
    'GET /users-devices/get-all-fc-devices': () => ({
      json: [{ id: 'FC-77', fc_type: 'GD10', owner_dev_id: 'MNB-AB0001' }],
    }),
    'GET /api-requests/online-devices': () => ({ json: ['MNB-AB0001'] }),
    'GET /actual-data/all-last-data': () => ({ json: [{ device_id: 'MNB-AB0001', data: values }] }),
    'GET /devices/MNB-AB0001/get-fc-config/required_pressure': () =>
      config('required_pressure', { value: values.required_pressure, unit: 'bar' }),
    'GET /devices/MNB-AB0001/get-fc-data-last/pressure_control': () => ({
      json: { value: values.pressure_control },
    }),
    'POST /mqtt/MNB-AB0001/start-stop': ({ value }) => {
      values.on_off_state_r = value ? 1 : 3;
      values.frequency_fc = 0;
      return { json: {} };
    },
    'POST /mqtt/MNB-AB0001/set-lock': ({ value }) => {
      values.modbus = value ? 2 : 0;
      return { json: {} };
    },
    'POST /mqtt/MNB-AB0001/write': ({ value }) => {
      values.required_pressure = Number(value);
      return { json: {} };
    },
    'POST /mqtt/MNB-AB0001/pressure_control': ({ value }) => {
      values.pressure_control = Number(value);
      return { json: {} };
    },
    'POST /devices/MNB-AB0001/reset-fc-config': ({ config_value_name }) => {
      const meter = meters[String(config_value_name)];
      if (meter) meter.value = 0;
      return { json: { data: 0 } };
    },
  };
  for (const [name, meter] of Object.entries(meters)) {
    for (const id of ['MNB-AB0001', 'FC-77'])
      calls[`GET /devices/${id}/get-fc-config/${name}`] = () => config(name, meter);
  }
  return { calls, values };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString();
  if (request.headers['content-type']?.includes('json')) return JSON.parse(text || '{}');
  return Object.fromEntries(new URLSearchParams(text));
}

function reply(response: ServerResponse, { status = 200, json, text }: Answer) {
  response.statusCode = status;
  response.setHeader('content-type', text === undefined ? 'application/json' : 'text/html');
  response.end(text ?? (json === undefined ? '' : JSON.stringify(json)));
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The files of the build, with the address of the calls in the page. */
function createFiles(apiBase: () => string): Server {
  return createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
    const file = extname(path) === '' ? '/index.html' : path;
    const content = await readFile(join(DIST, file)).catch(() => undefined);
    if (!content) return reply(response, { status: 404, text: '' });
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/html');
    const settings = `id="console-config">${JSON.stringify({ api_base: apiBase() })}<`;
    response.end(
      file === '/index.html' ? content.toString().replace(/id="console-config">.*?</s, settings) : content,
    );
  });
}

export async function startProvider() {
  const received: Received[] = [];
  let own = createCalls();
  let changed: Record<string, () => Answer> = {};

  const api = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname.replace(/^\/v2/, '');
    const call = `${request.method} ${path}`;
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-credentials', 'true');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST');
      response.setHeader('access-control-allow-headers', 'content-type');
      return reply(response, { status: 204 });
    }
    const body = await bodyOf(request);
    received.push({ call, body, headers: request.headers });
    if (call === 'POST /auth/jwt/login') {
      if (body.password !== 'Voda1234')
        return reply(response, { status: 400, json: { detail: 'LOGIN_BAD_CREDENTIALS' } });
      response.setHeader('set-cookie', COOKIE);
      return reply(response, { status: 204 });
    }
    if (!request.headers.cookie?.includes('provider_session=open'))
      return reply(response, { status: 401, json: { detail: 'Unauthorized' } });
    if (call === 'POST /auth/jwt/logout') {
      response.setHeader('set-cookie', 'provider_session=; Path=/; Max-Age=0');
      return reply(response, { status: 204 });
    }
    const handle = changed[call] ?? own.calls[call];
    reply(response, handle ? handle(body) : { status: 404, json: { detail: 'Not Found' } });
  });
  const apiUrl = await listen(api);
  const files = createFiles(() => `${apiUrl}/v2`);
  const url = await listen(files);

  return {
    url,
    received,
    sent: (call: string) => received.filter((each) => each.call === call).map(({ body }) => body),
    values: () => own.values,
    /** Answers these calls differently, from the initial state. */
    answer(calls: Record<string, () => Answer> = {}) {
      own = createCalls();
      changed = calls;
      received.length = 0;
    },
    async stop() {
      for (const server of [api, files]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}
export type Provider = Awaited<ReturnType<typeof startProvider>>;
