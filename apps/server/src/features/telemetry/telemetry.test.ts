import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import type { LastData } from '@manoboard/contract/nouns/device';
import type { DeviceState } from '@manoboard/contract/nouns/device-state';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import type { Db } from '../../db/db.ts';
import { createEvents } from '../../events.ts';
import { createMetrics } from '../../metrics.ts';
import { listLaterFrames } from './frame.repo.ts';
import { createTelemetry } from './telemetry.service.ts';

let world: World;
/** How far the server's clock is ahead. */
let aheadS = 0;
beforeAll(async () => {
  world = await startWorld({ now: () => Date.now() + aheadS * 1000 });
});
afterAll(() => world.stop());

const nowS = () => Math.floor(Date.now() / 1000);
const framesOf = (deviceId: number) =>
  world.db
    .selectFrom('frame')
    .where('device_id', '=', deviceId)
    .selectAll()
    .orderBy('boot')
    .orderBy('seq')
    .execute();

async function houseWithPump() {
  const user = await world.user();
  const device = await world.enrol(user.id);
  const board = await device.connect();
  const lastData = async () => ((await user.get('/actual-data/all-last-data')).body as LastData[])[0];
  return { user, device, board, lastData };
}

/** What a new server reads and shows after `damage` to the database, which is rolled back afterwards. */
async function restored(idDev: string, damage: (db: Db) => Promise<unknown>) {
  const rollback = new Error('roll back');
  const ends = { events: createEvents(), metrics: createMetrics(), log: pino({ level: 'silent' }) };
  const readFrames: object[] = [];
  let last: LastData | undefined;
  await world.db
    .transaction()
    .execute(async (tx) => {
      await damage(tx);
      const db = tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          readFrames.push(...(result.rows.filter((row) => 'received_at' in (row as object)) as object[]));
          return result;
        },
      });
      const telemetry = createTelemetry({ db, now: Date.now, mayStore: () => true, ...ends });
      await telemetry.start();
      last = telemetry.lastData(idDev);
      await telemetry.stop();
      throw rollback;
    })
    .catch((error) => expect(error).toBe(rollback));
  return { last, readFrames };
}

