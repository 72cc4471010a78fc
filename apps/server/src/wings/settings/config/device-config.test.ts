import { CfgDesired, type CfgReported, type DeviceConfig } from '@manoboard/contract/device/device-config';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { configSum } from '@manoboard/domain/device-config/sum';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';
import { type Bus, createMemoryBus } from '../../../bus/bus.ts';
import { createDeviceConfig } from './device-config.service.ts';

type User = Awaited<ReturnType<World['user']>>;
type Device = Awaited<ReturnType<World['enrol']>>;

let world: World;
let owner: User;
let technician: User;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.user();
  technician = await world.user({ name: 'Ján', surname: 'Mlynár' }, ['Technician']);
});
afterAll(() => world.stop());

const wide = { pressure: { min: 2, max: 8, normalizer: 1 } } satisfies DeviceConfig;
const narrow = { pressure: { min: 3, max: 4 } } satisfies DeviceConfig;

/** A connected board that records received configurations and reports on demand. */
async function connectBoard(device: Device) {
  const board = await device.connect();
  const received: CfgDesired[] = [];
  const path = topicPath('cfg/desired', device.deviceId);
  board.client.on('message', (topic, payload) => {
    if (topic === path) received.push(CfgDesired.parse(JSON.parse(payload.toString())));
  });
  await board.client.subscribeAsync(path, { qos: 1 });
  const report = (ver: number, change: Partial<CfgReported> = {}) =>
    board.publish('cfg/reported', { v: 1, ver, st: 'applied', ts: 1_700_000_000, ...change });
  const waitForVersion = (ver: number) =>
    waitFor(() => received.find((desired) => desired.ver === ver), { what: `version ${ver}` });
  return { ...board, received, waitForVersion, report };
}

const read = async (device: Device, user: User = owner) =>
  (await user.get(`/devices/${device.deviceId}/config`)).body as ConfigState;
const requestConfig = (device: Device, version: unknown, config: unknown, user: User = technician) =>
  user.send('PUT', `/devices/${device.deviceId}/config`, { version, config });
const historyOf = async ({ id }: Device) =>
  (
    await world.db
      .selectFrom('device_config')
      .where('device_id', '=', id)
      .select(['version', 'answer'])
      .orderBy('version')
      .execute()
  ).map(({ version, answer }) => [version, answer]);

describe('R4.11 a requested configuration is sent, and applied when the board reports it', () => {
  it('there is none before the first request', async () => {
    expect(await read(await world.enrol(owner.id))).toEqual({
      version: 0,
      desired: {},
      changed_at: null,
      changed_by: null,
      state: 'none',
      reported: null,
      applied: null,
    });
  });

  it('it is pending until the board reports its version, then applied; open pages get both events', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    const page = await owner.stream();
    await page.next('snapshot');
    const { status, body } = await requestConfig(device, 0, wide);
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 1, desired: wide, state: 'pending', changed_by: 'Ján Mlynár' });
    expect(await board.waitForVersion(1)).toEqual({ v: 1, ver: 1, cfg: wide });
    await page.next('config', ({ device_id }) => device_id === device.deviceId);

    await board.report(1);
    const applied = { version: 1, config: wide, ts: 1_700_000_000 };
    expect(await read(device)).toMatchObject({ state: 'applied', reported: { ver: 1 }, applied });
    await waitFor(() => page.events.filter(({ event }) => event === 'config').length === 2);
    await board.report(1);
    expect(await historyOf(device)).toEqual([[1, 'applied']]);
    expect(page.events.filter(({ event }) => event === 'config')).toHaveLength(2);
    page.close();
    await board.leave();
  });

  it('a rejection shows reason and field, and the previous one stays in force', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await board.report(1);
    await requestConfig(device, 1, narrow);
    await board.report(2, { st: 'rejected', reason: 'above_sensor', at: 'pressure.max' });
    expect(await read(device)).toMatchObject({
      version: 2,
      desired: narrow,
      state: 'rejected',
      reported: { ver: 2, st: 'rejected', reason: 'above_sensor', at: 'pressure.max' },
      applied: { version: 1, config: wide },
    });
    await board.leave();
  });

  it('a report of the previous version leaves the newest pending', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await requestConfig(device, 1, narrow);
    await board.report(1);
    expect(await read(device)).toMatchObject({ version: 2, state: 'pending', applied: { version: 1 } });
    await board.leave();
  });
});

