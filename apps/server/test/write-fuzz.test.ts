import { pressureToWire } from '@manoboard/domain/pump/pressure-codec';
import { logIn } from '@manoboard/testkit/api-client';
import { fuzzWrites } from '@manoboard/testkit/fuzz-writes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it.each([
  [1, 5.5],
  [10, 20],
] as const)(
  'R5.5 mode %i: for any written value only whole steps within the bounds are published',
  async (normalizer, most) => {
    const owner = await world.user();
    const technician = await world.user({}, ['Technician']);
    const device = await world.enrol(owner.id);
    const { deviceId, secret } = device;
    const config = { pressure: { normalizer } };
    await technician.send('PUT', `/devices/${deviceId}/config`, { version: 0, config });
    const board = await device.connect();
    await board.publish('cfg/reported', { v: 1, ver: 1, st: 'applied', ts: 1_800_000_000 });
    await board.leave();

    const api = await logIn(world.server.url, owner.email, owner.password);
    const target = { url: world.server.mqttUrl, deviceId, secret, normalizer };
    const { sent, done, wires, unexpected } = await fuzzWrites(api, target, 240);
    expect(sent).toBe(240);
    expect(done).toBeGreaterThan(10);
    expect(wires.length).toBe(done);
    const steps = Array.from({ length: (most - 3) * 10 + 1 }, (_, n) => (30 + n) / 10);
    const exact = new Set(steps.map((bar) => pressureToWire(bar, normalizer)));
    expect(wires.filter((wire) => !exact.has(wire))).toEqual([]);
    expect(unexpected).toEqual([]);
  },
);
