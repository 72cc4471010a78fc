import type { Activity } from '@manoboard/contract/activity/activity';
import type { Alert, AlertPage } from '@manoboard/contract/alert/alert';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import type { Diagnostics } from '@manoboard/contract/device/diagnostics';
import { anEvent } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFirmwareWorld } from '../../../test/firmware-world.ts';
import { aPump } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';

type User = Awaited<ReturnType<World['user']>>;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const nowS = () => Math.floor(Date.now() / 1000);
const FORMER = /Eva|Vodná|Ján|Mlynár|Dom Vodných|tajná/;

/** A pump with commands, configuration, alias and alerts of a former owner. */
async function aSoldPump() {
  const pump = await aPump(world);
  const { owner: former, device, board } = pump;
  const helper = await world.user({ name: 'Ján', surname: 'Mlynár' }, ['Technician']);
  const heir = await world.user({ name: 'Nový', surname: 'Majiteľ' });
  const { deviceId } = device;
  await former.send('PATCH', `/users-devices/${deviceId}`, { alias: 'Dom Vodných' });
  await former.post(`/users-devices/${deviceId}/delegations`, { email: helper.email });
  await helper.send('PUT', `/devices/${deviceId}/config`, { version: 0, config: { tele_s: 5 } });
  await former.post(`/mqtt/${deviceId}/write`, { what: 'Required pressure', value: 9 });
  const over = anEvent({ id: '01HV3B5Z8Q2M4N6P0001', ts: nowS() - 60 });
  await board.publish('event', over);
  await board.publish('event', { ...over, st: 'cleared', ts: nowS() - 50 });
  await board.publish('event', anEvent({ id: '01HV3B5Z8Q2M4N6P0002', ts: nowS() - 40, code: 'NO_FLOW' }));
  for (const { id } of await alertsOf(helper, deviceId))
    await helper.send('PATCH', `/alerts/${id}`, { notes: 'tajná poznámka' });
  const [lasting] = await alertsOf(former, deviceId);
  await former.post(`/alerts/${lasting?.id}/resolve`, undefined);
  await former.post(`/users-devices/${deviceId}/transfer`, { email: heir.email });
  return { ...pump, former, helper, heir, deviceId };
}
const alertsOf = async (reader: User, deviceId: string, query = ''): Promise<Alert[]> =>
  ((await reader.get(`/alerts?device_id=${deviceId}${query}`)).body as AlertPage).items;
const activityOf = async (reader: User, deviceId: string) =>
  (await reader.get(`/devices/${deviceId}/activity`)).body as Activity;
const csvOf = async (reader: User, deviceId: string) =>
  (
    await fetch(`${world.server.url}/api/devices/${deviceId}/activity.csv`, {
      headers: { cookie: reader.cookie ?? '' },
    })
  ).text();

