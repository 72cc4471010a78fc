import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import {
  type Ack,
  type Cmd,
  type Info,
  type Message,
  type Status,
  type Tele,
  type TopicName,
  topicFilter,
  topicPath,
  topics,
  topicsFrom,
} from '@manoboard/contract/mqtt/topics';
import { connectAsync, type IClientOptions } from 'mqtt';
import { anAck, anInfo, aTele } from './factories.ts';
import { readBack } from './read-back.ts';
import { waitFor } from './wait-for.ts';

export interface BoardClientOptions {
  url: string;
  deviceId: string;
  secret: string;
  boot?: number;
  /** More settings of the MQTT client, for tests of bad clients. */
  mqtt?: IClientOptions;
}

/**
 * A scripted board on a real connection. Every publish resolves with the broker's acknowledgement, which the server
 * sends after the commit.
 */
export async function connectBoard({ url, deviceId, secret, boot = 1, mqtt = {} }: BoardClientOptions) {
  const client = await connectAsync(url, {
    clientId: deviceId,
    username: deviceId,
    password: secret,
    clean: true,
    keepalive: 20,
    reconnectPeriod: 0,
    will: willOf(deviceId, boot),
    ...mqtt,
  });
  const commands: Cmd[] = [];
  let taken = 0;
  let seq = 0;
  client.on('message', (_path, payload) => {
    const decoded = decodeMessage('cmd', payload);
    if (decoded.ok) commands.push(decoded.message);
  });

  const publish = <N extends TopicName>(name: N, message: Message<N>) =>
    publishRaw(topicPath(name, deviceId), JSON.stringify(message), topics[name].retain);
  const publishRaw = (path: string, payload: string | Buffer, retain = false) =>
    client.publishAsync(path, payload, { qos: 1, retain });

  const ack = (cmd: Cmd, change: Partial<Ack> = {}) =>
    publish('ack', anAck({ id: cmd.id, ts: nowS(), ...change }));

  return {
    deviceId,
    client,
    /** Every received command, in order. */
    commands,
    publish,
    publishRaw,
    listen: () => client.subscribeAsync(topicPath('cmd', deviceId), { qos: 1 }),
    /** Subscribes to all topics of the server for this board. */
    async listenToAll() {
      for (const name of topicsFrom('server'))
        await client.subscribeAsync(topicFilter(name, deviceId), { qos: 1 });
    },
    publishStatus: (status: Partial<Status> = {}) => publish('status', { v: 1, online: 1, boot, ...status }),
    publishInfo: (info: Partial<Info> = {}) => publish('info', anInfo({ id_dev: deviceId, boot, ...info })),
    publishTele: (tele: Partial<Tele> = {}) =>
      publish('tele', aTele({ boot, seq: ++seq, ts: nowS(), ...tele })),
    /** The next command not taken yet. */
    nextCommand: () =>
      waitFor(() => commands[taken] && commands[taken++], { what: `a command for ${deviceId}` }),
    ack,
    /** Acks a command as done, with a read-back. */
    done: (cmd: Cmd) => ack(cmd, { st: 'done', d: readBack(cmd) }),
    /** Clean disconnect: the broker publishes no will. */
    leave: () => client.endAsync(),
    /** Drops the connection: the broker publishes the will. */
    drop: () => {
      client.stream.destroy();
      return client.endAsync(true);
    },
  };
}
export type BoardClient = Awaited<ReturnType<typeof connectBoard>>;

const nowS = () => Math.floor(Date.now() / 1000);

const willOf = (deviceId: string, boot: number): NonNullable<IClientOptions['will']> => ({
  topic: topicPath('status', deviceId),
  payload: Buffer.from(JSON.stringify({ v: 1, online: 0, boot } satisfies Status)),
  qos: 1,
  retain: true,
});
