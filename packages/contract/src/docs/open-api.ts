import type * as z from 'zod/mini';
import { SESSION_COOKIE } from '../account/account.ts';
import { deviceCalls } from '../device/device.calls.ts';
import { type ApiName, api } from '../http/api.ts';
import type { Call } from '../http/call.ts';
import { liveEvents, streamPath } from '../live.ts';
import {
  operation,
  parametersIn,
  problemAnswers,
  refuse,
  schemasOf,
  statusesOf,
  tagOf,
} from './open-api-operations.ts';
import { type Json, type Schemas, writeSchemas } from './open-api-schemas.ts';
import { PARAMETER_TEXTS } from './parameter-texts.ts';

const BASE = '/api';

const TAGS: Record<string, string> = {
  auth: 'Accounts: sign up, log in and out, a new password',
  users: "The caller's profile, and the management of users",
  roles: "The caller's roles",
  'users-devices': 'Devices of users',
  devices: 'One device: state, values, configuration, diagnostics, activity',
  'api-requests': 'Online devices',
  'actual-data': 'Last values, polled or as a stream',
  mqtt: "Commands to a board; the response follows the board's answer",
  firmware: 'Releases, and updates of a device',
  alerts: 'Alerts that a person has to resolve',
  inbox: 'Notifications and messages',
  labels: 'Labels and groups of devices',
  wall: 'The values of a wall display',
  'water-systems': 'Devices that supply one place together',
  invitations: 'The link of an invitation to a device',
  recipients: 'The link of a person who receives alerts without an account',
  boards: 'Boards that are not added yet',
  push: 'Push messages of browsers',
  webhooks: 'Messages to other programs',
  integrations: 'Programs that read devices over MQTT',
  statistics: 'Counts and usage of several devices',
  work: 'Devices that need a person, and planned visits',
  setup: 'The first user of an installation',
  version: 'The version of the server',
  installation: 'Settings, checks and security events of the installation',
  enrolments: 'Secrets of boards',
  terms: 'Terms of use',
  demo: 'Mails of the demo',
  operator: 'For the operator of the server',
};

const calls = Object.entries(api) as [ApiName, Call][];

const json = (schema: Json, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** The stream as a client sees it: the data is JSON in the text of the event. */
const liveEvent = (schemas: Schemas) => ({
  oneOf: Object.entries(liveEvents).map(([event, data]) => ({
    title: event,
    type: 'object',
    properties: { id: { type: 'string' }, event: { const: event }, data: schemas.of(data) },
    required: ['event', 'data'],
  })),
});

/** R6.1: the stream is not a JSON call, so it has no row. */
function stream(schemas: Schemas): Json {
  const lastEventId = {
    in: 'header',
    name: 'Last-Event-ID',
    description: PARAMETER_TEXTS['Last-Event-ID'],
    schema: { type: 'string' },
  };
  const about = { call: 'stream', values: {}, schemas };
  return {
    operationId: 'stream',
    tags: [tagOf({ path: streamPath })],
    summary: 'Server-sent events: last values, online changes, command outcomes, for what the caller may see',
    security: [{ session: [] }, { token: [] }],
    parameters: [...parametersIn('query', deviceCalls.allLastData.query, about), lastEventId],
    responses: {
      200: {
        description: 'A stream that ends with the session',
        content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } } },
      },
      401: refuse(401),
      422: refuse(422),
      default: refuse('default'),
    },
  };
}

const status = (value: string) => ({
  type: 'object',
  properties: { status: { const: value } },
  required: ['status'],
});
const notReady = {
  type: 'object',
  properties: {
    status: { const: 'not ready' },
    /** For the operator only. */
    down: { type: 'array', items: { enum: ['database', 'broker'] } },
  },
  required: ['status'],
};
const forOperator = (operationId: string, summary: string, responses: Json) => ({
  get: { operationId, tags: ['operator'], summary, security: [], responses },
});

const OPERATOR_ONLY = ', for this machine and with the operator’s token';

const operatorPaths = {
  [`${BASE}/openapi.json`]: forOperator('openApi', `This document${OPERATOR_ONLY}`, {
    200: json({ type: 'object' }, 'An OpenAPI document'),
    default: refuse('default'),
  }),
  '/healthz': forOperator('health', 'Liveness of the process', {
    200: json(status('ok'), 'The process is alive'),
    default: refuse('default'),
  }),
  '/readyz': forOperator('readiness', 'Readiness of the database and the broker', {
    200: json(status('ready'), 'Both answer'),
    503: json(notReady, 'At least one does not answer'),
  }),
  '/metrics': forOperator('metrics', `Metrics in the Prometheus format${OPERATOR_ONLY}`, {
    200: { description: 'One metric per line', content: { 'text/plain': { schema: { type: 'string' } } } },
    default: refuse('default'),
  }),
};

function pathsOf(schemas: Schemas): Record<string, Json> {
  const paths: Record<string, Json> = {};
  const put = (path: string, method: string, what: Json) => {
    paths[path] = { ...paths[path], [method]: what };
  };
  for (const [name, call] of calls)
    put(`${BASE}${call.path}`, call.method.toLowerCase(), operation(name, call, schemas));
  put(`${BASE}${streamPath}`, 'get', stream(schemas));
  return { ...paths, ...operatorPaths };
}

/** The HTTP contract, generated from the table shared by server and console; the modules name its schemas. */
export function openApiDocument(version: string, modules: readonly object[]) {
  const schemas = writeSchemas(modules, [
    ...calls.flatMap(([, call]) => schemasOf(call)),
    ...(Object.values(liveEvents) as z.ZodMiniType[]),
  ]);
  const paths = pathsOf(schemas);
  const refusals = new Set(calls.flatMap(([, call]) => statusesOf(call).filter((of) => of >= 400)));
  const responses = problemAnswers(schemas, [...refusals].sort());
  const LiveEvent = liveEvent(schemas);
  const usedTags = new Set([...calls.map(([, call]) => tagOf(call)), 'operator']);
  return {
    openapi: '3.1.0',
    info: {
      title: 'MaNoBoard',
      version,
      description:
        'Watch and control water pumps. A session is a cookie, sent with every request; scripts send an API token instead. Writes from pages of other sites are refused. Every error has the same shape.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...usedTags].map((name) => ({ name, description: TAGS[name] ?? '' })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'Set by `login`; if `PUBLIC_URL` is https its name begins with `__Host-`',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token of the profile (`mnb_…`). It reads the devices that its user holds, and starts and stops the pumps that were chosen for it',
        },
      },
      responses,
      schemas: { ...schemas.reachedFrom([paths, responses, LiveEvent]), LiveEvent },
    },
  };
}
