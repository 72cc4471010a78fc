import {
  isFrom,
  type Message,
  matchTopic,
  type Status,
  topicFilter,
  topicPath,
  topics,
  topicsFrom,
} from '@manoboard/contract/mqtt/topics';
import { type Clock, pause, wireTime } from '../clock.ts';
import type { Random } from '../random.ts';
import { type Client, type ClientLogin, NotAcknowledged, type OpenClient } from './client.ts';
import type { DownTopic, Link, LinkEvents, Login, OpenLink, UpTopic } from './link.ts';
import { openMqttClient } from './mqtt-client.ts';

const KEEP_ALIVE_S = 20;
const GOODBYE_MS = 2_000;
const farewell = (boot: number): Status => ({ v: 1, online: 0, boot });

const loginOf = ({ url, trust, deviceId, secret, boot }: Login): ClientLogin => ({
  url,
  trust,
  clientId: deviceId,
  username: deviceId,
  password: secret(),
  keepAliveS: KEEP_ALIVE_S,
  will: {
    topic: topicPath('status', deviceId),
    payload: JSON.stringify(farewell(boot)),
    retain: topics.status.retain,
  },
});

/** The newest message of each state topic, by connection. */
const newest = new WeakMap<Client, Map<UpTopic, object>>();

function noteNewest(client: Client, name: UpTopic, message: object): void {
  const ofClient = newest.get(client) ?? new Map<UpTopic, object>();
  newest.set(client, ofClient.set(name, message));
}

/** Resends on the same connection until the broker acknowledges; a superseded state is not resent. */
async function publish<N extends UpTopic>(
  client: Client | undefined,
  deviceId: string,
  name: N,
  message: Message<N>,
): Promise<void> {
  if (!client?.isOpen()) throw new Error('not connected');
  const { retain } = topics[name];
  const payload = JSON.stringify(message);
  if (retain) noteNewest(client, name, message);
  for (;;) {
    try {
      return await client.publish(topicPath(name, deviceId), payload, retain);
    } catch (error) {
      const isReplaced = retain && newest.get(client)?.get(name) !== message;
      if (!(error instanceof NotAcknowledged) || !client.isOpen() || isReplaced) throw error;
    }
  }
}

const isOptional = (name: DownTopic) => 'isOptional' in topics[name];

async function listen(client: Client, { deviceId }: Login): Promise<void> {
  const names = topicsFrom('server');
  const granted = await client.subscribe(names.map((name) => topicFilter(name, deviceId)));
  const refused = names.find((name) => !isOptional(name) && !granted.includes(topicFilter(name, deviceId)));
  if (refused) throw new Error(`the broker grants no subscription to ${refused}`);
}

/** Only topics in the table that are addressed to this board. */
function incoming(deviceId: string, topic: string, payload: Uint8Array, isRetained: boolean) {
  const match = matchTopic(topic);
  if (match?.deviceId !== deviceId || !isFrom(match.name, 'server')) return undefined;
  return { name: match.name, n: match.n, payload, isRetained };
}

async function leave(
  client: Client,
  gone: Promise<void>,
  { deviceId, boot }: Login,
  clock: Clock,
): Promise<void> {
  if (!client.isOpen()) {
    client.destroy();
    return;
  }
  const goodbye = publish(client, deviceId, 'status', farewell(boot)).catch(() => undefined);
  await Promise.race([goodbye, gone, pause(clock, GOODBYE_MS)]);
  client.end();
  await Promise.race([gone, pause(clock, GOODBYE_MS)]);
  client.destroy();
}

/** The board's only access to MQTT. The first connection may be delayed, to spread a fleet. */
export const mqttLink =
  (clock: Clock, random: Random, firstAfterMs = 0, openClient: OpenClient = openMqttClient): OpenLink =>
  (login: Login, events: LinkEvents): Link => {
    let client: Client | undefined;
    let gone = Promise.resolve();
    let isUp = false;
    let isClosed = false;
    let failures = 0;
    /** The secret of the last login. */
    let tried = '';
    /** The login follows a refused one with the board's other secret. */
    let isOther = false;
    let isReconnecting = false;
    let cancelRetry = () => {};

    /** Subscribes before the birth: the server may send a command as soon as it receives the birth. */
    async function introduce(opened: Client): Promise<void> {
      await listen(opened, login);
      // After the offline message of `close` a birth would leave a stopped board online.
      if (isClosed) return;
      const { deviceId, boot } = login;
      await publish(opened, deviceId, 'status', { v: 1, online: 1, boot, ts: wireTime(clock) });
      if (!opened.isOpen() || isClosed) return;
      isUp = true;
      failures = 0;
      isOther = false;
      events.onConnected();
    }

    function nextDelayMs(isRefused: boolean, tlsCause: string | undefined): number {
      if (isReconnecting) {
        isReconnecting = false;
        return 0;
      }
      if (tlsCause === undefined) events.onConnectFailed(isRefused ? 'refused' : 'unreachable');
      else events.onConnectFailed('untrusted', tlsCause);
      // A board whose two secrets are refused waits before it tries both again.
      isOther = isRefused && login.secret() !== tried && !isOther;
      return isOther ? 0 : retryDelayMs(failures++, isRefused, random);
    }

    function down(isRefused: boolean, tlsCause: string | undefined): void {
      client = undefined;
      if (isUp) events.onDisconnected();
      isUp = false;
      if (isClosed) return;
      cancelRetry = clock.after(nextDelayMs(isRefused, tlsCause), open);
    }

    function open(): void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gone = promise;
      tried = login.secret();
      const opened = openClient(loginOf(login), {
        onOpen: () => void introduce(opened).catch(() => opened.destroy()),
        onMessage(topic, payload, isRetained) {
          const message = incoming(login.deviceId, topic, payload, isRetained);
          if (message) events.onMessage(message);
        },
        onClose(isRefused, tlsCause) {
          resolve();
          down(isRefused, tlsCause);
        },
      });
      client = opened;
    }

    if (firstAfterMs > 0) cancelRetry = clock.after(firstAfterMs, open);
    else open();
    return {
      publish: (name, message) => publish(client, login.deviceId, name, message),
      async close() {
        isClosed = true;
        cancelRetry();
        if (client) await leave(client, gone, login, clock);
      },
      reconnect() {
        isReconnecting = client !== undefined;
        client?.destroy();
      },
      abandon() {
        isClosed = true;
        cancelRetry();
        client?.destroy();
      },
    };
  };

const LEAST_MS = 200;
const FIRST_MS = 1_000;
/** Upper limit of the reconnect delay, also after a long outage. */
const LONGEST_MS = 15_000;
const REFUSED_MS = 60_000;

/**
 * Delay before the next connection attempt: exponential backoff with full jitter, which spreads a fleet over the whole
 * interval when its server is back. A refused login waits longer, since a wrong secret does not recover within seconds.
 */
export function retryDelayMs(failures: number, isRefused: boolean, random: Random): number {
  if (isRefused) return REFUSED_MS * (0.5 + 0.5 * random());
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return LEAST_MS + (fullMs - LEAST_MS) * random();
}