describe('R4.11 a change of an unseen version is refused', () => {
  it('a version that is not the newest is refused, and nothing is sent', async () => {
    const device = await world.enrol(owner.id);
    await requestConfig(device, 0, wide);
    for (const version of [0, 2]) {
      const { status, body } = await requestConfig(device, version, narrow);
      expect([status, body]).toEqual([409, { detail: 'CONFIG_VERSION_STALE' }]);
    }
    expect(await read(device)).toMatchObject({ version: 1, desired: wide });
  });

  it('of twenty concurrent requests one succeeds', async () => {
    const device = await world.enrol(owner.id);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => requestConfig(device, 0, { tele_s: i + 1 })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await historyOf(device)).toEqual([[1, null]]);
  });
});

describe('a board that another server configured', () => {
  it('and that ignored a version older than its own gets it again under a later one', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await board.waitForVersion(1);
    await board.report(41);
    expect(await board.waitForVersion(42)).toEqual({ v: 1, ver: 42, cfg: wide });
    expect(await read(device)).toMatchObject({ version: 42, state: 'pending', applied: null });
    await board.report(42);
    expect(await read(device)).toMatchObject({ version: 42, state: 'applied', applied: { config: wide } });
    await board.leave();
  });

  it('after ours is foreign: nothing is overwritten, and the next request gets a later version', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await board.report(1);
    await board.report(7);
    expect(await read(device)).toMatchObject({ version: 1, state: 'foreign', applied: null });
    expect((await requestConfig(device, 1, narrow)).body).toMatchObject({ version: 8, state: 'pending' });
    expect((await board.waitForVersion(8)).cfg).toEqual(narrow);
    expect(await historyOf(device)).toEqual([
      [1, 'applied'],
      [8, null],
    ]);
    await board.leave();
  });

  it('with another config under the same version gets ours again under a later one', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await board.waitForVersion(1);
    await board.report(1, { sum: configSum(narrow) });
    expect(await board.waitForVersion(2)).toEqual({ v: 1, ver: 2, cfg: wide });
    expect(await read(device)).toMatchObject({ version: 2, state: 'pending', applied: null });
    await board.report(2, { sum: configSum(wide) });
    expect(await read(device)).toMatchObject({ version: 2, state: 'applied', applied: { config: wide } });
    await board.leave();
  });

  it('with another config under an applied version is foreign', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await board.report(1, { sum: configSum(wide) });
    await board.report(1, { sum: configSum(narrow), ts: 1_700_000_100 });
    expect(await read(device)).toMatchObject({ version: 1, state: 'foreign', applied: null });
    await board.leave();
  });

  it('with the highest possible version accepts requests, and stays foreign', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await board.report(2 ** 31 - 1);
    expect((await requestConfig(device, 0, wide)).body).toMatchObject({ version: 1, state: 'foreign' });
    await board.leave();
  });
});

it('R5.7 the audit log has requested and refused configurations with their users, and the report of the board', async () => {
  const device = await world.enrol(owner.id);
  const board = await connectBoard(device);
  await requestConfig(device, 0, wide, owner);
  await requestConfig(device, 0, wide);
  await requestConfig(device, 0, narrow);
  await board.report(1);
  const rows = await world.db.selectFrom('audit').select('entry').orderBy('seq').execute();
  const entries = rows
    .map(({ entry }) => JSON.parse(entry))
    .filter(({ config, change }) => (config?.device ?? change?.device_id) === device.deviceId);
  const fields = [
    { field: 'pressure.max', old: null, new: 8 },
    { field: 'pressure.min', old: null, new: 2 },
    { field: 'pressure.normalizer', old: null, new: 1 },
  ];
  expect(entries).toMatchObject([
    { event: 'refused', config: { code: 'FORBIDDEN', user: owner.id, wanted: { config: wide } } },
    { event: 'asked', change: { kind: 'config', by: { user_id: technician.id }, fields } },
    { event: 'refused', config: { code: 'CONFIG_VERSION_STALE', user: technician.id } },
    { event: 'ended', change: { kind: 'config', status: 'done' } },
  ]);
  await board.leave();
});

