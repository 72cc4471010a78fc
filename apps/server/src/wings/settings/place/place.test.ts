import type { Alert } from '@manoboard/contract/alert/alert';
import type { WorkDevices } from '@manoboard/contract/alert/work';
import type { Device } from '@manoboard/contract/device/device';
import type { DevicePlace, NewPlace } from '@manoboard/contract/device/place';
import type { FleetPage } from '@manoboard/contract/fleet/fleet';
import { NO_PLACE } from '@manoboard/domain/pump/place';
import { anInfo } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';

type User = Awaited<ReturnType<World['user']>>;
type Enrolled = Awaited<ReturnType<World['enrol']>>;

let world: World;
let owner: User;
let technician: User;
beforeAll(async () => {
  world = await startWorld({ env: { MAP_URL: 'https://maps.example/?q={q}' } });
  owner = await world.user({ name: 'Eva', surname: 'Malá' });
  await owner.send('PATCH', '/users/me', {
    name: 'Eva',
    surname: 'Malá',
    phone_number: null,
    address: 'Hlavná 1, Senec',
  });
  technician = await world.user({ name: 'Ján', surname: 'Mlynár' }, ['Technician']);
});
afterAll(() => world.stop());

const COTTAGE: NewPlace = {
  name: 'Chata',
  address: 'Lesná 14, Donovaly',
  lat: 48.8771,
  lon: 19.2235,
  key_at: 'sused Ján',
};
const path = ({ deviceId }: Enrolled) => `/devices/${deviceId}/place`;
const read = async (device: Enrolled, user: User = owner) =>
  (await user.get(path(device))).body as DevicePlace;
const enter = (device: Enrolled, place: unknown, user: User = owner) => user.send('PUT', path(device), place);
const listed = async (user: User, { deviceId }: Enrolled) =>
  ((await user.get('/users-devices/get-devices')).body as Device[]).find(({ id_dev }) => id_dev === deviceId);

/** A device of the fleet list, with a converter. */
async function aFleetDevice() {
  const device = await world.enrol(owner.id);
  const board = await device.connect();
  await board.publish('info', anInfo({ id_dev: device.deviceId }));
  const inFleet = async (search: string) => {
    const { body } = await technician.get(`/devices/fleet?q=${encodeURIComponent(search)}`);
    return (body as FleetPage).items.find(({ id_dev }) => id_dev === device.deviceId);
  };
  await waitFor(() => inFleet(device.deviceId));
  return { device, board, inFleet };
}

