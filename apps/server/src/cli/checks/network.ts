import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Config } from '../../base/config.ts';
import { StartRefused } from '../../base/start-refused.ts';
import { inUrl, type Place, requireFreePort } from '../../net/ports.ts';
import { isHttpsOn, isMqttsOn } from '../../net/tls.ts';
import { type Finding, findingsOf } from './finding.ts';

const ANSWER_MS = 5000;
/** Root, or a service with CAP_NET_BIND_SERVICE, may open these. */
const FIRST_FREE_PORT = 1024;

type CheckedPlace = Place & { isDefault: boolean };

/** Everything that the server listens on. */
function placesOf(config: Config): CheckedPlace[] {
  const { HOST, PORT, HTTP_REDIRECT_PORT, MQTT_HOST, MQTT_PORT, MQTT_TLS_PORT } = config;
  const place = (
    hostSetting: 'HOST' | 'MQTT_HOST',
    portSetting: string,
    set: number | undefined,
    byDefault: number,
  ): CheckedPlace => {
    const host = hostSetting === 'HOST' ? HOST : MQTT_HOST;
    return { hostSetting, portSetting, host, port: set ?? byDefault, isDefault: set === undefined };
  };
  const hasLink = config.ROLES.includes('link');
  return [
    place('HOST', 'PORT', PORT, 8080),
    ...(HTTP_REDIRECT_PORT ? [place('HOST', 'HTTP_REDIRECT_PORT', HTTP_REDIRECT_PORT, 80)] : []),
    ...(hasLink ? [place('MQTT_HOST', 'MQTT_PORT', MQTT_PORT, 1883)] : []),
    ...(hasLink && isMqttsOn(config) ? [place('MQTT_HOST', 'MQTT_TLS_PORT', MQTT_TLS_PORT, 8883)] : []),
  ];
}

const { ok, warning, error } = findingsOf('ports');

async function checkFree({ isDefault, ...place }: CheckedPlace): Promise<Finding> {
  try {
    await requireFreePort(place);
    return ok(`Port ${place.port} (${place.portSetting}) is free.`);
  } catch (problem) {
    if (!(problem instanceof StartRefused)) throw problem;
    if (isDefault) return warning(`${problem.message} The server takes the next free one.`);
    const isReserved = place.port < FIRST_FREE_PORT && process.getuid?.() !== 0;
    return isReserved && problem.message.includes('not allowed')
      ? warning(`${problem.message} The service needs AmbientCapabilities=CAP_NET_BIND_SERVICE.`)
      : error(problem.message);
  }
}

/** Where this machine reaches a server that listens on all addresses. */
const reachable = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

/** An answer of the running server; its certificate is checked elsewhere. */
async function get(config: Config, path: string): Promise<{ status: number; body: string } | undefined> {
  const isSecure = isHttpsOn(config);
  const { OPERATOR_TOKEN: token, HOST, PORT = 8080 } = config;
  const url = `${isSecure ? 'https' : 'http'}://${inUrl(reachable(HOST))}:${PORT}${path}`;
  const options = {
    agent: false,
    timeout: ANSWER_MS,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  } as const;
  return new Promise((done) => {
    const request = isSecure
      ? httpsRequest(url, { ...options, rejectUnauthorized: false })
      : httpRequest(url, options);
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(undefined));
    request.on('response', (response) =>
      text(response).then(
        (body) => done({ status: response.statusCode ?? 0, body }),
        () => done(undefined),
      ),
    );
    request.end();
  });
}

async function checkReady(config: Config): Promise<Finding> {
  const { PORT } = config;
  const answer = await get(config, '/readyz');
  if (!answer)
    return PORT === undefined
      ? warning('The server runs, but not on port 8080: its log has the port. PORT fixes one.')
      : error(`A program uses DATA_DIR, but nothing answers on port ${PORT} (PORT).`);
  try {
    const { status, down = [], degraded = [] } = JSON.parse(answer.body) as Record<string, string[]>;
    const parts = [...down, ...degraded].join(', ');
    if (answer.status !== 200) return error(`The server runs and is not ready: ${parts || status}.`);
    return parts || String(status) === 'degraded'
      ? warning(`The server runs and needs you: ${parts || 'degraded'}.`)
      : ok('The server runs and is ready.');
  } catch {
    return error(`Another program answers on port ${PORT ?? 8080} (PORT).`);
  }
}

const canConnect = (host: string, port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host, port, timeout: ANSWER_MS });
    const end = (isOpen: boolean) => {
      socket.destroy();
      done(isOpen);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });

async function checkBroker(config: Config): Promise<Finding[]> {
  const brokers = placesOf(config).filter(({ hostSetting }) => hostSetting === 'MQTT_HOST');
  return Promise.all(
    brokers.map(async ({ host, port, portSetting }) =>
      (await canConnect(reachable(host), port))
        ? ok(`Boards reach port ${port} (${portSetting}) on this machine.`)
        : error(`The broker does not answer on port ${port} (${portSetting}).`),
    ),
  );
}

/** Whether the ports of a stopped server are free, or a running one answers on them. */
export async function checkPorts(config: Config, isRunning: boolean): Promise<Finding[]> {
  if (isRunning) return [await checkReady(config), ...(await checkBroker(config))];
  return Promise.all(placesOf(config).map(checkFree));
}

/** What only the running server knows of itself, by its metrics: its limit of open files, and whether it may write beside DATA_DIR. */
export async function readServerFacts(
  config: Config,
): Promise<{ openFiles?: number; writable: Record<string, boolean> }> {
  const { body = '' } = (await get(config, '/metrics')) ?? {};
  const [, limit] = /^process_max_fds (\d+)/m.exec(body) ?? [];
  const paths = body.matchAll(/^manoboard_path_writable\{setting="(\w+)"\} (\d)$/gm);
  return {
    ...(limit !== undefined && { openFiles: Number(limit) }),
    writable: Object.fromEntries([...paths].map(([, setting = '', value]) => [setting, value === '1'])),
  };
}

/** The bus between several servers. */
export async function checkBus({ BUS_URL }: Config): Promise<Finding[]> {
  const { ok: found, error: missing } = findingsOf('bus');
  const hosts =
    BUS_URL?.replace(/^\w+:\/\/([^@/]*@)?/, '')
      .replace(/\/$/, '')
      .split(',') ?? [];
  return Promise.all(
    hosts.map(async (host) => {
      const { hostname, port } = new URL(`nats://${host}`);
      const isUp = await canConnect(hostname.replace(/^\[|\]$/g, ''), Number(port || 4222));
      return isUp
        ? found(`The bus answers at ${host}.`)
        : missing(`The bus does not answer at ${host} (BUS_URL).`);
    }),
  );
}
