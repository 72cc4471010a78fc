import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { aJob, anImage, makerKeys } from '@manoboard/testkit/signed-firmware';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../../test/broker.ts';
import { driveWith, ID_DEV, scenarioParts } from '../../test/parts.ts';
import { type Board, startBoard } from '../board.ts';
import { systemClock } from '../clock.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { createBoardSecrets } from '../identity/board-secrets.ts';
import { mqttLink } from '../link/mqtt-link.ts';
import { startRestartable } from '../restartable-board.ts';

let broker: TestBroker;
let server: MqttClient;
let board: Board;
const image = anImage(20_000);

beforeEach(async () => {
  broker = await startBroker();
  server = await connectAsync(broker.url, { username: 'server' });
  await server.subscribeAsync(topicPath('ota/req', ID_DEV), { qos: 1 });
  server.on('message', (_topic, payload) => {
    const asked = decodeMessage('ota/req', payload);
    if (!asked.ok) return;
    const { n } = asked.message;
    server.publish(topicPath('ota/chunk', ID_DEV, n), Buffer.from(image.subarray(n * 4096, (n + 1) * 4096)), {
      qos: 1,
    });
  });
});
afterEach(async () => {
  await board.stop();
  await server.endAsync();
  await broker.close();
});

function start() {
  const disk = createMemoryDisk();
  const parts = {
    identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType: 'GD10' },
    mqtt: { url: broker.url },
    secrets: createBoardSecrets({ secret: 'secret' }),
    ...scenarioParts(systemClock),
    drive: driveWith({}),
    clock: systemClock,
    random: () => 0.5,
    disk,
    firmwareKeys: [makerKeys.publicKey],
    openLink: mqttLink(systemClock, () => 0),
  };
  board = startRestartable(
    1,
    (last) => last + 1,
    (boot, restart) => startBoard({ ...parts, boot, restart }),
  );
}
const publishJob = (job: object) =>
  server.publishAsync(topicPath('ota/job', ID_DEV), JSON.stringify(job), { qos: 1, retain: true });

it('R4.2 a job ends with a board that is online with the new version', async () => {
  await publishJob(aJob(image, { chunk: 4096 }));
  start();
  const ended = await broker.first('ota/state', ({ st }) => st === 'UPDATED');
  expect(ended).toMatchObject({ n: 5, of: 5, version: '1.5.0' });
  expect(await broker.first('info', ({ version }) => version === '1.5.0')).toMatchObject({ boot: 2 });
  const steps = broker.all('ota/state').map(({ st }) => st);
  expect(steps.filter((st, at) => st !== steps[at - 1])).toEqual([
    'DOWNLOADING',
    'DOWNLOADED',
    'VERIFIED',
    'UPDATING',
    'UPDATED',
  ]);
  expect(
    broker.received.filter(({ topic }) => topic.endsWith('/ota/state')).every(({ retain }) => retain),
  ).toBe(true);
  expect(broker.all('info').every(({ cap }) => cap.includes('ota'))).toBe(true);
});

it('a job that the maker did not sign is refused, and nothing is downloaded', async () => {
  start();
  await broker.first('tele');
  await publishJob({ ...aJob(image, { chunk: 4096 }), version: '9.9.9' });
  expect(await broker.first('ota/state')).toMatchObject({ st: 'FAILED', err: 'bad_signature' });
  expect(broker.all('ota/req')).toEqual([]);
});
