import type { Message } from '@manoboard/contract/mqtt/topics';
import { anInfo, aTele } from '@manoboard/testkit/factories';
import { beforeEach, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { ID_DEV } from '../../test/parts.ts';
import { type ClientEvents, NotAcknowledged } from './client.ts';
import type { Link, UpTopic } from './link.ts';
import { mqttLink } from './mqtt-link.ts';

interface Sent {
  topic: string;
  message: unknown;
  acknowledge: () => void;
  timeOut: () => void;
}

let sent: Sent[];
let link: Link;
let connections: number;
let passwords: string[];
/** The secret that the next login uses. */
let secret: string;
let clock: ReturnType<typeof fakeClock>;
let clients: ClientEvents[];
let failures: string[];
/** A broker whose acknowledgements are sent, or withheld until the timeout, by hand. */
beforeEach(async () => {
  sent = [];
  connections = 0;
  passwords = [];
  failures = [];
  secret = 'secret';
  clock = fakeClock();
  clients = [];
  let isUp = false;
  const openLink = mqttLink(
    clock,
    () => 0.5,
    0,
    ({ password }, received) => {
      clients.push(received);
      passwords.push(password);
      connections++;
      return {
        isOpen: () => true,
        publish: (topic, payload) =>
          new Promise((acknowledge, fail) => {
            const message: unknown = JSON.parse(payload);
            sent.push({ topic, message, acknowledge, timeOut: () => fail(new NotAcknowledged()) });
          }),
        subscribe: async (filters) => filters,
        end: () => {},
        destroy: () => received.onClose(false),
      };
    },
  );
  const login = { url: 'mqtt://broker', deviceId: ID_DEV, secret: () => secret, boot: 1 };
  link = openLink(login, {
    onConnected: () => {
      isUp = true;
    },
    onDisconnected: () => {},
    onMessage: () => {},
    onConnectFailed: (reason) => {
      failures.push(reason);
      if (reason === 'refused') secret = secret === 'new' ? 'former' : 'new';
    },
  });
  clients.at(-1)?.onOpen();
  await clock.advance(0);
  sent.pop()?.acknowledge();
  await clock.advance(0);
  expect(isUp).toBe(true);
});

const settle = () => new Promise<void>((done) => setImmediate(done));
function publish<N extends UpTopic>(name: N, message: Message<N>) {
  const outcome = { is: 'waiting' };
  link.publish(name, message).then(
    () => {
      outcome.is = 'taken';
    },
    () => {
      outcome.is = 'failed';
    },
  );
  return outcome;
}

it('R4.5 an unacknowledged frame is resent unchanged on the same connection', async () => {
  const outcome = publish('tele', aTele({ seq: 7 }));
  for (const round of [1, 2]) {
    sent.at(-1)?.timeOut();
    await settle();
    expect(sent).toHaveLength(round + 1);
  }
  expect(new Set(sent.map(({ message }) => JSON.stringify(message))).size).toBe(1);
  expect([outcome.is, connections]).toEqual(['waiting', 1]);
  sent.at(-1)?.acknowledge();
  await settle();
  expect(outcome.is).toBe('taken');
});

it('an unacknowledged state is not resent after a newer one', async () => {
  const older = publish('info', anInfo({ version: '1.0.0' }));
  const newer = publish('info', anInfo({ version: '2.0.0' }));
  sent[1]?.acknowledge();
  sent[0]?.timeOut();
  await settle();
  expect([older.is, newer.is]).toEqual(['failed', 'taken']);
  expect(sent).toHaveLength(2);
});

it('logs in again at once with the new secret, and is not reported as unreachable', async () => {
  secret = 'new';
  link.reconnect();
  await clock.advance(0);
  expect(passwords).toEqual(['secret', 'new']);
  expect(failures).toEqual([]);
});

it('a refused new secret is followed by the former one at once; after both the board waits', async () => {
  secret = 'new';
  link.reconnect();
  await clock.advance(0);
  clients.at(-1)?.onClose(true);
  await clock.advance(0);
  expect(passwords).toEqual(['secret', 'new', 'former']);
  clients.at(-1)?.onClose(true);
  await clock.advance(29_000);
  expect(passwords).toHaveLength(3);
  await clock.advance(31_000);
  clients.at(-1)?.onClose(true);
  await clock.advance(0);
  expect(passwords).toEqual(['secret', 'new', 'former', 'new', 'former']);
});
