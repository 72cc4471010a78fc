import type { AlertPage } from '@manoboard/contract/alert/alert';
import type { FcDevice } from '@manoboard/contract/device/device';
import { anEvent, aReading } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const fc = (id: string) => ({ fc: { id, fc_type: 'GD10', ident: 269, unit: 1 } });

it('get-devices lists own and delegated devices, with the info of the board', async () => {
  const [owner, helper, stranger] = [
    await world.user(),
    await world.user({}, ['Technician']),
    await world.user(),
  ];
  const device = await world.enrol(owner.id);
  await world.db
    .insertInto('user_device')
    .values({ user_id: helper.id, device_id: device.id, access: 'delegate' })
    .execute();
  const board = await device.connect();
  await board.publishInfo({ version: '1.4.2' });
  const row = { id_dev: device.deviceId, version: '1.4.2', alias: null };
  expect((await owner.get('/users-devices/get-devices')).body).toEqual([{ ...row, access: 'owner' }]);
  expect((await helper.get('/users-devices/get-devices')).body).toEqual([{ ...row, access: 'delegate' }]);
  expect((await stranger.get('/users-devices/get-devices')).body).toEqual([]);
  await board.leave();
});

it('R7.2 get-all-fc-devices lists all devices to the three roles, own ones to others', async () => {
  const owner = await world.user();
  const [mine, other] = [await world.enrol(owner.id), await world.enrol()];
  for (const [device, id] of [
    [mine, 'FC-MINE'],
    [other, 'FC-OTHER'],
  ] as const) {
    const board = await device.connect();
    await board.publishInfo(fc(id));
    await board.leave();
  }
  const about = {
    fc_type: 'GD10',
    alias: null,
    version: '1.4.2',
    fault: null,
    stopped_by: null,
    water: { kind: 'unknown', tone: 'unknown', reason: 'offline' },
  };
  const mineRow = { ...about, id: 'FC-MINE', owner_dev_id: mine.deviceId, owner: null, pump: 'offline' };
  expect((await owner.get('/users-devices/get-all-fc-devices')).body).toEqual([mineRow]);
  for (const role of ['Technician', 'Seller', 'Super Seller'] as const) {
    const staff = await world.user({}, [role]);
    expect((await staff.get('/users-devices/get-all-fc-devices')).body).toEqual(
      expect.arrayContaining([
        { ...mineRow, owner: 'Eva Vodná' },
        { ...mineRow, id: 'FC-OTHER', owner_dev_id: other.deviceId },
      ]),
    );
  }
});

describe('R7.2 get-all-fc-devices shows staff the state of each pump', () => {
  const OFF = { on_off_state_r: 3, frequency_fc: 0 };
  const raised = { ts: Math.floor(Date.now() / 1000), st: 'raised', sev: 'alarm' } as const;
  it.each([
    ['a running pump', {}, [], { pump: 'running', fault: null, stopped_by: null }],
    [
      'a fault with its code',
      { on_off_state_r: 4, frequency_fc: 0, fault: 10 },
      [],
      { pump: 'fault', fault: 10, stopped_by: null },
    ],
    [
      'a stop by protection with its reason',
      OFF,
      [{ ...raised, id: '01JCPV5000', code: 'DRY_RUN' }],
      { pump: 'stopped', fault: null, stopped_by: 'DRY_RUN' },
    ],
    [
      'a cleared protection is not a reason',
      OFF,
      [
        { ...raised, id: '01JCPV5000', code: 'DRY_RUN' },
        { ...raised, id: '01JCPV5000', code: 'DRY_RUN', st: 'cleared' },
      ],
      { pump: 'stopped', fault: null, stopped_by: null },
    ],
    [
      'a warning is not a reason',
      OFF,
      [{ ...raised, id: '01JCPV5001', code: 'NO_FLOW', sev: 'warning' }],
      {
        pump: 'stopped',
        fault: null,
        stopped_by: null,
        alert: { sk: 'Čerpadlo beží bez prietoku', gb: expect.any(String) },
      },
    ],
  ] as const)('%s', async (_case, values, events, expected) => {
    const technician = await world.user({}, ['Technician']);
    const device = await world.enrol();
    const board = await device.connect();
    await board.publishStatus();
    await board.publishInfo(fc(`FC-PUMP${device.id}`));
    await board.publishTele({ ts: Math.floor(Date.now() / 1000), d: aReading(values) });
    for (const event of events) await board.publish('event', anEvent(event));
    const rows = (await technician.get('/users-devices/get-all-fc-devices')).body as FcDevice[];
    expect(rows.find(({ owner_dev_id }) => owner_dev_id === device.deviceId)).toMatchObject(expected);
    await board.leave();
  });
});

it('a board whose converter has the ID of another board is not mistaken for that board', async () => {
  const owner = await world.user();
  const [mine, liar] = [await world.enrol(owner.id), await world.enrol()];
  const board = await liar.connect();
  await board.publishInfo(fc(mine.deviceId));
  await board.leave();
  expect(await owner.startStop(mine.deviceId, true)).toMatchObject({
    status: 409,
    body: { detail: 'DEVICE_OFFLINE' },
  });
});

