import type { Role } from '@manoboard/contract/account/account';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPump, auditOf, commandsOf } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Row = [
  rule: string,
  path: string,
  body: object | undefined,
  wire: object,
  ack: Partial<Ack>,
  answer: object,
  roles?: Role[],
];

describe('every command is sent once, and done when the board has read it back', () => {
  it.each<Row>([
    [
      'R5.2 set-lock',
      'mqtt/{id}/set-lock',
      { what: 'lock', value: false },
      { op: 'set_lock', val: false },
      { d: { modbus: 0 } },
      { op: 'set_lock', value: false, old_value: true, reported_value: false },
    ],
    [
      'R5.5 required pressure',
      'mqtt/{id}/write',
      { what: 'Required pressure', value: 4.2 },
      { op: 'write', what: 'Required pressure', val: 4.2 },
      { d: { required_pressure: 4.2 } },
      { op: 'write', value: 4.2, old_value: 4, reported_value: 4.2, normalizer: 1 },
    ],
    [
      'R5.4 pressure control',
      'mqtt/{id}/pressure_control',
      { what: 'control', value: 1 },
      { op: 'pressure_control', val: 1 },
      { d: { pressure_control: 1 } },
      { op: 'pressure_control', value: 1, old_value: 0, reported_value: 1 },
    ],
    [
      'R6.5 reset answers with the new value',
      'devices/{id}/reset-fc-config',
      { config_value_name: 'electro_meter' },
      { op: 'reset', name: 'electro_meter' },
      { d: { electro_meter: 0 } },
      { data: 0 },
    ],
    [
      'R7.5 a register',
      'mqtt/{id}/write-register',
      { register: 2305, value: 400, expect: 380 },
      { op: 'reg_write', reg: 2305, val: 400, expect: 380 },
      { d: { reg: 2305, val: 400, old: 380 } },
      { op: 'reg_write', what: 'P09.01', register: 2305, value: 400, old_value: 380, reported_value: 400 },
      ['Technician'],
    ],
    ['restart', 'mqtt/{id}/restart', undefined, { op: 'restart' }, {}, { op: 'restart', value: null }],
  ])('%s', async (_rule, path, body, wire, ack, expected, roles) => {
    const { owner, device, board } = await aPump(world);
    const user = roles ? await world.user({ name: 'Ján', surname: 'Rybár' }, roles) : owner;
    const answer = user.send('POST', `/${path.replace('{id}', device.deviceId)}`, body);
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject(wire);
    await board.ack(cmd, { st: 'done', ...ack });
    expect(await answer).toMatchObject({ status: 200, body: expected });
    expect(board.commands).toHaveLength(1);
    const [created, ended] = await auditOf(world, device.deviceId);
    expect(created).toMatchObject({ event: 'asked', command: { id: cmd.id, status: 'created' } });
    expect(ended).toMatchObject({
      event: 'ended',
      command: { id: cmd.id, status: 'done', by: { user_id: user.id, role: roles?.[0] ?? 'owner' } },
    });
    for (const step of ['created_at', 'published_at', 'finished_at'])
      expect(ended?.command[step]).toBeGreaterThan(1_700_000_000);
    await board.leave();
  });
});

