import type { WallLitres } from '@manoboard/contract/device/wall.calls';
import type { History, HistoryStored } from '@manoboard/contract/history/history';
import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { createMetrics } from '../../base/metrics.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { createFrameWriter } from './store/frame-writer.ts';

/** An hour that is closed, with the next one after it. */
const NOW_S = Math.floor(Date.now() / 1000);
const START_S = Math.floor(NOW_S / HOUR_S) * HOUR_S - 30 * HOUR_S;

let world: World;
let seq = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function house() {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const path = (query: Record<string, string | number> = {}, file = '') =>
    `/devices/${device.deviceId}/history${file}?${new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
    )}`;
  const read = async (query: Record<string, string | number>) =>
    (await owner.get(path(query))).body as History;
  return { owner, device, path, read };
}

/** Stores full frames, every 30 s unless their times are given. */
async function store(deviceKey: DeviceKey, atS: readonly number[], pressure = 4) {
  const writer = createFrameWriter(world.db, createMetrics());
  await Promise.all(
    atS.map((ts) =>
      writer.write({
        deviceKey,
        tsMs: ts * 1000,
        receivedAtMs: ts * 1000,
        isPlacedByArrival: false,
        frame: aTele({ ts, seq: ++seq, d: aReading({ pressure, electro_meter: 100 + seq / 100 }) }),
      }),
    ),
  );
}
const every30s = (fromS: number, count: number) => Array.from({ length: count }, (_, i) => fromS + i * 30);
const known = (values: readonly (number | null)[] = []) => values.filter((value) => value !== null);

describe('R4.13 a range of values', () => {
  it('a short range is read from frames, a day from minutes, a month from hours; a spike stays in each', async () => {
    const { device, read } = await house();
    await store(device.id, every30s(START_S, 240));
    await store(device.id, [START_S + 1801], 9);
    await world.server.runJob('history-rollups');
    for (const [rangeS, level] of [
      [HOUR_S, 'raw'],
      [DAY_S, 'minute'],
      [30 * DAY_S, 'hour'],
    ] as const) {
      const from = START_S + HOUR_S - rangeS;
      const history = await read({ from, to: START_S + HOUR_S, metrics: 'pressure' });
      expect(history.level).toBe(level);
      expect(Math.max(...known(history.series.pressure?.max))).toBe(9);
      expect(Math.min(...known(history.series.pressure?.min))).toBe(4);
      expect(history.series.pressure?.avg).toHaveLength(history.t.length);
    }
  });

  it('the end that is not rolled up yet is read from frames', async () => {
    const { device, read } = await house();
    await store(device.id, [NOW_S - 90, NOW_S - 60, NOW_S - 30], 3);
    const { level, series } = await read({ from: NOW_S - DAY_S, metrics: 'pressure' });
    expect(level).toBe('minute');
    expect(known(series.pressure?.last)).toContain(3);
  });

  it('time before the first frame of a device is not a time in which it was offline', async () => {
    const { device, read } = await house();
    await store(device.id, [...every30s(START_S, 20), ...every30s(START_S + 3 * HOUR_S, 60)]);
    await world.server.runJob('history-rollups');
    for (const [days, points] of [
      [2, 500],
      [30, 1000],
    ] as const) {
      const { series, since } = await read({ from: NOW_S - days * DAY_S, metrics: 'pressure', points });
      const reasons = series.pressure?.gaps.map(({ reason }) => reason);
      expect(reasons).toEqual(['no_data_yet', 'offline', 'offline']);
      expect(series.pressure?.gaps[0]?.to).toBeLessThanOrEqual(START_S);
      expect(since).toBe(START_S);
    }
    expect((await read({ from: START_S + 60, metrics: 'pressure' })).since).toBeNull();
  });

  it('a device without any frame has no data yet', async () => {
    const { read } = await house();
    const { series, t } = await read({ from: NOW_S - DAY_S, metrics: 'pressure' });
    expect(series.pressure?.gaps).toMatchObject([{ from: t[0], reason: 'no_data_yet' }]);
  });

  it('a pause of the board is a gap with its reason', async () => {
    const { device, read } = await house();
    await store(device.id, [...every30s(START_S, 20), ...every30s(START_S + 1800, 60)]);
    await world.server.runJob('history-rollups');
    const { series } = await read({ from: START_S, to: START_S + HOUR_S, points: 60, metrics: 'pressure' });
    expect(series.pressure?.gaps).toEqual([{ from: START_S + 660, to: START_S + 1800, reason: 'offline' }]);
  });
});

