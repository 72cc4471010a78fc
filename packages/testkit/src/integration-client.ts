import { connectAsync, type IClientOptions } from 'mqtt';
import { waitFor } from './wait-for.ts';

export interface IntegrationClientOptions {
  url: string;
  username: string;
  password: string;
  /** More settings of the MQTT client, for tests of bad clients. */
  mqtt?: IClientOptions;
}

/** A program with an integration login, as Home Assistant connects. Paths are below the prefix of the login. */
export async function connectIntegration({ url, username, password, mqtt = {} }: IntegrationClientOptions) {
  const client = await connectAsync(url, { username, password, keepalive: 60, reconnectPeriod: 0, ...mqtt });
  const received: { topic: string; text: string }[] = [];
  const last = new Map<string, string>();
  client.on('message', (topic, payload) => {
    const text = payload.toString();
    received.push({ topic, text });
    last.set(topic, text);
  });
  // An unexpected end is checked by `ended`.
  client.on('error', () => {});

  const textAt = (path: string) => last.get(`${username}/${path}`);
  /** The JSON of the last message; nothing for an empty one. */
  function jsonAt<T extends object>(path: string): T | undefined {
    const text = textAt(path);
    return text ? (JSON.parse(text) as T) : undefined;
  }
  return {
    client,
    /** Every received message, in order. */
    received,
    textAt,
    jsonAt,
    subscribe: (filter: string) => client.subscribeAsync(filter),
    subscribeToAll: () => client.subscribeAsync(`${username}/#`),
    publish: (path: string, text: string, options: { retain?: boolean; dup?: boolean } = {}) =>
      client.publishAsync(`${username}/${path}`, text, { qos: 0, ...options }),
    /** Waits until the server has closed the connection. */
    ended: () => waitFor(() => !client.connected, { what: 'the end of the connection' }),
    leave: () => client.endAsync(true),
  };
}
