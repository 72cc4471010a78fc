import { logIn } from '@manoboard/testkit/api-client';
import { fuzzWrites } from '@manoboard/testkit/fuzz-writes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('R5.5 whatever is written, nothing outside the bounds comes over the wire', async () => {
  const owner = await world.user();
  const { idDev, secret } = await world.enrol(owner.id);
  const api = await logIn(world.server.url, owner.email, owner.password);
  const target = { url: world.server.mqttUrl, idDev, secret, normalizer: 1 } as const;
  const { asked, done, bars, strange } = await fuzzWrites(api, target, 400);
  expect(asked).toBe(400);
  expect(done).toBeGreaterThan(20);
  expect(bars.length).toBe(done + 1);
  expect(bars.filter((bar) => !(bar >= 3 - 1e-6 && bar <= 5.5 + 1e-6))).toEqual([]);
  expect(strange).toEqual([]);
});