it('R8 times in ISO 8601 and a comma list of metrics are the same request as Unix seconds and repeated parameters', async () => {
  const { owner, device, path, read } = await house();
  await store(device.id, every30s(START_S, 10));
  const range = { from: START_S, to: START_S + HOUR_S };
  const repeated = await owner.get(`${path({ ...range, points: 60 })}&metrics=pressure&metrics=load`);
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const texts = { from: iso(range.from), to: iso(range.to), points: 60, metrics: 'pressure,load' };
  expect(await read(texts)).toEqual(repeated.body);
  const { body } = await owner.get(path({ from: 'yesterday', metrics: 'pressure,password' }));
  expect(body).toEqual({
    detail: [
      expect.objectContaining({ loc: ['query', 'from'], msg: 'unix_seconds_or_iso_8601_with_zone' }),
      expect.objectContaining({ loc: ['query', 'metrics', '1'], msg: 'unknown_metric' }),
    ],
  });
});

it('R4.13 the reads of two tabs are answered together; of 50 large graphs some wait and the others are told when to retry', async () => {
  const { owner, device, path } = await house();
  await store(device.id, every30s(START_S, 10));
  const graph = (points: number) => owner.get(path({ from: START_S - DAY_S, to: START_S, points }));
  const energy = `/devices/${device.deviceId}/energy?period=year&zone=Europe/Bratislava`;
  const page = () => [graph(600), graph(300), graph(500), owner.get(energy)];
  const statuses = async (answers: ReturnType<typeof graph>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);
  expect(await statuses([...page(), ...page()])).toEqual(Array(8).fill(200));
  const many = await Promise.all(Array.from({ length: 50 }, () => graph(5000)));
  const refused = many.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ status, headers }) => status === 429 && headers.get('retry-after') === '2')).toBe(
    true,
  );
});

describe('a bad request', () => {
  it('is refused with 422', async () => {
    const { owner, path } = await house();
    for (const [name, query] of [
      ['an inverted range', { from: START_S, to: START_S - 1 }],
      ['an empty range', { from: START_S, to: START_S }],
      ['a range of a century', { from: 0, to: 3_200_000_000 }],
      ['an unknown metric', { metrics: 'password_hash' }],
      ['an empty metric', { metrics: '' }],
      ['no points', { points: 0 }],
      ['half a point', { points: '0.5' }],
      ['a billion points', { points: 1_000_000_000 }],
      ['a time that is not a number', { from: 'yesterday' }],
      ['a negative time', { from: -1 }],
      ['an unknown parameter', { level: 'raw' }],
    ] as const)
      expect((await owner.get(path(query))).status, name).toBe(422);
    const many = Array.from({ length: 30 }, () => 'metrics=pressure').join('&');
    expect((await owner.get(`${path()}&${many}`)).status).toBe(422);
  });

  it('is bounded: one point, all metrics of all time, and the future', async () => {
    const { device, read } = await house();
    await store(device.id, every30s(START_S, 10));
    const { t } = await read({ from: START_S, to: START_S + HOUR_S, points: 1, metrics: 'pressure' });
    expect(t.length).toBeLessThanOrEqual(2);
    const all = await read({ from: 0, points: 5000 });
    expect(all.t.length).toBeLessThanOrEqual(5001);
    expect(all.t[0]).toBeGreaterThan(NOW_S - 3652 * DAY_S);
    expect((await read({ from: NOW_S + DAY_S })).t).toEqual([]);
  });
});

it('R4.13 a request without metrics gets the seven of the graphs, the load among them', async () => {
  const { device, read } = await house();
  await store(device.id, every30s(START_S, 10));
  await world.server.runJob('history-rollups');
  for (const rangeS of [HOUR_S, 2 * DAY_S, 60 * DAY_S]) {
    const { series } = await read({ from: START_S + HOUR_S - rangeS, to: START_S + HOUR_S });
    expect(Object.keys(series).sort()).toEqual([
      ...['frequency_fc', 'load', 'motor_current', 'motor_power'],
      ...['pressure', 'temperature_fc', 'temperature_mnb'],
    ]);
    const { motor_power, motor_rpm } = aReading();
    expect(known(series.load?.avg)[0]).toBeCloseTo((motor_power * 60_000) / (2 * Math.PI * motor_rpm), 2);
  }
});