describe('R7.2 several boards that name one converter', () => {
  let technician: Awaited<ReturnType<World['user']>>;
  beforeAll(async () => {
    technician = await world.user({}, ['Technician']);
  });
  type Device = Awaited<ReturnType<World['enrol']>>;

  async function nameConverter(device: Device, fcId: string) {
    const board = await device.connect();
    await board.publishInfo(fc(fcId));
    await board.leave();
  }
  const resolved = async (fcId: string) =>
    ((await technician.get(`/devices/${fcId}/state`)).body as { id_dev: string }).id_dev;
  const conflictsOf = async (user: Pick<ReturnType<World['browser']>, 'get'>, { deviceId }: Device) =>
    ((await user.get(`/alerts?code=FC_ID_CONFLICT&device_id=${deviceId}`)).body as AlertPage).items;

  it('are all in the list of converters', async () => {
    const [first, second] = [await world.enrol(), await world.enrol()];
    for (const device of [first, second]) await nameConverter(device, 'FC-LISTED');
    const rows = (await technician.get('/users-devices/get-all-fc-devices')).body as FcDevice[];
    expect(rows.filter(({ id }) => id === 'FC-LISTED').map((row) => row.owner_dev_id)).toEqual([
      first.deviceId,
      second.deviceId,
    ]);
  });

  it.each<[string, string[], string]>([
    ['the board that was enrolled first, if it names it first', ['first FC-1', 'second FC-1'], 'first'],
    ['the board that was enrolled first, if it names it last', ['second FC-1', 'first FC-1'], 'first'],
    [
      'the board that was enrolled with it, not one that had another',
      ['first FC-0', 'first FC-1', 'second FC-1'],
      'second',
    ],
    [
      'the board that has named it longer, if both had another',
      ['first FC-0', 'second FC-2', 'second FC-1', 'first FC-1'],
      'second',
    ],
    [
      'the board that is left, after the other names another',
      ['first FC-1', 'second FC-1', 'first FC-0'],
      'second',
    ],
  ])('the converter ID resolves to %s', async (_case, steps, expected) => {
    const boards: Record<string, Device> = { first: await world.enrol(), second: await world.enrol() };
    const end = boards.first?.deviceId.slice(4);
    for (const step of steps) {
      const [label = '', fcId] = step.split(' ');
      await nameConverter(boards[label] as Device, `${fcId}${end}`);
    }
    expect(await resolved(`FC-1${end}`)).toBe(boards[expected]?.deviceId);
    expect((await technician.get(`/actual-data/all-last-data?device_id=FC-1${end}`)).body).toMatchObject([
      { device_id: boards[expected]?.deviceId },
    ]);
  });

  it('R7.4 raise one alert each, which names the other boards to staff only and is cleared with the conflict', async () => {
    const owner = await world.user();
    const [mine, other, third] = [await world.enrol(owner.id), await world.enrol(), await world.enrol()];
    await nameConverter(mine, 'FC-TWICE');
    expect(await conflictsOf(technician, mine)).toEqual([]);
    for (const device of [other, mine, other]) await nameConverter(device, 'FC-TWICE');

    const [alert, ...more] = await conflictsOf(technician, mine);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ severity: 'warning', resolved: false, cleared_timestamp: null });
    expect(alert?.description).toContain(other.deviceId);
    expect((await conflictsOf(technician, other)).map(({ description }) => description)).toEqual([
      expect.stringContaining(mine.deviceId),
    ]);
    const [shown] = await conflictsOf(owner, mine);
    expect(shown?.id).toBe(alert?.id);
    expect(JSON.stringify(shown)).not.toContain(other.deviceId);
    const inbox = JSON.stringify((await owner.get('/inbox')).body);
    expect(inbox).toContain('FC_ID_CONFLICT');
    expect(inbox).not.toContain(other.deviceId);

    await nameConverter(third, 'FC-TWICE');
    expect((await conflictsOf(technician, mine))[0]?.description).toContain(third.deviceId);
    await nameConverter(third, 'FC-ALONE');
    expect((await conflictsOf(technician, third))[0]?.cleared_timestamp).not.toBeNull();
    expect((await conflictsOf(technician, mine))[0]?.cleared_timestamp).toBeNull();
    await nameConverter(other, 'FC-ALONE2');
    for (const device of [mine, other]) {
      const items = await conflictsOf(technician, device);
      expect(items).toMatchObject([{ resolved: false }]);
      expect(items[0]?.cleared_timestamp).not.toBeNull();
    }
  });

  it('R7.4 that connect concurrently raise one alert each', async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, () => world.enrol()));
    await Promise.all(devices.map((device) => nameConverter(device, 'FC-CROWD')));
    for (const device of devices) expect(await conflictsOf(technician, device)).toHaveLength(1);
    await Promise.all(devices.map((device, i) => nameConverter(device, `FC-CROWD${i}`)));
    for (const device of devices)
      expect((await conflictsOf(technician, device))[0]?.cleared_timestamp).not.toBeNull();
  });
});

it('Wi-Fi values that a board does not report are stored as unknown, also after known ones', async () => {
  const device = await world.enrol();
  const board = await device.connect();
  const stored = () =>
    world.db
      .selectFrom('device')
      .where('id', '=', device.id)
      .select(['wifi_rssi', 'is_wifi_secured'])
      .executeTakeFirst();
  await board.publishInfo({ wifi: { rssi: -61, secured: 1 } });
  expect(await stored()).toEqual({ wifi_rssi: -61, is_wifi_secured: true });
  await board.publishInfo({ wifi: { rssi: -70 } });
  expect(await stored()).toEqual({ wifi_rssi: -70, is_wifi_secured: null });
  await board.leave();
});
