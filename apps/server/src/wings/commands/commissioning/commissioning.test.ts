import type { Commissioning, CommissioningList } from '@manoboard/contract/device/commissioning';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { aReading } from '@manoboard/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPump } from '../../../../test/pump.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let aheadS = 0;
const now = () => Date.now() + aheadS * 1000;
const nowS = () => Math.floor(now() / 1000);
beforeAll(async () => {
  world = await startWorld({ now });
});
afterAll(() => world.stop());

/** A pump of 1.5 kW that is not the simulator's. */
const NO_FLOW_W = 860;
const RISE_BAR = 7.2;

async function aSite() {
  const { owner, device, board } = await aPump(world);
  const technician = await world.user({ name: 'Peter', surname: 'Horváth' }, ['Technician']);
  const path = `/devices/${device.deviceId}/commissionings`;
  const start = async (body: object = {}) => (await technician.post(path, body)).body as Commissioning;
  const step = (number: string, name: string) => `${path}/${number}/steps/${name}`;
  const frame = (d: Partial<Reading>) => board.publishTele({ ts: nowS(), d: aReading(d) });
  const configState = async () =>
    (await technician.get(`/devices/${device.deviceId}/config`)).body as ConfigState;
  const applyConfig = async () =>
    board.publish('cfg/reported', {
      v: 1,
      ver: (await configState()).version,
      st: 'applied',
      ts: nowS(),
    });
  /** Records a step while these readings arrive, one a second. */
  async function record(number: string, name: string, readings: readonly Partial<Reading>[], entry = {}) {
    expect((await technician.post(`${step(number, name)}/recording`, undefined)).status).toBe(200);
    for (const d of readings) {
      aheadS++;
      await frame(d);
    }
    aheadS++;
    return technician.send('PUT', step(number, name), entry);
  }
  return { owner, device, board, technician, path, start, step, frame, record, configState, applyConfig };
}

const REST = { frequency_fc: 0, motor_power: 0, pressure: 3, on_off_state_r: 3 };
const at = (hz: number, load = 1): Partial<Reading> => ({
  on_off_state_r: 1,
  frequency_fc: hz,
  motor_power: Number(((load * NO_FLOW_W * (hz / 50) ** 3) / 1000).toFixed(3)),
  pressure: Number((0.2 + RISE_BAR * (hz / 50) ** 2).toFixed(2)),
});
const SWEEP = [REST, at(26), ...Array.from({ length: 16 }, (_, index) => at(27 + index))];
const AFTER = Array.from({ length: 4 }, () => ({ ...REST, pressure: 5 }));

