import type { LastData } from '@manoboard/contract/device/device';
import type { DeviceState } from '@manoboard/contract/device/device-state';
import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseWithPump as newHouse } from '../../../test/pump-house.ts';
import { startWorld, type World } from '../../../test/world.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { listLaterFrames } from '../history/store/append.repo.ts';

const METRICS_TOKEN = 'a token for Prometheus';
let world: World;
/** Offset of the server's clock. */
let aheadS = 0;
beforeAll(async () => {
  world = await startWorld({
    now: () => Date.now() + aheadS * 1000,
    env: { DEVICE_METRICS_TOKEN: METRICS_TOKEN },
  });
});
afterAll(() => world.stop());

const houseWithPump = () => newHouse(world);
const nowS = () => Math.floor(Date.now() / 1000);
const framesOf = (deviceKey: DeviceKey) =>
  world.db
    .selectFrom('frame')
    .where('device_id', '=', deviceKey)
    .selectAll()
    .orderBy('boot')
    .orderBy('seq')
    .execute();

it('a device without frames has null values, neither 0 nor Off', async () => {
  const user = await world.user();
  const { deviceId } = await world.enrol(user.id);
  expect((await user.get('/actual-data/all-last-data')).body).toEqual([
    {
      device_id: deviceId,
      data: {
        on_off_state_r: null,
        modbus: null,
        frequency_fc: null,
        pressure_control: null,
        required_pressure: null,
        analog_input_2: null,
        analog_input_3: null,
      },
      ts: null,
      received_at: null,
      fc: null,
      older: {},
    },
  ]);
});

it('an acknowledged frame is in the history and in the last values', async () => {
  const { device, board, lastData } = await houseWithPump();
  const ts = nowS() - 1;
  await board.publishTele({ ts, seq: 1, d: aReading({ pressure: 4.21, electro_meter: 1284.6 }) });
  expect(await framesOf(device.id)).toMatchObject([
    { boot: 1, seq: 1, pressure: 4.21, electro_meter: 1284.6, ts: new Date(ts * 1000) },
  ]);
  expect(await lastData()).toMatchObject({
    device_id: device.deviceId,
    ts,
    fc: 1,
    data: { pressure: 4.21 },
    older: {},
  });
  await board.leave();
});

it('R6.1 all-last-data answers 304 to a matching ETag, and 200 after a new frame', async () => {
  const { user, board } = await houseWithPump();
  await board.publishTele();
  const { headers } = await user.get('/actual-data/all-last-data');
  const etag = headers.get('etag') ?? '';
  expect((await user.get('/actual-data/all-last-data', { 'if-none-match': etag })).status).toBe(304);
  await board.publishTele({ d: { pressure: 3.5 } });
  expect((await user.get('/actual-data/all-last-data', { 'if-none-match': etag })).status).toBe(200);
  await board.leave();
});

describe('a duplicate frame is stored once', () => {
  it.each([
    ['one after the other', 0],
    ['while the clock is unset', Number.NEGATIVE_INFINITY],
    ['while the clock is ahead', 3600],
  ])('%s', async (_case, aheadS) => {
    const { device, board } = await houseWithPump();
    const ts = aheadS === Number.NEGATIVE_INFINITY ? 0 : nowS() + aheadS;
    for (let i = 0; i < 3; i++) await board.publishTele({ seq: 1, ts });
    await Promise.all([2, 2, 2].map((seq) => board.publishTele({ seq, ts })));
    expect((await framesOf(device.id)).map(({ seq }) => seq)).toEqual([1, 2]);
    await board.leave();
  });
});

it('a number too small for its column is stored as 0, and other frames of the batch are stored', async () => {
  const [first, second] = [await houseWithPump(), await houseWithPump()];
  await Promise.all([
    first.board.publishTele({ d: { pressure: 1e-50, electro_meter: 5e-324 } }),
    second.board.publishTele({ d: { pressure: 4 } }),
  ]);
  expect(await framesOf(first.device.id)).toMatchObject([{ pressure: 0, electro_meter: 0 }]);
  expect(await framesOf(second.device.id)).toMatchObject([{ pressure: 4 }]);
  await first.board.leave();
  await second.board.leave();
});

it('frames of a board whose boot starts over are accepted', async () => {
  const { user, device, lastData } = await houseWithPump();
  const old = await device.connect({ boot: 90 });
  await old.publishStatus();
  await old.publishTele({ seq: 500, d: aReading({ pressure: 2 }) });
  await old.leave();
  const erased = await device.connect({ boot: 1 });
  await erased.publishStatus();
  await erased.publishTele({ seq: 1, d: aReading({ pressure: 3 }) });
  expect((await user.get('/api-requests/online-devices')).body).toEqual([device.deviceId]);
  expect(await lastData()).toMatchObject({ data: { pressure: 3 } });
  await erased.leave();
});

