import type { AlertCode } from '@manoboard/contract/alert/alert';
import { kindOfCode } from '@manoboard/contract/alert/kinds';
import type { CommandOp, CommandStatus } from '@manoboard/contract/command/command';
import { MAX_PERIODS, type Statistics } from '@manoboard/contract/history/statistics';
import { DAY_S } from '@manoboard/domain/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAlert } from '../../../../test/alert-row.ts';
import { startWorld, type World } from '../../../../test/world.ts';

const NOW_S = 1_800_000_000;
const daysAgo = (days: number) => NOW_S - days * DAY_S;

let world: World;
let owner: Awaited<ReturnType<World['user']>>;
let stranger: typeof owner;
let staff: typeof owner;
let rows = 0;

type Device = Awaited<ReturnType<World['enrol']>>;

const alert = (device: Device, code: AlertCode, atS: number, isResolved = false) =>
  insertAlert(world.db, device.id, {
    kind: kindOfCode(code),
    code,
    raised_at: new Date(atS * 1000),
    cleared_at: new Date(atS * 1000),
    resolved_at: isResolved ? new Date(NOW_S * 1000) : null,
  });

const command = (device: Device, op: CommandOp, status: CommandStatus, atS: number, isDenied = false) => {
  const at = new Date(atS * 1000);
  return world.db
    .insertInto('command')
    .values({
      id: `command-${++rows}`,
      device_id: device.id,
      user_id: owner.id,
      role: 'owner',
      op,
      status,
      what: '',
      target: op,
      value: 'true',
      old_value: 'null',
      created_at: at,
      expires_at: at,
      problem: isDenied ? 'DEVICE_NOT_FOUND' : null,
    })
    .execute();
};

const read = async (user: typeof owner, ...starts: number[]) =>
  (await user.get(`/statistics?${starts.map((start) => `start=${start}`).join('&')}`)).body as Statistics;

beforeAll(async () => {
  world = await startWorld({ now: () => NOW_S * 1000 });
  owner = await world.user();
  stranger = await world.user();
  staff = await world.user({}, ['Seller']);
  const [own, foreign] = [await world.enrol(owner.id), await world.enrol(stranger.id)];
  await alert(own, 'DRY_RUN', daysAgo(2.5), true);
  await alert(own, 'DRY_RUN', daysAgo(0.5));
  await alert(own, 'FC_FAULT', daysAgo(0.4));
  await alert(own, 'FC_FAULT', daysAgo(40));
  await alert(foreign, 'NO_FLOW', daysAgo(0.3));
  await command(own, 'start_stop', 'done', daysAgo(1));
  await command(own, 'start_stop', 'done', daysAgo(2));
  await command(own, 'write', 'timeout', daysAgo(1));
  await command(own, 'start_stop', 'done', daysAgo(40));
  await command(own, 'reg_read', 'done', daysAgo(1));
  await command(own, 'start_stop', 'rejected', daysAgo(1), true);
  await command(foreign, 'restart', 'failed', daysAgo(1));
});
afterAll(() => world.stop());

describe('statistics', () => {
  it('R2.1 count the alerts of each period and kind, and the open ones, of own devices only', async () => {
    const { periods, alerts } = await read(owner, daysAgo(3), daysAgo(2), daysAgo(1));
    expect(periods).toEqual([
      { start: daysAgo(3), alerts: { info: 0, warning: 0, alarm: 1 } },
      { start: daysAgo(2), alerts: { info: 0, warning: 0, alarm: 0 } },
      { start: daysAgo(1), alerts: { info: 0, warning: 0, alarm: 2 } },
    ]);
    expect(alerts).toMatchObject([
      { code: 'DRY_RUN', raised: 2, open: 1 },
      { code: 'FC_FAULT', raised: 1, open: 1 },
    ]);
  });

  it('R2.1 count commands by outcome, without register reads and denied attempts of strangers', async () => {
    const { commands } = await read(owner, daysAgo(30));
    expect(commands).toEqual([
      { op: 'start_stop', status: 'done', count: 2 },
      { op: 'write', status: 'timeout', count: 1 },
    ]);
  });

  it('R7.2 count every device for the three roles', async () => {
    const { alerts, commands } = await read(staff, daysAgo(30));
    expect(alerts.map(({ code }) => code)).toEqual(['DRY_RUN', 'FC_FAULT', 'NO_FLOW']);
    expect(commands.map(({ op }) => op)).toEqual(['restart', 'start_stop', 'write']);
  });

  it('R4.3c exclude what happened before the tenure of the present owner', async () => {
    const late = await world.user();
    const device = await world.enrol();
    const held = { user_id: late.id, device_id: device.id, access: 'owner' as const };
    await world.db
      .insertInto('user_device')
      .values({ ...held, created_at: new Date(daysAgo(2) * 1000) })
      .execute();
    await alert(device, 'DRY_RUN', daysAgo(3));
    await alert(device, 'NO_FLOW', daysAgo(1));
    await command(device, 'start_stop', 'done', daysAgo(3));
    const { alerts, commands } = await read(late, daysAgo(10));
    expect({ alerts, commands }).toMatchObject({
      alerts: [{ code: 'NO_FLOW', raised: 1, open: 1 }],
      commands: [],
    });
  });

  it('sort the periods, and refuse no start, too many of them and text', async () => {
    const { periods } = await read(owner, daysAgo(1), daysAgo(3));
    expect(periods.map(({ start }) => start)).toEqual([daysAgo(3), daysAgo(1)]);
    const tooMany = Array.from({ length: MAX_PERIODS + 1 }, (_, at) => `start=${at}`).join('&');
    for (const query of ['', 'start=now', tooMany])
      expect((await owner.get(`/statistics?${query}`)).status).toBe(422);
  });
});