it('a technician commissions a pump: results come from stored frames, and the report does not change', async () => {
  const { technician, owner, device, path, start, step, record } = await aSite();
  const { number, by } = await start();
  expect(number).toMatch(/^\d{4}-\d{4}$/);
  expect(by).toBe('Peter Horváth');
  expect((await start()).number).toBe(number);

  await technician.send('PUT', step(number, 'card'), {});
  const unanswered = await technician.send('PUT', step(number, 'self_start'), {});
  expect(unanswered).toMatchObject({ status: 409, body: { detail: 'STEP_NOT_RECORDED' } });
  await technician.send('PUT', step(number, 'self_start'), { self_start: 'never' });
  const rotation = await record(number, 'rotation', SWEEP);
  expect((rotation.body as Commissioning).steps[2]).toMatchObject({
    status: 'done',
    result: { is_accepted: true, remarks: ['not_compared'] },
  });
  const manometer = { manometer_bar: 3.05 };
  const sensor = await record(number, 'sensor', [REST, REST, REST, REST], manometer);
  expect((sensor.body as Commissioning).steps[3]?.result?.figures).toMatchObject({
    bar: 3,
    offset_bar: -0.05,
  });
  const reason = 'Zhlavie studne je zavarené.';
  expect((await technician.post(`${step(number, 'level')}/skip`, { reason: '  ' })).status).toBe(422);
  expect((await technician.post(`${step(number, 'level')}/skip`, { reason })).status).toBe(200);

  const closed = (await record(number, 'closed_valve', [...SWEEP, ...AFTER])).body as Commissioning;
  expect(closed.steps[5]).toMatchObject({
    status: 'done',
    result: { remarks: [], figures: { no_flow_w: NO_FLOW_W } },
  });
  expect(closed.steps[5]?.result?.figures.no_flow_bar).toBeCloseTo(RISE_BAR, 1);
  expect(closed.steps[5]?.points.length).toBe(SWEEP.length + AFTER.length);

  const early = await technician.post(`${path}/${number}/finish`, { taken_by: 'Martin Novák' });
  expect(early).toMatchObject({ status: 409, body: { detail: 'COMMISSIONING_INCOMPLETE' } });
  const noTap = await record(number, 'open_tap', [REST, ...Array.from({ length: 5 }, () => at(40))]);
  expect((noTap.body as Commissioning).steps[6]).toMatchObject({
    status: 'open',
    result: { is_accepted: false, remarks: ['no_tap'] },
  });
  const tap = await record(number, 'open_tap', [REST, ...Array.from({ length: 5 }, () => at(40, 1.4))]);
  expect((tap.body as Commissioning).steps[6]).toMatchObject({ status: 'done' });
  await record(number, 'hold', [at(35), { ...REST, on_off_state_r: 1 }, at(35)]);

  const finished = await technician.post(`${path}/${number}/finish`, { taken_by: 'Martin Novák' });
  expect(finished).toMatchObject({ status: 200, body: { taken_by: 'Martin Novák', skipped: 1 } });
  const report = (await owner.get(`${path}/${number}`)).body as Commissioning;
  expect(report.steps[4]).toMatchObject({ status: 'skipped', reason, result: null });
  expect(report.card).toMatchObject({ no_flow_w: NO_FLOW_W, sensor_offset_bar: -0.05 });

  const card = (await owner.get(`/devices/${device.deviceId}/pump-card`)).body as PumpCard;
  expect(card.values).toMatchObject({ no_flow_w: NO_FLOW_W, sensor_offset_bar: -0.05 });
  expect(card.sources.find(({ name }) => name === 'no_flow_w')?.source).toBe('measured');
  expect(card.values).not.toHaveProperty('rest_level_m');

  const ended = { status: 409, body: { detail: 'COMMISSIONING_ENDED' } };
  expect(await technician.post(`${step(number, 'level')}/skip`, { reason })).toMatchObject(ended);
  expect(await technician.post(`${step(number, 'hold')}/recording`, undefined)).toMatchObject(ended);
  expect(await technician.post(`${path}/${number}/finish`, { taken_by: 'Ján' })).toMatchObject(ended);
  expect(await technician.send('DELETE', `${path}/${number}`)).toMatchObject(ended);
  await expect(
    sql`update commissioning set taken_by = 'Ján' where device_id = ${device.id}`.execute(world.db),
  ).rejects.toThrow('does not change');
  expect((await owner.get(`${path}/${number}`)).body).toEqual(report);

  const { body: text } = await owner.get(`${path}/${number}/points.csv?decimal=point`);
  const lines = String(text).trim().split('\r\n');
  const count = report.steps.reduce((sum, { points }) => sum + points.length, 0);
  expect(lines.length).toBe(1 + count);
  expect(lines.some((line) => line.startsWith('closed_valve,') && line.includes(',42,0.51,'))).toBe(true);

  const correction = await start({ corrects: number });
  expect(correction).toMatchObject({ corrects: number, ended_at: null });
  expect(correction.number).not.toBe(number);
  const list = (await owner.get(path)).body as CommissioningList;
  expect([list.open, list.finished.map((found) => found.number)]).toEqual([correction.number, [number]]);
});