describe('a refused write is 4xx, logged and never sent', () => {
  it.each<[string, object, string, object, number, object, Record<string, string>?]>([
    [
      'R5.5 above the bound',
      {},
      'write',
      { value: 5.6 },
      422,
      { detail: 'OUT_OF_BOUNDS', bounds: { min: 3, max: 5.5 } },
    ],
    ['R5.5 below it', {}, 'write', { value: -1 }, 422, { detail: 'OUT_OF_BOUNDS' }],
    ['R5.5 between two steps', {}, 'write', { value: 4.25 }, 422, { detail: 'STEP_TOO_FINE' }],
    ['R5.4 local control', { pressure_control: 1 }, 'write', { value: 4 }, 409, { detail: 'LOCAL_CONTROL' }],
    [
      'the user has seen another value',
      {},
      'write',
      { value: 4 },
      409,
      { detail: 'VALUE_CHANGED', current: 4 },
      { 'expected-value': '5.000000' },
    ],
  ])('%s', async (_rule, reading, path, fields, status, body, headers = {}) => {
    const { owner, device, board } = await aPump(world, reading);
    const answer = await owner.post(
      `/mqtt/${device.deviceId}/${path}`,
      { what: 'Required pressure', ...fields },
      headers,
    );
    expect(answer).toMatchObject({ status, body });
    expect(board.commands).toEqual([]);
    const [row] = await commandsOf(world, device.id);
    expect(row).toMatchObject({ status: 'rejected', published_at: null, old_value: 4 });
    expect(await auditOf(world, device.deviceId)).toMatchObject([
      { event: 'refused', command: { id: row?.id, problem: row?.problem } },
    ]);
    await board.leave();
  });

  it('R7.5 a register write by the owner is 403 and logged', async () => {
    const { owner, device, board } = await aPump(world);
    const answer = await owner.post(`/mqtt/${device.deviceId}/write-register`, {
      register: 2305,
      value: 400,
    });
    expect(answer).toMatchObject({ status: 403, body: { detail: 'FORBIDDEN' } });
    expect(await auditOf(world, device.deviceId)).toMatchObject([
      { event: 'refused', command: { problem: 'FORBIDDEN', op: 'reg_write', by: { role: 'owner' } } },
    ]);
    expect(board.commands).toEqual([]);
    await board.leave();
  });

  it('a stranger is answered 404; the request is in the audit log, not in the owner’s list', async () => {
    const { owner, device, board } = await aPump(world);
    const stranger = await world.user();
    const foreign = await stranger.startStop(device.deviceId, true);
    expect(foreign.body).toEqual((await stranger.startStop('MNB-NOBODY', true)).body);
    expect(await auditOf(world, device.deviceId)).toMatchObject([
      { event: 'refused', command: { problem: 'DEVICE_NOT_FOUND', by: { user_id: stranger.id } } },
    ]);
    expect((await owner.get(`/devices/${device.deviceId}/activity`)).body).toMatchObject({
      items: [],
      total: 0,
    });
    expect(board.commands).toEqual([]);
    await board.leave();
  });

  it('R5.5 mode 10 is taken from the configuration that the board has applied', async () => {
    const { device, board } = await aPump(world, { required_pressure: 0.4 });
    const technician = await world.user({}, ['Technician']);
    const desired = { version: 0, config: { pressure: { normalizer: 10 } } };
    expect((await technician.send('PUT', `/devices/${device.deviceId}/config`, desired)).status).toBe(200);
    const write = (value: number) =>
      technician.post(`/mqtt/${device.deviceId}/write`, { what: 'Required pressure', value });
    const unknown = { status: 409, body: { detail: 'CONFIG_UNKNOWN' } };
    for (const value of [1.2, 4]) expect(await write(value), 'not yet applied').toMatchObject(unknown);
    await board.publish('cfg/reported', { v: 1, ver: 1, st: 'applied', ts: 1_800_000_000 });
    expect(await write(5.5), '55 bar').toMatchObject({ status: 422, body: { bounds: { min: 3, max: 20 } } });
    const answer = write(1.2);
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ val: 1.2 });
    await board.ack(cmd, { st: 'done', d: { required_pressure: 1.2 } });
    expect(await answer).toMatchObject({ status: 200, body: { normalizer: 10, old_value: 0.4 } });
    await board.leave();
  });
});

it('R5.1 the fleet list names the person who switched a stopped pump off, until the next start', async () => {
  const { owner, device, board } = await aPump(world, { on_off_state_r: 3 });
  const seller = await world.user({}, ['Seller']);
  const row = async () =>
    (await seller.get(`/devices/fleet/rows?device_id=${device.deviceId}`)).body as {
      state: string;
      switched_off: { by: string; at: number } | null;
    }[];
  expect(await row()).toMatchObject([{ state: 'stopped', switched_off: null }]);
  const stopped = owner.startStop(device.deviceId, false);
  await board.done(await board.nextCommand());
  expect((await stopped).status).toBe(200);
  const [off] = await row();
  expect(off?.switched_off).toMatchObject({ by: expect.stringMatching(/^\S+ \S+$/), at: expect.any(Number) });
  const started = owner.startStop(device.deviceId, true);
  await board.done(await board.nextCommand());
  expect((await started).status).toBe(200);
  expect(await row()).toMatchObject([{ switched_off: null }]);
  await board.leave();
});
