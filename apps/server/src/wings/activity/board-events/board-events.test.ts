import type { AnyEvent, Event } from '@manoboard/contract/mqtt/event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

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

describe('events whose code this server does not know', () => {
  const unknown = (n: number, code = 'TANK_HEATER_2'): AnyEvent => ({
    ...dryRun,
    id: `01UNKNOWN${String(n).padStart(3, '0')}`,
    code,
  });
  const rowsOf = ({ id }: { id: DeviceKey }) =>
    world.db
      .selectFrom('board_event')
      .where('device_id', '=', id)
      .select(['id', 'code', 'cleared_at'])
      .execute();

  it('are in the timeline with their code, cleared as others, and raise no alert', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const board = await device.connect();
    await board.publish('event', unknown(1));
    await board.publish('event', { ...unknown(1), st: 'cleared', ts: ts + 30 });
    const { body } = await owner.get(`/devices/${device.deviceId}/activity`);
    expect(body).toMatchObject({
      items: [{ kind: 'event', event: { code: 'TANK_HEATER_2', severity: 'alarm', cleared_at: ts + 30 } }],
    });
    expect(
      await world.db.selectFrom('alert').where('device_id', '=', device.id).select('id').execute(),
    ).toEqual([]);
    await board.leave();
  });

  it('are twenty a day of one board, and do not take the place of known ones', async () => {
    const device = await world.enrol();
    const board = await device.connect();
    for (let n = 1; n <= 23; n++) await board.publish('event', unknown(n, `CODE_${n}`));
    // The end of a stored one is stored.
    await board.publish('event', { ...unknown(20, 'CODE_20'), st: 'cleared' });
    await board.publish('event', dryRun);
    const rows = await rowsOf(device);
    expect(rows.filter(({ code }) => code !== 'DRY_RUN')).toHaveLength(20);
    expect(rows.find(({ code }) => code === 'CODE_20')?.cleared_at).not.toBeNull();
    expect(rows.some(({ code }) => code === 'DRY_RUN')).toBe(true);
    await board.leave();
  });

  it.each(['<b>X</b>', 'lower', 'A'.repeat(41), 'A B', 'X\u202eY', '', '__PROTO__'])(
    'the code %j is no code: dropped',
    async (code) => {
      const device = await world.enrol();
      const board = await device.connect();
      await board.publish('event', unknown(1, code));
      expect(await rowsOf(device)).toEqual([]);
      await board.leave();
    },
  );
});