it('a converter of another family without a pressure: its steps say what is missing and are skipped with a reason', async () => {
  const { technician, device, board, path, start, step } = await aSite();
  const fc = { id: `FC-${device.deviceId.slice(4)}`, fc_type: 'SINAMICS-V20', ident: 0, unit: 1 };
  await board.publishInfo({ fc });
  /** What a board publishes beside a V20: the pressure is not read. */
  const publish = async (hz: number) => {
    aheadS++;
    const d = {
      on_off_state_r: 1,
      modbus: 2,
      frequency_fc: hz,
      motor_power: 0.86 * (hz / 50) ** 3,
      fault: 0,
    };
    await board.publishTele({ ts: nowS(), d, na: ['pressure', 'required_pressure'] });
  };
  const { number } = await start();
  await technician.send('PUT', step(number, 'card'), {});
  await technician.send('PUT', step(number, 'self_start'), { self_start: 'never' });
  const recorded = async (name: string, speeds: readonly number[], entry = {}) => {
    await technician.post(`${step(number, name)}/recording`, undefined);
    for (const hz of speeds) await publish(hz);
    aheadS++;
    const { body } = await technician.send('PUT', step(number, name), entry);
    return (body as Commissioning).steps.find((found) => found.name === name);
  };
  const reason = 'Menič nečíta tlak.';
  const skip = (name: string) => technician.post(`${step(number, name)}/skip`, { reason });
  const sweep = [0, ...Array.from({ length: 15 }, (_, index) => 26 + index)];
  for (const [name, speeds, remark] of [
    ['rotation', sweep, 'not_running'],
    ['sensor', [0, 0, 0, 0], 'too_few_points'],
    ['closed_valve', [...sweep, 0, 0, 0], 'not_running'],
    ['open_tap', [0, 38, 38, 38, 38, 38], 'not_running'],
  ] as const) {
    const entry = name === 'sensor' ? { manometer_bar: 3 } : {};
    expect(await recorded(name, speeds, entry)).toMatchObject({
      status: 'open',
      result: { is_accepted: false, remarks: [remark] },
    });
    expect((await skip(name)).status).toBe(200);
  }
  await skip('level');
  expect(await recorded('hold', [38, 38, 0, 0, 36, 36])).toMatchObject({ status: 'done' });
  const finished = await technician.post(`${path}/${number}/finish`, { taken_by: 'Martin Novák' });
  expect(finished).toMatchObject({ status: 200, body: { skipped: 5 } });
  const report = finished.body as Commissioning;
  expect(report.steps.filter((found) => found.reason === reason)).toHaveLength(5);
  expect(report.card).not.toHaveProperty('no_flow_w');
});

it('R7.5 an owner reads reports and changes none; a stranger sees nothing', async () => {
  const { owner, path, start, step } = await aSite();
  const stranger = await world.user();
  const { number } = await start();
  expect((await owner.get(`${path}/${number}`)).status).toBe(200);
  expect((await owner.post(path, {})).status).toBe(403);
  for (const [method, rest, body] of [
    ['POST', '/steps/sensor/recording', undefined],
    ['PUT', '/steps/card', {}],
    ['POST', '/steps/card/skip', { reason: 'x' }],
    ['POST', '/finish', { taken_by: 'x' }],
    ['DELETE', '', undefined],
  ] as const)
    expect((await owner.send(method, `${path}/${number}${rest}`, body)).status, rest).toBe(403);
  expect((await stranger.get(`${path}/${number}`)).status).toBe(404);
  expect((await owner.get(`${path}/1999-0001`)).body).toMatchObject({ detail: 'COMMISSIONING_NOT_FOUND' });
  expect(step(number, 'card')).toContain(number);
});

