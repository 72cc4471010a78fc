import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
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

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : z.parse(z.object({ text: z.string() }), statement).text;

it('boards that reconnect together after a restart are all accepted, and each statement serves several of them', async () => {
  const devices = await Promise.all(Array.from({ length: BOARDS }, () => world.enrol()));
  await Promise.all(devices.map(comeBack));
  await world.restart();
  const query = vi.spyOn(Client.prototype, 'query');
  const boards = await Promise.all(devices.map(comeBack));
  const texts = query.mock.calls.map(([statement]: unknown[]) => textOf(statement));
  query.mockRestore();
  expect((await world.server.metrics.boardsConnected.get()).values[0]?.value).toBe(BOARDS);
  const counts = [...Map.groupBy(texts, (text) => text).values()].map(({ length }) => length);
  // How many boards share a statement depends on the machine; without batches it would be one.
  expect(Math.max(...counts)).toBeLessThan(BOARDS / 2);
  await Promise.all(boards.map((board) => board.leave()));
});
