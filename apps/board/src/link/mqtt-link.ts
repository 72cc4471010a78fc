import {
  type Message,
  matchTopic,
  type Status,
  TOPIC_NAMES,
  topicFilter,
  topicPath,
  topics,
} from '@manoboard/contract/topics';
import { connect, type MqttClient } from 'mqtt';
import { type Clock, pause, wireTime } from '../clock.ts';
import type { Random } from '../random.ts';
import { retryDelayMs } from './backoff.ts';
import type { DownTopic, Link, LinkEvents, Login, OpenLink, UpTopic } from './link.ts';

const KEEP_ALIVE_S = 20;
const CONNECT_TIMEOUT_MS = 10_000;
const GOODBYE_MS = 2_000;
/** MQTT 3.1.1 answers to a login: bad user name or password, not authorised. */
const REFUSED: readonly unknown[] = [4, 5];

const farewell = (boot: number): Status => ({ v: 1, online: 0, boot });

/** The outbox keeps what must not be lost: a fresh client for every connection has nothing to send twice. */
function openClient({ url, idDev, secret, boot }: Login): MqttClient {
  const { qos, retain } = topics.status;
  return connect(url, {
    protocolVersion: 4,
    clientId: idDev,
    username: idDev,
    password: secret,
    clean: true,
    keepalive: KEEP_ALIVE_S,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    resubscribe: false,
    will: {
      topic: topicPath('status', idDev),
      payload: Buffer.from(JSON.stringify(farewell(boot))),
      qos,
      retain,
    },
  });
}

async function publish<N extends UpTopic>(
  client: MqttClient | undefined,
  idDev: string,
  name: N,
  message: Message<N>,
): Promise<void> {
  if (!client?.connected) throw new Error('not connected');
  const { qos, retain } = topics[name];
  await client.publishAsync(topicPath(name, idDev), JSON.stringify(message), { qos, retain });
}

const isHeard = (name: (typeof TOPIC_NAMES)[number]): name is DownTopic => topics[name].from === 'server';

async function listen(client: MqttClient, { idDev }: Login): Promise<void> {
  const filters = TOPIC_NAMES.filter(isHeard).map((name) => topicFilter(name, idDev));
  const grants = await client.subscribeAsync(filters, { qos: 1 });
  const refused = filters.find((filter) => !grants.some(({ topic, qos }) => topic === filter && qos === 1));
  if (refused) throw new Error(`the broker grants no subscription to ${refused}`);
}

/** Only what stands in the table and is meant for this board. */
function incoming(idDev: string, topic: string, payload: Uint8Array, isRetained: boolean) {
  const match = matchTopic(topic);
  if (match?.idDev !== idDev || !isHeard(match.name)) return undefined;
  return { name: match.name, n: match.n, payload, isRetained };
}

async function leave(client: MqttClient, { idDev, boot }: Login, clock: Clock): Promise<void> {
  if (!client.connected) {
    client.end(true);
    return;
  }
  const gone = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const goodbye = publish(client, idDev, 'status', farewell(boot)).catch(() => undefined);
  await Promise.race([goodbye, gone, pause(clock, GOODBYE_MS)]);
  client.end();
  await Promise.race([gone, pause(clock, GOODBYE_MS)]);
  client.stream?.destroy();
}

/** The only door of a board to MQTT. Its first connection may be put off, so that a fleet does not come as one. */
export const mqttLink =
  (clock: Clock, random: Random, firstAfterMs = 0): OpenLink =>
  (login: Login, events: LinkEvents): Link => {
    let client: MqttClient | undefined;
    let isUp = false;
    let isClosed = false;
    let failures = 0;
    let cancelRetry = () => {};

    /** First the ear, then the birth: whoever hears of the board may command it at once. */
    async function introduce(opened: MqttClient): Promise<void> {
      await listen(opened, login);
      // After the goodbye of `close` a birth would leave a board online that is gone.
      if (isClosed) return;
      const { idDev, boot } = login;
      await publish(opened, idDev, 'status', { v: 1, online: 1, boot, ts: wireTime(clock) });
      if (!opened.connected || isClosed) return;
      isUp = true;
      failures = 0;
      events.onConnected();
    }

    function down(isRefused: boolean): void {
      client = undefined;
      if (isUp) events.onDisconnected();
      isUp = false;
      if (isClosed) return;
      events.onTrouble(isRefused ? 'refused' : 'unreachable');
      cancelRetry = clock.after(retryDelayMs(failures++, isRefused, random), open);
    }

    function open(): void {
      const opened = openClient(login);
      client = opened;
      let isRefused = false;
      opened.on('connect', () => {
        introduce(opened).catch(() => opened.end(true));
      });
      opened.on('message', (topic, payload, { retain }) => {
        const message = incoming(login.idDev, topic, payload, retain);
        if (message) events.onMessage(message);
      });
      // A connection that fails says so here; what follows is decided when it closes.
      opened.on('error', (error) => {
        isRefused = 'code' in error && REFUSED.includes(error.code);
      });
      opened.once('close', () => down(isRefused));
    }

    if (firstAfterMs > 0) cancelRetry = clock.after(firstAfterMs, open);
    else open();
    return {
      publish: (name, message) => publish(client, login.idDev, name, message),
      async close() {
        isClosed = true;
        cancelRetry();
        if (client) await leave(client, login, clock);
      },
      abandon() {
        isClosed = true;
        cancelRetry();
        client?.end(true);
        client?.stream?.destroy();
      },
    };
  };
