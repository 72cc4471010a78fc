import { waitFor } from '@manoboard/testkit/wait-for';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../test/broker.ts';
import { cmdAt } from '../test/parts.ts';
import { systemClock } from './clock.ts';
import { toCredentials } from './credentials.ts';
import { type Fleet, startFleet } from './fleet.ts';

const COUNT = 60;
const ids = Array.from({ length: COUNT }, (_, n) => `MNB-F${String(n).padStart(5, '0')}`);
let broker: TestBroker;
let fleet: Fleet;
let isReady = false;

beforeEach(async () => {
  broker = await startBroker();
  isReady = false;
  fleet = startFleet(
    ids.map((id_dev) => toCredentials({ id_dev, secret: 'secret', scenario: 'stopped' }, 'test')),
    {
      url: broker.url,
      clock: systemClock,
      random: Math.random,
      log: () => {},
      onReady: () => {
        isReady = true;
      },
    },
  );
});
afterEach(() => broker.close());

const statuses = (online: 0 | 1) => broker.all('status').filter((status) => status.online === online).length;

it('a large fleet: every board has its own light connection, sends all fields and goes offline cleanly', async () => {
  await waitFor(() => isReady);
  expect(statuses(1)).toBe(COUNT);
  expect([...broker.clients.keys()].sort()).toEqual(ids);
  await broker.until(() => broker.received.filter(({ topic }) => topic.endsWith('/tele')).length >= COUNT);
  await fleet.stop();
  expect(statuses(0)).toBe(COUNT);
});

it('a light board executes commands', async () => {
  await waitFor(() => isReady);
  const [deviceId = ''] = ids.slice(-1);
  const cmd = cmdAt(systemClock, true);
  await broker.command(deviceId, cmd);
  expect(await broker.first('ack', ({ id, st }) => id === cmd.id && st !== 'accepted')).toMatchObject({
    st: 'done',
  });
  await fleet.stop();
});

it('all boards reconnect after a network failure', async () => {
  await waitFor(() => isReady);
  broker.cut();
  await broker.until(() => statuses(1) >= 2 * COUNT);
  await fleet.stop();
});

it('a fleet stopped while it is starting leaves no board online', async () => {
  await waitFor(() => statuses(1) > 0);
  await fleet.stop();
  const last = new Map(
    broker.received.filter(({ topic }) => topic.endsWith('/status')).map((h) => [h.topic, h]),
  );
  for (const { payload } of last.values()) expect(Buffer.from(payload).toString()).toContain('"online":0');
});
