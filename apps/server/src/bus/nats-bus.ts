import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { QuietWarn } from '../base/log.ts';
import { type Batch, createBatches, createReceivers } from './batches.ts';
import { createChecksums } from './checksums.ts';
import { keepConnected, type NatsSettings } from './nats-connection.ts';
import { createTextBatches, decodeTexts, encodeTexts, type SharedText } from './newest-texts.ts';
import { AnswerLostError, NobodyThereError, type PeerBus } from './peer-bus.ts';

interface Settings extends NatsSettings {
  serverId: string;
  /** Servers of one installation have the same one. */
  installation: string;
  /** Of the checksums; all servers have the same one. */
  key: Buffer;
  quietWarn: QuietWarn;
  /** A message was dropped, since it has no right checksum. */
  onRefused?: () => void;
}

/** An empty batch that shows that this server is there. */
const HEARTBEAT_MS = 1000;
/** Without the bus the server starts after this time. */
const FIRST_CONNECT_MS = 2000;

const isNobody = (err: unknown) =>
  err instanceof Error && /NoResponders/.test(`${err.name} ${(err.cause as Error | undefined)?.name}`);

/** Requests that wait: a lost connection ends them. */
function createRequests(requireTrust: (message: Msg, from: string) => void) {
  const waiting = new Set<() => void>();
  return {
    endAll(): void {
      for (const end of [...waiting]) end();
    },
    async send(to: string, request: () => Promise<Msg>): Promise<unknown> {
      let end = () => {};
      const cut = new Promise<never>((_, fail) => {
        end = () => fail(new AnswerLostError('the bus went away'));
      });
      waiting.add(end);
      try {
        const message = await Promise.race([request(), cut]);
        requireTrust(message, to);
        return message.json<{ answer: unknown }>().answer;
      } catch (err) {
        if (isNobody(err)) throw new NobodyThereError(`no server ${to}`);
        throw err instanceof AnswerLostError
          ? err
          : new AnswerLostError(`no answer of ${to}`, { cause: err });
      } finally {
        waiting.delete(end);
      }
    },
  };
}

/** Which messages are of servers of this installation. The others are dropped and counted. */
function createTrust({ key, quietWarn, onRefused }: Pick<Settings, 'key' | 'quietWarn' | 'onRefused'>) {
  const checksums = createChecksums(key);
  let unsigned: ReadonlySet<string> = new Set();

  /** False for a message whose sender cannot be read. */
  function isUnsignedPeer(senderOf: () => unknown): boolean {
    try {
      return unsigned.size > 0 && unsigned.has(String(senderOf()));
    } catch {
      return false;
    }
  }
  function isTrusted(message: Msg, senderOf: () => unknown): boolean {
    const checksum = checksums.check(message);
    if (checksum === 'right' || (checksum === 'missing' && isUnsignedPeer(senderOf))) return true;
    onRefused?.();
    const { subject } = message;
    quietWarn(
      'bus checksum',
      { subject, checksum },
      'a message on the bus was dropped: its checksum is not right',
    );
    return false;
  }
  return {
    checksumOf: checksums.of,
    isTrusted,
    acceptUnsigned(serverIds: ReadonlySet<string>) {
      unsigned = serverIds;
    },
  };
}

/** A message that cannot be read is logged, and the next one is received. */
const subscriber =
  (connection: NatsConnection, warn: (err: unknown) => void) =>
  (subject: string, receive: (message: Msg) => unknown) =>
    connection.subscribe(subject, {
      callback: (err, message) => {
        try {
          if (err) warn(err);
          else receive(message);
        } catch (failure) {
          warn(failure);
        }
      },
    });

/**
 * NATS core between servers. Its client would keep requests while it is disconnected and send them later, so this one
 * refuses them, and drops messages. It starts without the bus, and connects when a node is there.
 */