/** A zone whose midnight was one to two hours ago. */
function zoneAfterMidnight(): string {
  const offset = ((37 - new Date(NOW_S * 1000).getUTCHours()) % 24) - 12;
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/** The first pump card with a curve. */
const enterCurve = (
  { id: user_id }: { id: number },
  { id: device_id }: Pick<Awaited<ReturnType<typeof house>>['device'], 'id'>,
  atS: number,
) => {
  const curve = [
    { lpm: 0, m: 60, w: 0 },
    { lpm: 100, m: 30, w: 100_000 },
  ];
  const values = JSON.stringify({ curve });
  const card = { device_id, version: 1, values, origins: '{}', user_id, created_at: new Date(atS * 1000) };
  return world.db.insertInto('pump_card').values(card).execute();
};

it('R9.2 the wall has the litres since midnight of its zone with their band, and none of a pump without a curve', async () => {
  const { owner, device } = await house();
  await store((await world.enrol(owner.id)).id, [NOW_S - 60]);
  await enterCurve(owner, device, NOW_S - 3 * HOUR_S);
  await store(device.id, every30s(NOW_S - 2 * HOUR_S, 240));
  const { motor_power, frequency_fc } = aReading();
  const lpm = motor_power / (frequency_fc / 50) ** 2;
  const zone = zoneAfterMidnight();
  const { body } = await owner.get(`/wall/litres?zone=${encodeURIComponent(zone)}`);
  const [found, ...others] = body as WallLitres[];
  const minutes = 60 + new Date(NOW_S * 1000).getUTCMinutes();
  expect(others).toEqual([]);
  expect(found?.device_id).toBe(device.deviceId);
  expect((found?.litres ?? 0) / (lpm * minutes)).toBeCloseTo(1, 0);
  expect(found?.error).toBeGreaterThan(0);
});

it('R4.13 the estimated flow with its error is in graphs and files from the first pump card with a curve on', async () => {
  const { owner, device, path, read } = await house();
  await enterCurve(owner, device, START_S + 60);
  const metrics = 'flow,flow_error';
  const query = { from: START_S, to: START_S + 120, metrics };
  await store(device.id, every30s(START_S, 4));
  const { motor_power, frequency_fc } = aReading();
  const s = frequency_fc / 50;
  const lpm = motor_power / s ** 2;
  const expected = { at: START_S + 60, lpm: expect.closeTo(lpm, 2) };
  const firstOf = ({ t, series }: History) => {
    const index = series.flow?.avg.findIndex((value) => value !== null) ?? -1;
    return { at: t[index], lpm: series.flow?.avg[index] };
  };
  const frames = await read(query);
  expect(firstOf(frames)).toEqual(expected);
  expect(known(frames.series.flow_error?.avg)[0]).toBeGreaterThan(0);
  expect(frames.series.flow?.gaps[0]).toMatchObject({ from: START_S, reason: 'not_estimated' });
  await world.server.runJob('history-rollups');
  const rolledUp = { ...query, to: START_S + 2 * DAY_S, points: 2 * 1440 };
  expect(firstOf(await read(rolledUp))).toEqual(expected);
  const file = (await owner.get(path({ ...query, decimal: 'point' }, '.csv'))).body as string;
  const [head, , , third] = file.split('\r\n');
  expect(head).toContain('Odhad prietoku [l/min],');
  expect(third).toContain(`,1,${Math.round(lpm * 1000) / 1000},`);
});

it('an unchanged range answers 304 to its ETag, a late frame changes it', async () => {
  const { owner, device, path } = await house();
  await store(device.id, every30s(START_S, 10));
  await world.server.runJob('history-rollups');
  const query = path({ from: START_S - DAY_S, to: START_S + HOUR_S, metrics: 'pressure' });
  const etag = (await owner.get(query)).headers.get('etag') ?? '';
  expect((await owner.get(query, { 'if-none-match': etag })).status).toBe(304);
  await store(device.id, [START_S + 5], 8);
  await world.server.runJob('history-rollups');
  expect((await owner.get(query, { 'if-none-match': etag })).status).toBe(200);
});

it('no range is stored by a browser, also one that no late frame can change', async () => {
  const { owner, path } = await house();
  for (const days of [0, 30, 32]) {
    const to = NOW_S - days * DAY_S;
    const { headers } = await owner.get(path({ from: to - DAY_S, to }));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeTruthy();
  }
});

it('R4.3c owners and delegates see nothing from before the tenure, in graphs and files; staff see everything', async () => {
  const { owner, device, path } = await house();
  const startS = START_S + 2 * HOUR_S;
  await store(device.id, every30s(START_S, 240), 7);
  await store(device.id, every30s(startS, 240), 4);
  await world.server.runJob('history-rollups');
  await world.db
    .updateTable('user_device')
    .set({ created_at: new Date(startS * 1000) } as never)
    .where('device_id', '=', device.id)
    .execute();
  const technician = await world.user({}, ['Technician']);
  // A delegation is older than the tenure when a transfer goes to a delegate.
  const delegate = await world.user();
  await world.db
    .insertInto('user_device')
    .values({ user_id: delegate.id, device_id: device.id, access: 'delegate', created_at: new Date(0) })
    .execute();
  const range = { from: START_S, to: START_S + 4 * HOUR_S, metrics: 'pressure' };
  for (const points of [10, 1000]) {
    const query = path({ ...range, points });
    for (const user of [owner, delegate]) {
      const { series } = (await user.get(query)).body as History;
      expect([...new Set(known(series.pressure?.max))]).toEqual([4]);
    }
    const all = (await technician.get(query)).body as History;
    expect(Math.max(...known(all.series.pressure?.max))).toBe(7);
  }
  for (const level of ['raw', 'minute', 'hour']) {
    const file = path({ ...range, level, decimal: 'point' }, '.csv');
    for (const user of [owner, delegate]) expect((await user.get(file)).body).not.toMatch(/,7\b/);
    expect((await technician.get(file)).body).toMatch(/,7\b/);
  }
});

it('R4.13 a graph that its owner has just read is refused to a user without the device', async () => {
  const { owner, device, path } = await house();
  const stranger = await world.user();
  await store(device.id, every30s(START_S, 10));
  await world.server.runJob('history-rollups');
  for (const from of [NOW_S - 2 * DAY_S, NOW_S - 60 * DAY_S]) {
    const query = path({ from, to: NOW_S, metrics: 'pressure' });
    expect((await owner.get(query)).status).toBe(200);
    expect((await stranger.get(query)).status).toBe(404);
  }
});

describe('files', () => {
  it('the CSV has every frame, in the decimal convention of the language', async () => {
    const { owner, device, path } = await house();
    await store(device.id, every30s(START_S, 150), 3.9);
    const query = { from: START_S, to: START_S + 2 * HOUR_S, metrics: 'pressure' };
    const comma = (await owner.get(path({ ...query, decimal: 'comma' }, '.csv'))).body as string;
    const utc = new Date(START_S * 1000).toISOString();
    expect(comma.split('\r\n').slice(0, 2)).toEqual([
      'Čas (UTC);Spojenie s meničom (1 = áno);Tlak [bar]',
      `${utc.slice(0, 19).replace('T', ' ')};1;3,9`,
    ]);
    expect(comma.trimEnd().split('\r\n')).toHaveLength(151);
    const point = (await owner.get(path({ ...query, decimal: 'point' }, '.csv'))).body as string;
    expect(point).toContain(',1,3.9\r\n');
  });

  it('R4.13 the CSV says in a column of its own from when values are stored, if more was requested', async () => {
    const { owner, device, path } = await house();
    const query = { to: START_S + 2 * HOUR_S, metrics: 'pressure', zone: 'Europe/Bratislava' };
    const file = async (from: number) =>
      ((await owner.get(path({ ...query, from }, '.csv'))).body as string).trimEnd().split('\r\n');
    const nothing = await file(START_S - DAY_S);
    expect(nothing[1]).toBe(';;;;Za žiadané obdobie nie sú uložené žiadne hodnoty.');
    await store(device.id, every30s(START_S, 3), 3.9);
    const [head, first, second] = await file(START_S - DAY_S);
    expect(head).toMatch(/;Poznámka$/);
    expect(first).toMatch(
      /;3,9;"Uložené hodnoty sú od .* \(Europe\/Bratislava\); žiadané obdobie sa začína .*"$/,
    );
    expect(second).toMatch(/;3,9$/);
    expect((await file(START_S)).join()).not.toContain('Poznámka');
  });

  it('R4.13 the stored span of each level begins with the first value, and names its retention', async () => {
    const { owner, device } = await house();
    const span = async () =>
      (await owner.get(`/devices/${device.deviceId}/history/stored`)).body as HistoryStored;
    expect((await span()).raw).toEqual({ from: null, days: 30 });
    await store(device.id, every30s(START_S, 3));
    const { raw, hour } = await span();
    expect(raw).toEqual({ from: START_S, days: 30 });
    expect([hour.from ?? 0, hour.days]).toEqual([Math.floor(START_S / DAY_S) * DAY_S, 3650]);
  });

  it('NDJSON has the minutes with their figures', async () => {
    const { owner, device, path } = await house();
    await store(device.id, every30s(START_S, 4), 3.9);
    await world.server.runJob('history-rollups');
    const query = { from: START_S, to: START_S + HOUR_S, metrics: 'pressure', level: 'minute' };
    const lines = ((await owner.get(path(query, '.ndjson'))).body as string).trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      t: START_S,
      frames: 2,
      pressure_min: 3.9,
      pressure_max: 3.9,
      pressure_avg: 3.9,
      pressure_last: 3.9,
    });
    expect(lines).toHaveLength(3);
  });
});
