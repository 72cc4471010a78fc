import type { LastData } from '@manoboard/contract/device/device';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPump } from './pump.ts';
import { startWorld, type World } from './world.ts';

/** Offset of the server clock from the true time. */
let offsetMs = 0;
const serverNow = () => Date.now() + offsetMs;
const serverNowS = () => Math.floor(serverNow() / 1000);
const setClock = (iso: string) => {
  offsetMs = Date.parse(iso) - Date.now();
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ now: serverNow, env: { START_GAP_S: '10' } });
});
afterAll(() => world.stop());
afterEach(() => {
  offsetMs = 0;
});

type Pump = Awaited<ReturnType<typeof aPump>>;
async function lastOf({ owner, device }: Pump): Promise<LastData> {
  const { body } = await owner.get(`/actual-data/all-last-data?device_id=${device.deviceId}`);
  const last = (body as LastData[]).find(({ device_id }) => device_id === device.deviceId);
  if (!last) throw new Error('the device has no last values');
  return last;
}

async function switchPump({ owner, device, board }: Pump, isOn: boolean) {
  const answered = owner.startStop(device.deviceId, isOn);
  await board.done(await board.nextCommand());
  return (await answered).status;
}

const frameTimes = async ({ device }: Pump) =>
  (
    await world.db
      .selectFrom('frame')
      .where('device_id', '=', device.id)
      .select(['seq', 'ts'])
      .orderBy('ts')
      .execute()
  ).map(({ seq, ts }) => [Number(seq), ts.toISOString()]);

describe('a change of the server clock', () => {
  it.each([
    ['back by an hour', -HOUR_MS],
    ['forward by a day', DAY_MS],
  ])('%s freezes no value and refuses no command', async (_step, stepMs) => {
    const pump = await aPump(world);
    expect(await switchPump(pump, true)).toBe(200);
    offsetMs = stepMs;
    const { owner } = pump;
    // Sessions follow the clock: after a day the user logs in again.
    await owner.login(owner.email, owner.password);
    await pump.board.publishTele({ d: { pressure: 6.5 } });
    expect((await lastOf(pump)).data.pressure).toBe(6.5);
    expect(await switchPump(pump, false)).toBe(200);
    expect(await switchPump(pump, true)).toBe(200);
    await pump.board.leave();
  });

  it('forward by a day and back keeps later frames, none stored twice', async () => {
    const pump = await aPump(world);
    offsetMs = DAY_MS;
    await pump.board.publishTele({ d: { pressure: 6.5 } });
    offsetMs = 0;
    // The same frame twice: its second may not pass between the two.
    const ts = Math.floor(Date.now() / 1000);
    for (let time = 0; time < 2; time++) await pump.board.publishTele({ d: { pressure: 7.5 }, seq: 3, ts });
    expect((await lastOf(pump)).data.pressure).toBe(7.5);
    expect((await frameTimes(pump)).map(([seq]) => seq).sort()).toEqual([1, 2, 3]);
    await pump.board.leave();
  });

  it('back keeps the age of values of an offline board, none in the future', async () => {
    const pump = await aPump(world);
    const before = await lastOf(pump);
    offsetMs = -HOUR_MS;
    const isPast = async () => ((await lastOf(pump)).received_at ?? 0) <= serverNowS();
    await waitFor(isPast, { what: 'the times to follow the clock' });
    const { ts, received_at, data } = await lastOf(pump);
    expect(data).toEqual(before.data);
    expect(Math.abs((ts ?? 0) - (before.ts ?? 0) + 3600)).toBeLessThanOrEqual(1);
    expect(Math.abs((received_at ?? 0) - (before.received_at ?? 0) + 3600)).toBeLessThanOrEqual(1);
    const { body } = await pump.owner.get(`/devices/${pump.device.deviceId}/state`);
    expect(JSON.stringify(body)).not.toContain(String(before.received_at));
    await pump.board.leave();
  });

  it('back ignores a command of the future in favour of the reported value', async () => {
    const pump = await aPump(world, { on_off_state_r: 3 });
    expect(await switchPump(pump, true)).toBe(200);
    offsetMs = -HOUR_MS;
    await pump.board.publishTele({ d: { on_off_state_r: 3 } });
    expect(await switchPump(pump, true)).toBe(200);
    const rows = await world.db
      .selectFrom('command')
      .where('device_id', '=', pump.device.id)
      .select('old_value')
      .orderBy('created_at')
      .execute();
    // The newer command has the earlier time.
    expect(rows[0]?.old_value).toBe(false);
    await pump.board.leave();
  });

  it('is corrected in stored last values of the future at the next start', async () => {
    const pump = await aPump(world);
    offsetMs = DAY_MS;
    await pump.board.publishTele({ d: { pressure: 6.5 } });
    await pump.board.leave();
    offsetMs = 0;
    await world.restart();
    const owner = world.browser();
    await owner.login(pump.owner.email, pump.owner.password);
    const { data, ts, received_at } = await lastOf({ ...pump, owner } as Pump);
    expect(data.pressure).toBe(6.5);
    expect(Math.max(ts ?? 0, received_at ?? 0)).toBeLessThanOrEqual(serverNowS());
  });
});