export function createNatsBus(settings: Settings): PeerBus {
  const { serverId, installation, quietWarn } = settings;
  const root = `manoboard.${installation}`;
  const [all, allTexts] = [`${root}.all`, `${root}.texts`];
  const subjectOf = (server: string) => `${root}.server.${server}`;
  const warn = (err: unknown) => quietWarn('bus', { err }, 'the bus between servers has a problem');
  const receivers = createReceivers(serverId, { onFailed: warn, onWatched: () => texts.reschedule() });
  const readers: ((row: SharedText, from: string) => void)[] = [];
  const { checksumOf, isTrusted, acceptUnsigned } = createTrust(settings);
  const requests = createRequests((message, from) => {
    if (!isTrusted(message, () => from))
      throw new AnswerLostError(`the answer of ${from} has no right checksum`);
  });
  const watchers: ((isUp: boolean) => void)[] = [];
  let answer: Parameters<PeerBus['respond']>[0] | undefined;
  let isUp = false;

  /** A client that has just been closed, or a message that is too large, throws: in a timer that would end the server. */
  function send(subject: string, payload: string) {
    try {
      if (isUp) line.get()?.publish(subject, payload, { headers: checksumOf(subject, payload) });
    } catch (err) {
      warn(err);
    }
  }
  const batches = createBatches(serverId, (json) => send(all, json));
  const texts = createTextBatches(
    (rows) => send(allTexts, encodeTexts(serverId, rows)),
    () => batches.isWatched() || receivers.isWatched(),
  );

  function receiveTexts(message: Msg) {
    if (!isTrusted(message, () => decodeTexts(message.data).from)) return;
    const { from, rows } = decodeTexts(message.data);
    for (const row of rows) for (const read of readers) read(row, from);
  }
  async function reply(message: Msg) {
    if (!isTrusted(message, () => message.json<{ from: string }>().from)) return;
    const { from, message: asked } = message.json<{ from: string; message: unknown }>();
    if (!answer) return;
    const json = JSON.stringify({ answer: (await answer(asked, from)) ?? null });
    message.respond(json, { headers: checksumOf(message.reply ?? '', json) });
  }

  function serve(connection: NatsConnection) {
    const subscribe = subscriber(connection, warn);
    subscribe(all, (message) => {
      if (isTrusted(message, () => message.json<Batch>()[0])) receivers.receive(message.json<Batch>());
    });
    subscribe(allTexts, receiveTexts);
    subscribe(subjectOf(serverId), (message) => void reply(message).catch(warn));
  }

  function onUp(next: boolean) {
    if (isUp === next) return;
    isUp = next;
    if (next) batches.announce();
    else requests.endAll();
    for (const watch of watchers) watch(next);
  }

  const line = keepConnected(settings, { serve, onUp, warn });
  const heartbeat = setInterval(batches.announce, HEARTBEAT_MS);

  return {
    start: () => line.start(FIRST_CONNECT_MS),
    publish: (subject, message) => {
      if (isUp) batches.add(subject, message);
    },
    subscribe: receivers.subscribe,
    publishText: (key) => {
      if (isUp) texts.add(key);
    },
    provideTexts: texts.from,
    setWatched(isWatched) {
      batches.setWatched(isWatched);
      texts.reschedule();
    },
    subscribeTexts: (read) => void readers.push(read),
    olderPeers: receivers.olderPeers,
    acceptUnsigned,
    async request(to, message, timeoutMs) {
      const current = line.get();
      if (!isUp || !current) throw new NobodyThereError('the bus is away');
      const json = JSON.stringify({ from: serverId, message });
      const subject = subjectOf(to);
      const options = { timeout: timeoutMs, headers: checksumOf(subject, json) };
      return requests.send(to, () => current.request(subject, json, options));
    },
    respond(next) {
      answer = next;
    },
    isUp: () => isUp,
    peers: receivers.peers,
    onChange: (watcher) => void watchers.push(watcher),
    async stop() {
      clearInterval(heartbeat);
      batches.stop();
      texts.stop();
      await line.stop(isUp);
    },
  };
}