describe('R4.3c a new owner', () => {
  it('sees timeline and CSV export from the transfer on, without former names', async () => {
    const { heir, deviceId, board } = await aSoldPump();
    const first = await activityOf(heir, deviceId);
    expect(first).toMatchObject({
      total: 1,
      counts: { command: 0, event: 0, config: 0, name: 0, access: 0, owner: 1 },
      items: [{ change: { action: 'transferred', by: null, person: { name: 'Nový Majiteľ' }, fields: [] } }],
    });
    await heir.send('PATCH', `/users-devices/${deviceId}`, { alias: 'Moja studňa' });
    await heir.post(`/mqtt/${deviceId}/write`, { what: 'Required pressure', value: 9 });
    const later = await activityOf(heir, deviceId);
    expect(later.items.map(({ kind }) => kind)).toEqual(['command', 'name', 'owner']);
    expect(JSON.stringify(later)).not.toMatch(FORMER);
    const csv = await csvOf(heir, deviceId);
    expect(csv.trim().split('\r\n')).toHaveLength(4);
    expect(csv).not.toMatch(FORMER);
    await board.leave();
  });

  it('sees an open alert without notes and names, may resolve but not annotate it', async () => {
    const { heir, deviceId, board } = await aSoldPump();
    const alerts = await alertsOf(heir, deviceId);
    expect(alerts).toMatchObject([{ code: 'NO_FLOW', notes: null, resolved: true, resolved_by: null }]);
    expect(await alertsOf(heir, deviceId, '&search=tajná')).toEqual([]);
    const id = alerts[0]?.id;
    const annotated = await heir.send('PATCH', `/alerts/${id}`, { notes: 'x' });
    expect(annotated).toMatchObject({ status: 403, body: { detail: 'FORBIDDEN' } });
    const resolved = await heir.post(`/alerts/${id}/resolve`, undefined);
    expect(resolved).toMatchObject({ status: 200, body: { notes: null, resolved_by: null } });
    await board.leave();
  });

  it('is answered 404 for an alert of the former tenure', async () => {
    const { helper, heir, deviceId, board } = await aSoldPump();
    const over = (await alertsOf(helper, deviceId)).find(({ code }) => code === 'DRY_RUN');
    const answer = await heir.post(`/alerts/${over?.id}/resolve`, undefined);
    expect(answer).toMatchObject({ status: 404, body: { detail: 'ALERT_NOT_FOUND' } });
    expect((await heir.get(`/alerts/${over?.id}`)).status).toBe(404);
    expect((await heir.get(`/alerts/${over?.id}/deliveries`)).status).toBe(404);
    await board.leave();
  });

  it('sees the configuration without its author, and events that are open or newer', async () => {
    const { heir, deviceId, board } = await aSoldPump();
    const config = (await heir.get(`/devices/${deviceId}/config`)).body as ConfigState;
    expect(config).toMatchObject({ version: 1, desired: { tele_s: 5 }, changed_by: null });
    const { events } = (await heir.get(`/devices/${deviceId}/diagnostics`)).body as Diagnostics;
    expect(events.map(({ code }) => code)).toEqual(['NO_FLOW']);
    await board.leave();
  });

  it('begins a new tenure with a device that they removed and added again', async () => {
    const { owner, device, board } = await aPump(world);
    await owner.send('PATCH', `/users-devices/${device.deviceId}`, { alias: 'Studňa' });
    await owner.send('DELETE', `/users-devices/${device.deviceId}`);
    await owner.post('/users-devices/add-device', { id_dev: device.deviceId });
    const { items } = await activityOf(owner, device.deviceId);
    expect(items).toMatchObject([{ change: { kind: 'owner', action: 'added', by: { user_id: owner.id } } }]);
    await board.leave();
  });
});

it('R4.3c staff see entries of all tenures, with all names', async () => {
  const { helper, former, deviceId, board } = await aSoldPump();
  const { items } = await activityOf(helper, deviceId);
  expect(items.map(({ kind }) => kind).sort()).toEqual(
    ['access', 'access', 'alert', 'command', 'config', 'event', 'event', 'name', 'owner'].sort(),
  );
  expect(items[0]).toMatchObject({ change: { by: { user_id: former.id, name: 'Eva Vodná' } } });
  const notes = (await alertsOf(helper, deviceId)).map((alert) => alert.notes);
  expect(notes).toEqual(['tajná poznámka', 'tajná poznámka']);
  await board.leave();
});

it('R4.3c a new owner does not see an update that ended before, nor the author of a running one', async () => {
  const place = await startFirmwareWorld();
  const { owner, device, ota, client } = await place.aHouse();
  const heir = await place.world.user();
  const transfer = () => owner.post(`/users-devices/${device.deviceId}/transfer`, { email: heir.email });
  await place.begin(owner, device);
  await ota.publishState('DOWNLOADING', { n: 1 });
  place.clock.ms += 1_000;
  await transfer();
  expect(await place.lastOf(heir, device)).toMatchObject({ is_ended: false, started_by: null });
  await ota.publishState('FAILED', { err: 'timeout' });
  place.clock.ms += 1_000;
  await heir.post(`/users-devices/${device.deviceId}/transfer`, { email: owner.email });
  expect(await place.lastOf(owner, device)).toBeNull();
  const firmware = (await owner.get(`/firmware/${device.deviceId}`)).body;
  expect(firmware).toMatchObject({ update: null });
  await client.leave();
  await place.stop();
});