it('a late frame is stored and changes no newer last value', async () => {
  const { device, board, lastData } = await houseWithPump();
  const ts = nowS();
  await board.publishTele({ seq: 9, ts, d: aReading({ pressure: 4 }) });
  await board.publishTele({ seq: 3, ts: ts - 3600, d: { pressure: 2 } });
  expect((await framesOf(device.id)).map(({ seq, pressure }) => [seq, pressure])).toEqual([
    [3, 2],
    [9, 4],
  ]);
  expect(await lastData()).toMatchObject({ ts, data: { pressure: 4 } });
  await board.leave();
});

describe('R4.4 a board whose clock is a day ahead', () => {
  const DAY_S = 86_400;

  it('its frames are placed by their arrival, and its clock is reported as ahead, also after a restart', async () => {
    const { user, device, board, lastData } = await houseWithPump();
    const state = async () => (await user.get(`/devices/${device.deviceId}/state`)).body as DeviceState;
    await board.publishTele({ seq: 1, ts: nowS() - 1 });
    expect((await state()).clock).toBe('ok');
    await board.publishTele({ seq: 2, ts: nowS() + DAY_S, d: { pressure: 2 } });
    const [, ahead] = await framesOf(device.id);
    expect(ahead).toMatchObject({ is_placed_by_arrival: true, ts: ahead?.received_at });
    expect(await lastData()).toMatchObject({ clock: 'ahead', data: { pressure: 2 } });
    expect((await state()).clock).toBe('ahead');
    await board.leave();
    await world.restart();
    const again = world.browser();
    await again.login(user.email, user.password);
    expect((await again.get(`/devices/${device.deviceId}/state`)).body).toMatchObject({ clock: 'ahead' });
  });

  it('later frames are shown once its clock is right', async () => {
    const { board, lastData } = await houseWithPump();
    await board.publishTele({ seq: 1, ts: nowS() + DAY_S });
    const ts = nowS() - 5;
    await board.publishTele({ seq: 2, ts, d: { pressure: 2 } });
    const last = await lastData();
    expect(last).toMatchObject({ ts, data: { pressure: 2 }, frame: { boot: 1, seq: 2 } });
    expect(last).not.toHaveProperty('clock');
    await board.leave();
  });

  it('its clock is trusted up to 5 minutes: a late duplicate frame is stored once at its own time', async () => {
    const { device, board } = await houseWithPump();
    const ts = nowS() + 240;
    await board.publishTele({ seq: 1, ts });
    aheadS = 600;
    await board.publishTele({ seq: 1, ts });
    aheadS = 0;
    expect(await framesOf(device.id)).toMatchObject([
      { ts: new Date(ts * 1000), is_placed_by_arrival: false },
    ]);
    await board.leave();
  });
});

it('R4.4 a server clock set back does not freeze the last values', async () => {
  const { board, lastData } = await houseWithPump();
  aheadS = 3600;
  await board.publishTele({ seq: 1, ts: nowS() + 3600 });
  aheadS = 0;
  await board.publishTele({ seq: 2, ts: nowS(), d: { pressure: 2 } });
  expect(await lastData()).toMatchObject({ data: { pressure: 2 } });
  await board.leave();
});

it('without the converter its values keep their older time', async () => {
  const { board, lastData } = await houseWithPump();
  const ts = nowS();
  await board.publishTele({ seq: 1, ts: ts - 20 });
  await board.publishTele({ seq: 2, ts, fc: 0, d: { temperature_mnb: 36.3 } });
  const last = await lastData();
  expect(last).toMatchObject({
    ts,
    fc: 0,
    data: { temperature_mnb: 36.3, frequency_fc: 42.5 },
    older: { frequency_fc: ts - 20 },
  });
  expect(last?.older).not.toHaveProperty('rssi');
  await board.leave();
});

it('R4.4 values not measured since a restart of the board are not confirmed, also after a restart of the server', async () => {
  const { user, device, board } = await houseWithPump();
  const ts = nowS() - 30;
  await board.publishTele({ ts, d: aReading({ motor_current: 3.2 }) });
  await board.leave();
  const again = await device.connect({ boot: 2 });
  const { motor_current: _lost, ...measured } = aReading();
  await again.publishTele({ ts: ts + 10, d: measured });
  await again.publishTele({ ts: ts + 15, d: { pressure: 4 } });
  await again.leave();
  await world.restart();
  const third = await device.connect({ boot: 2 });
  await third.publishTele({ ts: ts + 20, seq: 3, d: { pressure: 4.1 } });
  const browser = world.browser();
  await browser.login(user.email, user.password);
  const older = async () => ((await browser.get('/actual-data/all-last-data')).body as LastData[])[0]?.older;
  expect(await older()).toEqual({ motor_current: ts });
  await third.publishTele({ ts: ts + 25, seq: 4, d: { motor_current: 3.1 } });
  await third.publishTele({ ts: ts + 30, seq: 5, d: {} });
  expect(await older()).toEqual({});
  await third.leave();
});