describe('far years', () => {
  it.each([
    ['2038, beyond 31 bits', '2038-01-19T03:14:06Z'],
    ['2106, beyond 32 bits', '2106-02-07T06:28:14Z'],
  ])('%s: frames, commands, delegations and lock-out tags work', async (_year, iso) => {
    setClock(iso);
    const pump = await aPump(world);
    // Before and after the overflow.
    for (const [seq, aheadS] of [2, 60].entries())
      await pump.board.publishTele({ seq: seq + 2, ts: serverNowS() + aheadS, d: { pressure: seq + 1 } });
    expect((await lastOf(pump)).data.pressure).toBe(2);
    expect(await frameTimes(pump)).toHaveLength(3);
    expect(await switchPump(pump, true)).toBe(200);
    offsetMs += 11_000;
    expect(await switchPump(pump, true)).toBe(200);
    const [command] = pump.board.commands.slice(-1);
    expect(command?.exp).toBeGreaterThan(Date.parse(iso) / 1000);

    const until = serverNowS() + 86_400;
    const { deviceId } = pump.device;
    const tag = await pump.owner.send('PUT', `/devices/${deviceId}/lock-out`, {
      reason: 'at the pump',
      until,
    });
    expect(tag.status).toBe(200);
    const seller = await world.user({}, ['Seller']);
    const given = { email: seller.email, expires_at: until };
    expect((await pump.owner.post(`/users-devices/${deviceId}/delegations`, given)).status).toBe(201);
    expect((await seller.get(`/devices/${deviceId}/state`)).status).toBe(200);
    await pump.board.leave();
  });
});

it('the repeated hour in autumn keeps the order and the UTC day of frames', async () => {
  const { TZ } = process.env;
  process.env.TZ = 'Europe/Bratislava';
  setClock('2026-10-25T00:30:00Z');
  const pump = await aPump(world);
  for (const [seq, iso] of [
    [2, '2026-10-25T00:59:59Z'],
    [3, '2026-10-25T01:00:00Z'],
    [4, '2026-10-25T01:59:59Z'],
  ] as const) {
    setClock(iso);
    await pump.board.publishTele({ seq, ts: serverNowS() });
    expect((await lastOf(pump)).frame?.seq).toBe(seq);
  }
  expect((await frameTimes(pump)).slice(1)).toEqual([
    [2, '2026-10-25T00:59:59.000Z'],
    [3, '2026-10-25T01:00:00.000Z'],
    [4, '2026-10-25T01:59:59.000Z'],
  ]);
  process.env.TZ = TZ;
  await pump.board.leave();
});