describe('R4.11 an invalid configuration never reaches the board', () => {
  it.each([
    ['min above max', { pressure: { min: 5, max: 3 } }, ['pressure', 'min']],
    ['a bound above the sensor range', { pressure: { min: 3, max: 12 } }, ['pressure', 'max']],
    ['an unknown key', { colour: 'red' }, []],
    ['an unknown nested key', { pressure: { min: 3, max: 4, mode: 1 } }, ['pressure']],
    ['an unknown key of an input', { AnalogInput2: { enabled: 0, offset: 1 } }, ['AnalogInput2']],
    [
      'R4.9 a voltage without a span',
      { AnalogInput3: { enabled: 1, minRefVoltage: 1, maxRefVoltage: 1 } },
      ['AnalogInput3', 'minRefVoltage'],
    ],
    ['a number as text', { tele_s: '5' }, ['tele_s']],
  ])('%s', async (_case, config, loc) => {
    const device = await world.enrol(owner.id);
    const { status, body } = await requestConfig(device, 0, config);
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'config', ...loc] }] });
    expect(await historyOf(device)).toEqual([]);
  });

  it('one of more than a kilobyte on the wire is refused', async () => {
    const device = await world.enrol(owner.id);
    const long = 0.12345678901234568;
    const voltages = { minRefVoltage: long, maxRefVoltage: -long };
    const input = (letter: string) => ({
      enabled: 1,
      normalizer: long,
      min: -long,
      max: long,
      ...voltages,
      alias: letter.repeat(64),
      unit: letter.repeat(16),
    });
    const config = (letter: string) => ({
      pressure: { min: long, max: 1 + long, sensor_max: 2 + long },
      AnalogInput2: input(letter),
      AnalogInput3: input(letter),
    });
    const { status, body } = await requestConfig(device, 0, config('水'));
    expect([status, body]).toEqual([422, { detail: 'CONFIG_TOO_LARGE' }]);
    expect((await requestConfig(device, 0, config('a'))).status).toBe(200);
  });

  it('R7.5 the owner is answered 403, a stranger 404', async () => {
    const device = await world.enrol(owner.id);
    expect((await requestConfig(device, 0, wide, owner)).status).toBe(403);
    expect((await requestConfig(device, 0, wide, await world.user())).status).toBe(404);
  });
});

describe('after missed events', () => {
  /** `during` is called in the middle of each read of all configurations in force. */
  function aService({ deviceId }: Device, during: (bus: Bus) => void | Promise<void> = () => {}) {
    const bus = createMemoryBus();
    const inForce: unknown[] = [];
    bus.subscribe('configInForce', (event) => {
      if (event.deviceId === deviceId) inForce.push(event.config);
    });
    const db = world.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await during(bus);
        return result;
      },
    });
    const config = createDeviceConfig({ db, bus } as unknown as Parameters<typeof createDeviceConfig>[0]);
    return { receiveMissed: config.receiveMissed, inForce };
  }
  async function readAll(device: Device, during?: (bus: Bus) => void) {
    const { receiveMissed, inForce } = aService(device, during);
    await receiveMissed();
    return inForce;
  }

  it('a newer report is not replaced by the list that was read before it', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await board.report(1);
    expect(await readAll(device)).toEqual([wide]);
    const { deviceId } = device;
    const report = (bus: Bus) => bus.deliver('configInForce', { deviceId, config: narrow });
    expect(await readAll(device, report)).toEqual([narrow]);
    await board.leave();
  });

  it('what is missed again while they are read is read afterwards', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await board.report(1);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    let reads = 0;
    const { receiveMissed, inForce } = aService(device, () => {
      reads++;
      return reads === 1 ? isReleased : undefined;
    });
    const first = receiveMissed();
    await waitFor(() => reads === 1);
    await requestConfig(device, 1, narrow);
    await board.report(2);
    const second = receiveMissed();
    release();
    await Promise.all([first, second]);
    expect(inForce).toEqual([wide, narrow]);
    await board.leave();
  });

  it('a board that another server configured meanwhile has no known configuration', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device);
    await requestConfig(device, 0, wide);
    await board.report(1);
    await board.report(7);
    expect(await readAll(device)).toEqual([undefined]);
    await board.leave();
  });
});

// Runs last: a restart moves the server to another port.
describe('a board that was offline', () => {
  it('receives the desired configuration at its birth, also after a restart of the server', async () => {
    const device = await world.enrol(owner.id);
    await requestConfig(device, 0, wide);
    await world.restart();
    const board = await connectBoard(device);
    expect(board.received).toEqual([]);
    await board.publishStatus();
    expect(await board.waitForVersion(1)).toEqual({ v: 1, ver: 1, cfg: wide });
    await board.leave();
  });
});
