import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type TestBroker } from '../test/broker.ts';
import { type FakeClock, fakeClock } from '../test/fake-clock.ts';
import { cmdAt, driveWith, ID_DEV, scenarioParts } from '../test/parts.ts';
import { type Board, type BoardParts, startBoard } from './board.ts';
import { RunState } from './drive/drive.ts';
import { createBoardSecrets } from './identity/board-secrets.ts';
import { mqttLink } from './link/mqtt-link.ts';

let broker: TestBroker;
let clock: FakeClock;
let board: Board;
let errors: unknown[];
const odd = new Error('unheard of');

beforeEach(async () => {
  broker = await startBroker();
  clock = fakeClock();
  errors = [];
});
afterEach(async () => {
  await board.stop();
  await broker.close();
});

async function start(more: Partial<BoardParts>): Promise<void> {
  board = startBoard({
    identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType: 'GD10' },
    mqtt: { url: broker.url },
    secrets: createBoardSecrets({ secret: 'secret' }),
    boot: 17,
    ...scenarioParts(clock),
    clock,
    random: () => 0.5,
    openLink: mqttLink(clock, () => 0.5),
    onError: (error) => errors.push(error),
    ...more,
  });
  await broker.first('status');
}

it('an error while polling is logged, and the next poll runs', async () => {
  const healthy = driveWith({});
  let isOdd = true;
  const read = () => (isOdd ? Promise.reject(odd) : healthy.read());
  await start({ drive: { ...healthy, read } });
  await clock.advance(3_000);
  expect(errors.length).toBeGreaterThan(2);
  expect(new Set(errors)).toEqual(new Set([odd]));
  isOdd = false;
  await clock.advance(2_000);
  expect((await broker.first('tele')).fc).toBe(1);
});

it('an error in the protection is logged, and the next poll runs', async () => {
  const overPressure = { runState: RunState.forward, pressureBar: 99, frequencyHz: 50 };
  const drive = driveWith({ state: overPressure, stop: () => Promise.reject(odd) });
  await start({ drive });
  await clock.advance(10_000);
  expect(errors).toContain(odd);
  expect(drive.writes.filter((write) => write === 'stop').length).toBeGreaterThan(1);
});

it('an error in a command is logged and acked as failed, and the next command is handled', async () => {
  const drive = driveWith({ start: () => Promise.reject(odd) });
  await start({ drive });
  const cmd = cmdAt(clock, true);
  await broker.command(ID_DEV, cmd);
  while (errors.length === 0) await clock.advance(200);
  expect((await broker.first('ack', ({ id, st }) => id === cmd.id && st !== 'accepted')).st).toBe('failed');
  const stop = cmdAt(clock, false);
  await broker.command(ID_DEV, stop);
  const answer = broker.first('ack', ({ id, st }) => id === stop.id && st !== 'accepted');
  let isOver = false;
  answer.then(() => {
    isOver = true;
  });
  while (!isOver) await clock.advance(200);
  expect((await answer).st).toBe('done');
});