it('a step without a recording is not judged, and a recording needs the board', async () => {
  const { technician, board, start, step } = await aSite();
  const { number } = await start();
  const refused = { status: 409, body: { detail: 'STEP_NOT_RECORDED' } };
  expect(await technician.send('PUT', step(number, 'closed_valve'), {})).toMatchObject(refused);
  expect(await technician.send('PUT', step(number, 'level'), {})).toMatchObject(refused);
  expect(await technician.post(`${step(number, 'card')}/recording`, undefined)).toMatchObject(refused);
  await board.leave();
  await expect
    .poll(async () => (await technician.post(`${step(number, 'sensor')}/recording`, undefined)).body)
    .toMatchObject({ detail: 'DEVICE_OFFLINE' });
});

it('R5.5 the required pressure of a board with a config from elsewhere is unknown in a recording', async () => {
  const { board, start, record } = await aSite();
  await board.publish('cfg/reported', { v: 1, ver: 7, st: 'applied', ts: nowS() });
  const { number } = await start();
  const holding = { on_off_state_r: 1, frequency_fc: 40, pressure: 8, required_pressure: 0.8 };
  const { body } = await record(number, 'hold', [holding, holding]);
  const { steps } = body as Commissioning;
  const hold = steps.find(({ name }) => name === 'hold');
  expect(hold?.points.map(({ bar, required_bar }) => [bar, required_bar])).toEqual([
    [8, null],
    [8, null],
  ]);
  expect(hold?.result?.remarks).not.toContain('far_from_required');
  await board.leave();
});

it('frames come every second during a commissioning, and the usual interval returns with its end or without a user', async () => {
  const { technician, path, start, configState, applyConfig } = await aSite();
  const first = await start();
  expect(first.is_fast).toBe(true);
  expect((await configState()).desired).toEqual({ tele_s: 1, tele_idle_s: 5 });
  await applyConfig();
  expect((await technician.send('DELETE', `${path}/${first.number}`)).status).toBe(204);
  expect((await configState()).desired).toEqual({});
  await applyConfig();

  const second = await start();
  expect((await configState()).desired).toEqual({ tele_s: 1, tele_idle_s: 5 });
  await applyConfig();
  await world.server.runJob('commissioning-frames');
  expect((await configState()).desired).toEqual({ tele_s: 1, tele_idle_s: 5 });
  aheadS += 3600;
  await world.server.runJob('commissioning-frames');
  expect((await configState()).desired).toEqual({});
  expect(await technician.get(`${path}/${second.number}`)).toMatchObject({ body: { is_fast: false } });
});

it('R5.10 with a lock-out tag a commissioning writes nothing to the board, records at rest, and starts no pump', async () => {
  const { technician, device, board, start, record, configState } = await aSite();
  await technician.send('PUT', `/devices/${device.deviceId}/lock-out`, { reason: 'výmena ventilu' });
  await board.done(await board.nextCommand());
  const { number, is_fast } = await start();
  expect(is_fast).toBe(false);
  expect((await configState()).version).toBe(0);
  const sensor = await record(number, 'sensor', [REST, REST, REST], { manometer_bar: 3 });
  expect((sensor.body as Commissioning).steps[3]?.status).toBe('done');
  expect(await technician.startStop(device.deviceId, true)).toMatchObject({
    status: 409,
    body: { detail: 'LOCKED_OUT' },
  });
  expect(board.commands).toHaveLength(1);
});

it('R5.10 a tag that was set meanwhile refuses the end until it is removed: nothing would restore the frames', async () => {
  const { technician, device, path, start, applyConfig } = await aSite();
  const { number } = await start();
  await applyConfig();
  const tag = `/devices/${device.deviceId}/lock-out`;
  await technician.send('PUT', tag, { reason: 'výmena ventilu' });
  expect(await technician.send('DELETE', `${path}/${number}`)).toMatchObject({
    status: 409,
    body: { detail: 'LOCKED_OUT' },
  });
  await technician.send('DELETE', tag);
  expect((await technician.send('DELETE', `${path}/${number}`)).status).toBe(204);
});
