import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWorld, type World } from './world.ts';

const BOARDS = 150;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Reconnects a board and publishes its birth messages. */
async function comeBack(device: Awaited<ReturnType<World['enrol']>>) {
  const board = await device.connect();
  await board.listenToAll();
  await board.publishStatus();
  const fc = { id: `FC-${device.deviceId}`, fc_type: 'GD10', ident: 269, unit: 1 };
  await board.publishInfo({ fc });
  await board.publish('cfg/reported', { v: 1, ver: 1, st: 'applied', ts: 1_700_000_000 });
  await board.publishTele();
  return board;
}

/** As slow as a loaded database: how many boards share a statement then depends little on the machine. */
const STATEMENT_MS = 100;

function slowDown() {
  const atOnce = Client.prototype.query as (...args: unknown[]) => unknown;
  return vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const isPromised = args.every((arg) => typeof arg !== 'function') && !isSubmittable(args[0]);
    if (!isPromised) return atOnce.apply(this, args) as never;
    return new Promise((done) => setTimeout(done, STATEMENT_MS)).then(() =>
      atOnce.apply(this, args),
    ) as never;
  });
}
const isSubmittable = (query: unknown) => typeof query === 'object' && query !== null && 'submit' in query;

it('boards that reconnect together after a restart are all accepted, with less than one statement each', async () => {
  const devices = await Promise.all(Array.from({ length: BOARDS }, () => world.enrol()));
  await Promise.all(devices.map(comeBack));
  await world.restart();
  const query = slowDown();
  const boards = await Promise.all(devices.map(comeBack));
  const statements = query.mock.calls.length;
  query.mockRestore();
  expect((await world.server.metrics.boardsConnected.get()).values[0]?.value).toBe(BOARDS);
  expect(statements).toBeLessThan(BOARDS);
  await Promise.all(boards.map((board) => board.leave()));
});