describe('R4.17 the place of a pump', () => {
  it('is unknown at first: the address of the owner is only proposed', async () => {
    const device = await world.enrol(owner.id);
    expect(await read(device)).toEqual({
      place: null,
      proposed_address: 'Hlavná 1, Senec',
      can_set: true,
    });
    expect(await listed(owner, device)).not.toHaveProperty('place');
  });

  it('is shown to whoever sees the device, in the list and on the next read; open pages get an event', async () => {
    const device = await world.enrol(owner.id);
    const page = await owner.stream();
    await page.next('snapshot');
    const { status, body } = await enter(device, { ...COTTAGE, name: ' Chata ' });
    expect([status, body]).toEqual([200, expect.objectContaining({ place: COTTAGE })]);
    await page.next('devices');
    expect((await listed(owner, device))?.place).toEqual(COTTAGE);
    expect((await read(device, technician)).place).toEqual(COTTAGE);
  });

  it('is unknown again when every field is emptied', async () => {
    const device = await world.enrol(owner.id);
    await enter(device, COTTAGE);
    await enter(device, { ...NO_PLACE, name: ' ', key_at: '' });
    expect((await read(device)).place).toBeNull();
  });

  it.each([
    ['half a pin', { ...NO_PLACE, lat: 48 }],
    ['a latitude over 90', { ...NO_PLACE, lat: 91, lon: 19 }],
    ['a pin as text', { ...NO_PLACE, lat: '48', lon: '19' }],
    ['an address of two lines', { ...NO_PLACE, address: 'Lesná 1\nZvolen' }],
    ['a name that reverses the text after it', { ...NO_PLACE, name: '\u202eatahC' }],
    ['an unknown field', { ...NO_PLACE, zip: '97401' }],
    ['a missing field', { name: 'Chata' }],
  ])('refuses %s', async (_case, place) => {
    expect((await enter(await world.enrol(owner.id), place)).status).toBe(422);
  });

  it('is set by the owner, a delegate and a technician; a seller only reads, a stranger is answered 404', async () => {
    const device = await world.enrol(owner.id);
    const delegate = await world.user({}, ['Technician']);
    const seller = await world.user({}, ['Seller']);
    await owner.post(`/users-devices/${device.deviceId}/delegations`, { email: delegate.email });
    for (const user of [owner, delegate, technician])
      expect((await enter(device, { ...COTTAGE, key_at: user.email }, user)).status).toBe(200);
    expect((await enter(device, COTTAGE, seller)).status).toBe(403);
    expect(await read(device, seller)).toMatchObject({ proposed_address: null, can_set: false });
    expect((await enter(device, COTTAGE, await world.user())).status).toBe(404);
  });

  it('R5.7b changes are in the activity of the device with old and new values, once', async () => {
    const device = await world.enrol(owner.id);
    await enter(device, { ...NO_PLACE, address: 'Lesná 1' });
    await enter(device, { ...NO_PLACE, address: 'Lesná 14' });
    await enter(device, { ...NO_PLACE, address: 'Lesná 14' });
    const { body } = await owner.get(`/devices/${device.deviceId}/activity`);
    const text = JSON.stringify(body);
    expect(text).toContain('{"field":"place.address","old":"Lesná 1","new":"Lesná 14"}');
    expect(text.match(/place\.address/g)).toHaveLength(2);
  });

  it('stands in the fleet, its search and its CSV in the place of the owner’s address', async () => {
    const { device, board, inFleet } = await aFleetDevice();
    expect(await inFleet(device.deviceId)).toMatchObject({ address: 'Hlavná 1, Senec', place: null });
    await enter(device, COTTAGE);
    expect(await inFleet('donovaly')).toMatchObject({
      address: 'Chata, Lesná 14, Donovaly',
      place: COTTAGE,
    });
    const csv = (await technician.get(`/devices/fleet.csv?q=${device.deviceId}`)).body;
    expect(csv).toContain('Lesná 14, Donovaly');
    expect(csv).not.toContain('Hlavná 1');
    await board.leave();
  });

  it('stands in the work list and in alerts, where the owner’s address no longer finds the device', async () => {
    const { device, board } = await aFleetDevice();
    await enter(device, { ...NO_PLACE, lat: 48.5, lon: 19.1 });
    await world.db
      .insertInto('alert')
      .values({
        device_id: device.id,
        kind: 'dry_run',
        code: 'DRY_RUN',
        severity: 'alarm',
        raised_at: new Date(),
      })
      .execute();
    const alertsOf = async (search: string) =>
      ((await technician.get(`/alerts?search=${encodeURIComponent(search)}`)).body as { items: Alert[] })
        .items;
    const [alert] = await alertsOf(device.deviceId);
    expect(alert).toMatchObject({ address: null, place: { lat: 48.5 } });
    expect((await alertsOf('Hlavná')).map(({ id_dev }) => id_dev)).not.toContain(device.deviceId);
    await enter(device, COTTAGE);
    expect((await alertsOf('Donovaly')).map(({ id_dev }) => id_dev)).toContain(device.deviceId);
    await board.leave();
    const work = await waitFor(async () => {
      const { body } = await technician.get('/work/devices');
      return (body as WorkDevices).items.find(({ id_dev }) => id_dev === device.deviceId);
    });
    expect(work).toMatchObject({ address: 'Chata, Lesná 14, Donovaly', place: COTTAGE });
  });
});

describe('R4.3c the place in the next tenure', () => {
  it('keeps address and pin after a transfer, without the words of the former owner', async () => {
    const device = await world.enrol(owner.id);
    const next = await world.user();
    await enter(device, COTTAGE);
    await owner.post(`/users-devices/${device.deviceId}/transfer`, { email: next.email });
    expect((await read(device, next)).place).toEqual({ ...COTTAGE, name: null, key_at: null });
    const { body } = await next.get(`/devices/${device.deviceId}/activity`);
    expect(JSON.stringify(body)).not.toContain('sused');
  });

  it('is unknown after the device was given up', async () => {
    const device = await world.enrol(owner.id);
    await enter(device, COTTAGE);
    await owner.send('DELETE', `/users-devices/${device.deviceId}`);
    expect((await read(device, technician)).place).toBeNull();
  });
});

it('R4.17 the page names the map of the operator', async () => {
  const page = await fetch(world.server.url);
  expect(await page.text()).toContain('"map_url":"https://maps.example/?q={q}"');
});
