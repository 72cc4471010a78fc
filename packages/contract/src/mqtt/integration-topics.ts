import * as z from 'zod/mini';
import { WaterKind } from '../device/water.ts';
import { DeviceId } from '../text.ts';

/** The topics of integration logins: each login reads and writes below its own prefix only. Nothing is retained. */

const ON_OFF = ['ON', 'OFF'] as const;
const onOff = z.enum(ON_OFF);
/** What a button sends. */
const PRESS = 'PRESS';
/** A pressure in bar, as text. */
const BAR = /^\d{1,3}(\.\d{1,3})?$/;

/** Values of a device; `null` is unknown, stale or never reported. */
const IntegrationState = z.object({
  /** bar */
  pressure: z.nullable(z.number()),
  /** bar */
  required_pressure: z.nullable(z.number()),
  /** Hz */
  frequency: z.nullable(z.number()),
  /** A */
  current: z.nullable(z.number()),
  /** °C, of the converter */
  temperature: z.nullable(z.number()),
  /** kW */
  power: z.nullable(z.number()),
  /** kWh */
  energy: z.nullable(z.number()),
  /** R5.11: when the board starts the pump by itself, ISO 8601, UTC; `null` if it does not. */
  next_start: z.nullable(z.string()),
  /** R9.1: whether there is water. */
  water: WaterKind,
  running: z.nullable(onOff),
  /** Position of the switch as the board reported it. */
  switch: z.nullable(onOff),
  /** ON while an alert is open. */
  problem: onOff,
  alerts: z.int(),
  /** ISO 8601, UTC, in whole minutes: a receiver that stores each change gets one a minute. */
  last_contact: z.nullable(z.string()),
  /** Outcome of the last command of this login: `done`, or the code of its refusal. */
  last_command: z.nullable(z.string()),
});
export type IntegrationState = z.infer<typeof IntegrationState>;

/** The discovery message of Home Assistant for one entity; other fields depend on the component. */
const IntegrationDiscovery = z.looseObject({
  name: z.string(),
  unique_id: z.string(),
  /** A button has none. */
  state_topic: z.optional(z.string()),
  device: z.looseObject({ identifiers: z.array(z.string()), name: z.string() }),
});

const Availability = z.enum(['online', 'offline']);

interface IntegrationTopic {
  /** Below `integration/{login}`. */
  path: string;
  from: 'server' | 'integration';
  payload: z.ZodMiniType;
  summary: string;
}

export const integrationTopics = {
  discovery: {
    path: 'integration/{login}/{component}/{id_dev}/{entity}/config',
    from: 'server',
    payload: IntegrationDiscovery,
    summary: 'Discovery message of one entity; an empty payload removes the entity.',
  },
  state: {
    path: 'integration/{login}/devices/{id_dev}/state',
    from: 'server',
    payload: IntegrationState,
    summary: 'Values of a device: after a subscription, at each change, and every minute.',
  },
  availability: {
    path: 'integration/{login}/devices/{id_dev}/availability',
    from: 'server',
    payload: Availability,
    summary: 'Plain text: offline while the board is away or its values are stale.',
  },
  set: {
    path: 'integration/{login}/devices/{id_dev}/switch/set',
    from: 'integration',
    payload: onOff,
    summary: 'Plain text: starts or stops the pump. Retained and repeated messages are dropped.',
  },
  setPressure: {
    path: 'integration/{login}/devices/{id_dev}/required_pressure/set',
    from: 'integration',
    payload: z.string().check(z.regex(BAR)),
    summary: 'Plain text: the required pressure in bar. Retained and repeated messages are dropped.',
  },
  endRetries: {
    path: 'integration/{login}/devices/{id_dev}/end_retries/set',
    from: 'integration',
    payload: z.literal(PRESS),
    summary:
      'Plain text: the board starts the pump no more by itself. Retained and repeated messages are dropped.',
  },
  birth: {
    path: 'integration/{login}/status',
    from: 'integration',
    payload: Availability,
    summary: 'Plain text: after online the server sends discovery and values again.',
  },
} as const satisfies Record<string, IntegrationTopic>;
export type IntegrationTopicName = keyof typeof integrationTopics;

const ROOT = 'integration/';

/** The user name of a login and the prefix of its topics, which is also its discovery prefix. */
export const integrationPrefix = (id: number) => `${ROOT}${id}`;

/** The number of the login with this user name. */
export function integrationIdOf(username: string): number | undefined {
  const id = /^integration\/([1-9]\d{0,8})$/.exec(username)?.[1];
  return id === undefined ? undefined : Number(id);
}

export const isIntegrationName = (username: string) => username.startsWith(ROOT);

/** A topic below the prefix of its login. */
export const belowPrefix = (name: IntegrationTopicName, parts: Record<string, string> = {}) =>
  integrationTopics[name].path
    .replace('integration/{login}/', '')
    .replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');

const SET_PATH = /^devices\/([^/]+)\/(switch|required_pressure|end_retries)\/set$/;

/** What a program asks for. */
export type IntegrationRequest = { isOn: boolean } | { bar: number } | { isEndOfRetries: true };

function requestOf(kind: string | undefined, payload: string): IntegrationRequest | undefined {
  if (kind === 'switch') return z.safeParse(onOff, payload).success ? { isOn: payload === 'ON' } : undefined;
  if (kind === 'end_retries') return payload === PRESS ? { isEndOfRetries: true } : undefined;
  return BAR.test(payload) ? { bar: Number(payload) } : undefined;
}

/** Device and request of a message, whose topic is given below the prefix. */
export function readIntegrationRequest(
  path: string,
  payload: string,
): { deviceId: string; request: IntegrationRequest } | undefined {
  const [, deviceId, kind] = SET_PATH.exec(path) ?? [];
  const request = requestOf(kind, payload);
  const isKnown = request !== undefined && z.safeParse(DeviceId, deviceId).success;
  return isKnown && deviceId !== undefined ? { deviceId, request } : undefined;
}
