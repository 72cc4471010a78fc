import type { Activity } from '@manoboard/contract/activity/activity';
import { CfgDesired } from '@manoboard/contract/device/device-config';
import type { PumpCard, PumpCardVersion } from '@manoboard/contract/device/pump-card-state';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { configSum } from '@manoboard/domain/device-config/sum';
import { anInfo } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';

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

const path = ({ deviceId }: Device) => `/devices/${deviceId}/pump-card`;
const read = async (device: Device, user: User = owner) => (await user.get(path(device))).body as PumpCard;
const enter = (device: Device, version: number, values: unknown, user: User = technician) =>
  user.send('PUT', path(device), { version, values });
const sourceOf = ({ sources }: PumpCard, name: string) => sources.find((each) => each.name === name)?.source;

describe('the pump card of a device', () => {
  it('is empty at first: no value has a default, and rules wait for theirs', async () => {
    const card = await read(await world.enrol(owner.id));
    expect(card).toMatchObject({ version: 0, values: {}, sources: [], entered: {}, changed_at: null });
    expect(card.waiting).toContainEqual({ kind: 'dry_run', missing: ['motor_kw'] });
  });

  it('has the values that a technician entered, with source, author and time; their rule waits no more', async () => {
    const device = await world.enrol(owner.id);
    const page = await owner.stream();
    await page.next('snapshot');
    const { status } = await enter(device, 0, { motor_kw: 1.5, source: 'well', well_depth_m: 18 });
    expect(status).toBe(200);
    await page.next('config', ({ device_id }) => device_id === device.deviceId);
    const card = await read(device);
    expect(card).toMatchObject({ version: 1, values: { motor_kw: 1.5 }, changed_by: 'Ján Mlynár' });
    expect(card.sources).toContainEqual({ name: 'motor_kw', source: 'person', at: card.changed_at });
    expect(card.waiting.map(({ kind }) => kind)).not.toContain('dry_run');
    page.close();
  });

  it('prefers what the board reports, and keeps what was entered beside it', async () => {
    const device = await world.enrol(owner.id);
    await enter(device, 0, { motor_kw: 1.1, tank_l: 24 });
    const board = await device.connect();
    await board.publish('info', anInfo({ id_dev: device.deviceId, pump: { motor_kw: 1.5 } }));
    const card = await read(device);
    expect(card).toMatchObject({
      values: { motor_kw: 1.5, tank_l: 24 },
      entered: { motor_kw: 1.1, tank_l: 24 },
    });
    expect([sourceOf(card, 'motor_kw'), sourceOf(card, 'tank_l')]).toEqual(['board', 'person']);
    await board.publish('info', anInfo({ id_dev: device.deviceId }));
    expect((await read(device)).values).toEqual({ motor_kw: 1.1, tank_l: 24 });
    await board.publish('info', anInfo({ id_dev: device.deviceId, pump: { motor_kw: 2.2 } }));
    await read(device);
    const { items } = (await owner.get(`/devices/${device.deviceId}/activity?kind=config`)).body as Activity;
    const reported = items.flatMap((entry) =>
      entry.kind === 'config' && entry.change.by === null ? [entry.change] : [],
    );
    expect(reported.map(({ reason, fields }) => ({ reason, fields }))).toEqual([
      { reason: 'board', fields: [{ field: 'pump.motor_kw', old: null, new: 2.2 }] },
      { reason: 'board', fields: [{ field: 'pump.motor_kw', old: 1.5, new: null }] },
    ]);
    await board.leave();
  });

  it('R5.7b is versioned: the history and the timeline have old and new values', async () => {
    const device = await world.enrol(owner.id);
    await enter(device, 0, { motor_kw: 1.1, tank_l: 24 });
    await enter(device, 1, { motor_kw: 1.5 });
    await enter(device, 2, { motor_kw: 1.5 });
    const changes = [
      { field: 'pump.motor_kw', old: 1.1, new: 1.5 },
      { field: 'pump.tank_l', old: 24, new: null },
    ];
    const versions = (await owner.get(`${path(device)}/versions`)).body as PumpCardVersion[];
    expect(versions).toMatchObject([
      { version: 2, by: 'Ján Mlynár', fields: changes },
      { version: 1, fields: [{ old: null, new: 1.1 }, { new: 24 }] },
    ]);
    const { body } = await owner.get(`/devices/${device.deviceId}/activity`);
    expect(JSON.stringify(body)).toContain('"field":"pump.tank_l","old":24,"new":null');
  });

  it('refuses a version that is not the newest, values out of range and unknown names', async () => {
    const device = await world.enrol(owner.id);
    await enter(device, 0, { motor_kw: 1.1 });
    expect(await enter(device, 0, { motor_kw: 2 })).toMatchObject({
      status: 409,
      body: { detail: 'CONFIG_VERSION_STALE' },
    });
    for (const values of [{ motor_kw: 0 }, { motor_horses: 2 }, { hz_low: 50, hz_high: 40 }])
      expect((await enter(device, 1, values)).status, JSON.stringify(values)).toBe(422);
    expect((await read(device)).version).toBe(1);
  });

  it('R7.5 the owner is answered 403, a stranger 404', async () => {
    const device = await world.enrol(owner.id);
    expect((await enter(device, 0, { motor_kw: 1.1 }, owner)).status).toBe(403);
    expect((await enter(device, 0, { motor_kw: 1.1 }, await world.user())).status).toBe(404);
  });

  it('R5.10 is not changed by others while the device has a lock-out tag', async () => {
    const device = await world.enrol(owner.id);
    const other = await world.user({}, ['Technician']);
    await other.send('PUT', `/devices/${device.deviceId}/lock-out`, { reason: 'Výmena ventilu' });
    expect(await enter(device, 0, { motor_kw: 1.1 })).toMatchObject({
      status: 409,
      body: { detail: 'LOCKED_OUT' },
    });
  });
});