it('contract 2: `na` is stored with the frame and distinguishes not measurable from unchanged', async () => {
  const { device, board } = await houseWithPump();
  await board.publishTele({ seq: 1 });
  await board.publishTele({ seq: 2, d: { rssi: -62 }, na: ['pressure', 'on_off_state_r', 'rssi'] });
  await board.publishTele({ seq: 3, d: {}, na: [...READING_FIELDS] });
  const start = { deviceKey: device.id, boot: -1, seq: -1, since: null };
  const stored = await listLaterFrames(world.db, [start], 10);
  expect(stored.map(({ frame }) => [frame.seq, frame.na])).toEqual([
    [1, undefined],
    [2, ['on_off_state_r', 'pressure', 'rssi']],
    [3, READING_FIELDS],
  ]);
  await board.leave();
});

describe('R4.4 online', () => {
  it('a birth sets a board online, its will offline; a will of an earlier boot is ignored', async () => {
    const { user, device, board } = await houseWithPump();
    const online = async () => (await user.get('/api-requests/online-devices')).body;
    expect(await online()).toEqual([]);
    await board.publishStatus({ boot: 2 });
    expect(await online()).toEqual([device.deviceId]);
    await board.publishStatus({ online: 0, boot: 1 });
    expect(await online()).toEqual([device.deviceId]);
    await board.drop();
    await waitFor(async () => ((await online()) as string[]).length === 0);
  });

  it('the online list has only devices that the user may operate', async () => {
    const { device, board } = await houseWithPump();
    await board.publishStatus();
    const [stranger, technician] = [await world.user(), await world.user({}, ['Technician'])];
    expect((await stranger.get('/api-requests/online-devices')).body).toEqual([]);
    expect((await technician.get('/api-requests/online-devices')).body).toContain(device.deviceId);
    await board.leave();
  });
});

it('R7.2 a user without access gets no values even by device ID, the three roles do', async () => {
  const { device, board } = await houseWithPump();
  await board.publishTele();
  const path = `/actual-data/all-last-data?device_id=${device.deviceId}`;
  expect((await (await world.user()).get(path)).body).toEqual([]);
  for (const role of ['Technician', 'Seller', 'Super Seller'] as const)
    expect((await (await world.user({}, [role])).get(path)).body).toMatchObject([
      { device_id: device.deviceId, data: { pressure: 3.9 } },
    ]);
  await board.leave();
});

it('1,000 frames of 20 concurrent boards are all stored', async () => {
  const owner = await world.user();
  const boards = await Promise.all(
    Array.from({ length: 20 }, () =>
      world.enrol(owner.id).then(async (device) => ({ device, board: await device.connect() })),
    ),
  );
  await Promise.all(
    boards.flatMap(({ board }) =>
      Array.from({ length: 50 }, (_, i) => board.publish('tele', aTele({ seq: i + 1, ts: nowS() }))),
    ),
  );
  for (const { device, board } of boards) {
    expect(await framesOf(device.id)).toHaveLength(50);
    await board.leave();
  }
});

describe('metrics of devices', () => {
  const read = (token: string) =>
    fetch(`${world.server.url}/metrics/devices`, { headers: { authorization: `Bearer ${token}` } });
  const samplesOf = async (deviceId: string) =>
    (await (await read(METRICS_TOKEN)).text()).split('\n').filter((line) => line.includes(`"${deviceId}"`));

  it('contain live values; a value that is not live has no sample', async () => {
    const { device, board } = await houseWithPump();
    await world.db.updateTable('device').where('id', '=', device.id).set({ alias: 'Stud"ňa\\' }).execute();
    await board.publishStatus();
    await board.publishTele({ ts: nowS(), seq: 1, d: aReading({ pressure: 4.21, frequency_fc: 38 }) });
    const label = `device="${device.deviceId}"`;
    const live = await samplesOf(device.deviceId);
    expect(live[0]).toContain(`manoboard_device_info{${label},alias="Stud\\"ňa\\\\"`);
    expect(live).toEqual(
      expect.arrayContaining([
        `manoboard_device_online{${label}} 1`,
        `manoboard_device_pump{${label},state="running"} 1`,
        `manoboard_device_pressure_bar{${label}} 4.21`,
        `manoboard_device_motor_frequency_hertz{${label}} 38`,
        `manoboard_device_alerts_open{${label},severity="alarm"} 0`,
      ]),
    );
    aheadS = 600;
    const later = await samplesOf(device.deviceId);
    aheadS = 0;
    expect(later.some((line) => line.includes('pressure_bar'))).toBe(false);
    expect(later).toContain(`manoboard_device_pump{${label},state="stale"} 1`);
  });

  it('are denied without their token', async () => {
    expect((await read('a wrong token')).status).toBe(401);
    expect((await fetch(`${world.server.url}/metrics/devices`)).status).toBe(401);
  });
});
