import { connect as connectPlain } from 'node:net';
import { MqttClient } from 'mqtt';
import {
  ACK_TIMEOUT_MS,
  brokerAddress,
  type Client,
  type ClientEvents,
  type ClientLogin,
  CONNECT_TIMEOUT_MS,
  isRefusal,
  NotAcknowledged,
} from './client.ts';
import { tlsCause } from './server-trust.ts';
import { openTlsSocket } from './tls-socket.ts';

/** The outbox keeps unacknowledged messages: each connection uses a new client with an empty store. */
export function openMqttClient(login: ClientLogin, events: ClientEvents): Client {
  const { url, trust, clientId, username, password, keepAliveS, will } = login;
  const { isTls, host, port } = brokerAddress(url);
  let cause: string | undefined;
  const openSocket = () =>
    (isTls ? openTlsSocket({ host, port, trust }) : connectPlain({ host, port })).on('error', (error) => {
      cause ??= tlsCause(error, host);
    });
  // Its own connections cannot be verified by a fingerprint.
  const client = new MqttClient(openSocket, {
    protocol: isTls ? 'mqtts' : 'mqtt',
    protocolVersion: 4,
    clientId,
    username,
    password,
    clean: true,
    keepalive: keepAliveS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    resubscribe: false,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: will.retain },
  });
  let isRefused = false;
  client.on('connect', () => events.onOpen());
  client.on('message', (topic, payload, { retain }) => events.onMessage(topic, payload, retain));
  // The close event handles errors.
  client.on('error', (error) => {
    isRefused = 'code' in error && isRefusal(error.code);
  });
  client.once('close', () => events.onClose(isRefused, cause));
  return {
    isOpen: () => client.connected && !client.disconnecting,
    publish: (topic, payload, retain) =>
      new Promise((done, fail) => {
        let isLate = false;
        client.publish(topic, payload, { qos: 1, retain }, (error) => {
          clearTimeout(timer);
          if (error) fail(isLate ? new NotAcknowledged() : error);
          else done();
        });
        const id = client.getLastMessageId();
        const timer = setTimeout(() => {
          isLate = true;
          client.removeOutgoingMessage(id);
        }, ACK_TIMEOUT_MS).unref();
      }),
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