describe('the board gets the entered values that it does not know', () => {
  async function connectBoard(device: Device, cap: string[]) {
    const board = await device.connect();
    const received: CfgDesired[] = [];
    const desired = topicPath('cfg/desired', device.deviceId);
    board.client.on('message', (topic, payload) => {
      if (topic === desired) received.push(CfgDesired.parse(JSON.parse(payload.toString())));
    });
    await board.client.subscribeAsync(desired, { qos: 1 });
    await board.publish('info', anInfo({ id_dev: device.deviceId, cap, pump: { motor_kw: 1.5 } }));
    return { ...board, received };
  }

  it('in its configuration, which forms of the configuration keep', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device, ['pump']);
    await enter(device, 0, { motor_kw: 1.1, no_flow_w: 860, tank_l: 24 });
    const [first] = await waitFor(() => board.received.length === 1 && board.received);
    expect(first).toEqual({ v: 1, ver: 1, cfg: { pump: { no_flow_w: 860 } } });
    const config = { pressure: { min: 2, max: 6 } };
    await technician.send('PUT', `/devices/${device.deviceId}/config`, { version: 1, config });
    const cfg = { ...config, pump: { no_flow_w: 860 } };
    await waitFor(() => board.received.length === 2);
    expect(board.received[1]).toEqual({ v: 1, ver: 2, cfg });
    await board.publish('cfg/reported', {
      v: 1,
      ver: 2,
      st: 'applied',
      sum: configSum(cfg),
      ts: 1_700_000_000,
    });
    await enter(device, 1, { motor_kw: 1.1, no_flow_w: 860 });
    await enter(device, 2, { motor_kw: 1.1 });
    await waitFor(() => board.received.length === 3);
    expect(board.received[2]).toEqual({ v: 1, ver: 3, cfg: config });
    await board.leave();
  });

  it('not if it does not have the capability', async () => {
    const device = await world.enrol(owner.id);
    const board = await connectBoard(device, ['reg']);
    await enter(device, 0, { no_flow_w: 860 });
    expect((await owner.get(`/devices/${device.deviceId}/config`)).body).toMatchObject({ version: 0 });
    await board.leave();
  });
});
