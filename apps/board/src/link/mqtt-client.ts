import { connect } from 'mqtt';
import { type Client, type ClientEvents, type ClientLogin, CONNECT_TIMEOUT_MS, isRefusal } from './client.ts';

/** The outbox keeps what must not be lost: a fresh client for every connection has nothing to send twice. */
export function openMqttClient(login: ClientLogin, events: ClientEvents): Client {
  const { url, clientId, username, password, keepAliveS, will } = login;
  const client = connect(url, {
    ...{ protocolVersion: 4, clientId, username, password, clean: true, keepalive: keepAliveS },
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    resubscribe: false,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: will.retain },
  });
  let isRefused = false;
  client.on('connect', () => events.onOpen());
  client.on('message', (topic, payload, { retain }) => events.onMessage(topic, payload, retain));
  // A connection that fails says so here; what follows is decided when it closes.
  client.on('error', (error) => {
    isRefused = 'code' in error && isRefusal(error.code);
  });
  client.once('close', () => events.onClose(isRefused));
  return {
    isOpen: () => client.connected,
    async publish(topic, payload, retain) {
      await client.publishAsync(topic, payload, { qos: 1, retain });
    },
    async subscribe(filters) {
      const grants = await client.subscribeAsync(filters, { qos: 1 });
      return grants.filter(({ qos }) => qos === 1).map(({ topic }) => topic);
    },
    end: () => void client.end(),
    destroy() {
      client.end(true);
      client.stream?.destroy();
    },
  };
}