it('a device that never spoke has no values, which is neither 0 nor Off', async () => {
  const user = await world.user();
  const { idDev } = await world.enrol(user.id);
  expect((await user.get('/actual-data/all-last-data')).body).toEqual([
    {
      device_id: idDev,
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
    device_id: device.idDev,
    ts,
    fc: 1,
    data: { pressure: 4.21 },
    older: {},
  });
  await board.leave();
});

it('R6.1 an unchanged answer is 304, a changed one is not', async () => {
  const { user, board } = await houseWithPump();
  await board.publishTele();
  const { headers } = await user.get('/actual-data/all-last-data');
  const etag = headers.get('etag') ?? '';
  expect((await user.get('/actual-data/all-last-data', { 'if-none-match': etag })).status).toBe(304);
  await board.publishTele({ d: { pressure: 3.5 } });
  expect((await user.get('/actual-data/all-last-data', { 'if-none-match': etag })).status).toBe(200);
  await board.leave();
});

describe('a frame that comes twice is stored once', () => {
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

it('a number too small for its column is stored as 0, and the frames beside it are stored too', async () => {
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

it('a board whose count starts over is heard', async () => {
  const { user, device, lastData } = await houseWithPump();
  const old = await device.connect({ boot: 90 });
  await old.publishStatus();
  await old.publishTele({ seq: 500, d: aReading({ pressure: 2 }) });
  await old.leave();
  const erased = await device.connect({ boot: 1 });
  await erased.publishStatus();
  await erased.publishTele({ seq: 1, d: aReading({ pressure: 3 }) });
  expect((await user.get('/api-requests/online-devices')).body).toEqual([device.idDev]);
  expect(await lastData()).toMatchObject({ data: { pressure: 3 } });
  await erased.leave();
});

it('a frame that was kept and sent later fills the gap and changes no newer value', async () => {
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

  it('has its frames placed by their arrival, and its clock noted, also after a restart', async () => {
    const { user, device, board, lastData } = await houseWithPump();
    const state = async () => (await user.get(`/devices/${device.idDev}/state`)).body as DeviceState;
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
    expect((await again.get(`/devices/${device.idDev}/state`)).body).toMatchObject({ clock: 'ahead' });
  });

  it('has later frames shown once its clock is right', async () => {
    const { board, lastData } = await houseWithPump();
    await board.publishTele({ seq: 1, ts: nowS() + DAY_S });
    const ts = nowS() - 5;
    await board.publishTele({ seq: 2, ts, d: { pressure: 2 } });
    const last = await lastData();
    expect(last).toMatchObject({ ts, data: { pressure: 2 }, frame: { boot: 1, seq: 2 } });
    expect(last).not.toHaveProperty('clock');
    await board.leave();
  });

  it('is trusted up to 5 minutes: a frame that comes twice, later, is stored once at its own time', async () => {
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

it('R4.4 a server clock that is set back does not freeze the values', async () => {
  const { board, lastData } = await houseWithPump();
  aheadS = 3600;
  await board.publishTele({ seq: 1, ts: nowS() + 3600 });
  aheadS = 0;
  await board.publishTele({ seq: 2, ts: nowS(), d: { pressure: 2 } });
  expect(await lastData()).toMatchObject({ data: { pressure: 2 } });
  await board.leave();
});

it('without the converter its values keep their own, older time', async () => {
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

it('R4.4 a board that restarts does not confirm what it has not measured since, nor does the server after its own', async () => {
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

describe('contract 2: what cannot be measured (`na`) is stored with the frame', () => {
  it('and tells apart from what is unchanged', async () => {
    const { device, board } = await houseWithPump();
    await board.publishTele({ seq: 1 });
    await board.publishTele({ seq: 2, d: { rssi: -62 }, na: ['pressure', 'on_off_state_r', 'rssi'] });
    await board.publishTele({ seq: 3, d: {}, na: [...READING_FIELDS] });
    const start = { deviceId: device.id, boot: -1, seq: -1, since: null };
    const stored = await listLaterFrames(world.db, [start], 10);
    expect(stored.map(({ frame }) => [frame.seq, frame.na])).toEqual([
      [1, undefined],
      [2, ['on_off_state_r', 'pressure', 'rssi']],
      [3, READING_FIELDS],
    ]);
    await board.leave();
  });

  it('and is known to a server that was killed before it kept the last values', async () => {
    const { device, board, lastData } = await houseWithPump();
    const ts = nowS() - 20;
    await board.publishTele({ seq: 1, ts, d: aReading({ pressure: 4 }) });
    await board.publishTele({ seq: 2, ts: ts + 5, d: { motor_current: 3 }, na: ['pressure'] });
    const live = await lastData();
    expect(live?.older).toEqual({ pressure: ts });
    await board.leave();
    const { last } = await restored(device.idDev, (db) => db.deleteFrom('last_data').execute());
    expect(last).toEqual(live);
  });
});

it('last values survive a restart of the server', async () => {
  const { user, board } = await houseWithPump();
  await board.publishTele({ d: aReading({ pressure: 3.33 }) });
  await board.leave();
  await world.restart();
  const again = world.browser();
  await again.login(user.email, user.password);
  expect((await again.get('/actual-data/all-last-data')).body).toMatchObject([{ data: { pressure: 3.33 } }]);
});

describe('R4.4 a start restores the last values', () => {
  it('without reading a frame after a clean stop', async () => {
    const { device, board, lastData } = await houseWithPump();
    await board.publishTele({ seq: 1, ts: nowS() - 1 });
    await board.publishTele({ seq: 2, ts: nowS(), d: { pressure: 2 } });
    const live = await lastData();
    await board.leave();
    await world.restart();
    expect(await restored(device.idDev, async () => {})).toEqual({ last: live, readFrames: [] });
  });

  it('from the later frames alone after a crash', async () => {
    const { device, board, lastData } = await houseWithPump();
    const ts = nowS();
    const keptAt = (seq: number) => () =>
      world.db
        .selectFrom('last_data')
        .where('device_id', '=', device.id)
        .where('seq', '=', seq)
        .selectAll()
        .executeTakeFirst();
    await board.publishTele({ seq: 1, ts: ts - 20 });
    const { last, ...kept } = await waitFor(keptAt(1));
    // A clock that was ahead is set right: the later frame has the earlier time.
    await board.publishTele({ seq: 2, ts: ts - 300, d: { pressure: 2 } });
    await board.publishTele({ seq: 3, ts, d: { motor_current: 3 } });
    const live = await lastData();
    await waitFor(keptAt(3));
    await board.leave();
    const crashed = await restored(device.idDev, (db) =>
      db
        .updateTable('last_data')
        .where('device_id', '=', device.id)
        .set({ ...kept, last: JSON.stringify(last) })
        .execute(),
    );
    expect(crashed.last).toEqual(live);
    expect(crashed.readFrames).toMatchObject([{ seq: 2 }, { seq: 3 }]);
  });

  it('of a new device with more frames than one query reads', async () => {
    const { device, board } = await houseWithPump();
    await board.publishTele({ seq: 1, ts: nowS() });
    await board.leave();
    const { last, readFrames } = await restored(device.idDev, async (db) => {
      await sql`insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival, pressure)
        select ${device.id}, now(), 1, n, now(), 1, false, n from generate_series(2, 5100) n`.execute(db);
      await db.deleteFrom('last_data').where('device_id', '=', device.id).execute();
    });
    expect(last).toMatchObject({
      frame: { boot: 1, seq: 5100 },
      data: { pressure: 5100, frequency_fc: 42.5 },
    });
    expect(readFrames).toHaveLength(5100);
  });
});

describe('R4.4 online', () => {
  it('birth makes a board online, its will offline, and a will of an earlier boot nothing', async () => {
    const { user, device, board } = await houseWithPump();
    const online = async () => (await user.get('/api-requests/online-devices')).body;
    expect(await online()).toEqual([]);
    await board.publishStatus({ boot: 2 });
    expect(await online()).toEqual([device.idDev]);
    await board.publishStatus({ online: 0, boot: 1 });
    expect(await online()).toEqual([device.idDev]);
    await board.drop();
    await waitFor(async () => ((await online()) as string[]).length === 0);
  });

  it('is for those who may operate the device', async () => {
    const { device, board } = await houseWithPump();
    await board.publishStatus();
    const [stranger, technician] = [await world.user(), await world.user({}, ['Technician'])];
    expect((await stranger.get('/api-requests/online-devices')).body).toEqual([]);
    expect((await technician.get('/api-requests/online-devices')).body).toContain(device.idDev);
    await board.leave();
  });
});

it('R7.2 a stranger sees no values even when he names the device, the three roles do', async () => {
  const { device, board } = await houseWithPump();
  await board.publishTele();
  const path = `/actual-data/all-last-data?device_id=${device.idDev}`;
  expect((await (await world.user()).get(path)).body).toEqual([]);
  for (const role of ['Technician', 'Seller', 'Super Seller'] as const)
    expect((await (await world.user({}, [role])).get(path)).body).toMatchObject([
      { device_id: device.idDev, data: { pressure: 3.9 } },
    ]);
  await board.leave();
});

it('many boards at once lose nothing', async () => {
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
