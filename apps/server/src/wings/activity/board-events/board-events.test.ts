import type { Event } from '@manoboard/contract/mqtt/event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const ts = Math.floor(Date.now() / 1000) - 60;
const dryRun: Event = {
  v: 1,
  id: '01JCPV4000',
  ts,
  code: 'DRY_RUN',
  st: 'raised',
  sev: 'alarm',
  d: { pressure: 0.1 },
};

it('contract 2: an event is stored once when it is acknowledged, and its clearing joins it', async () => {
  const device = await world.enrol();
  const board = await device.connect();
  for (const event of [dryRun, dryRun, { ...dryRun, st: 'cleared' as const, ts: ts + 30 }])
    await board.publish('event', event);
  expect(
    await world.db.selectFrom('board_event').where('device_id', '=', device.id).selectAll().execute(),
  ).toMatchObject([
    {
      id: dryRun.id,
      code: 'DRY_RUN',
      severity: 'alarm',
      reading: { pressure: 0.1 },
      raised_at: new Date(ts * 1000),
      cleared_at: new Date((ts + 30) * 1000),
    },
  ]);
  await board.leave();
});
