import type {
  FleetUpdates,
  VersionCount,
  VersionDevices,
} from '@manoboard/contract/firmware/firmware-release';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START_MS, startFirmwareWorld } from '../../../test/firmware-world.ts';

let place: Awaited<ReturnType<typeof startFirmwareWorld>>;
let boss: Awaited<ReturnType<(typeof place)['world']['user']>>;
beforeAll(async () => {
  place = await startFirmwareWorld();
  boss = await place.world.user({}, ['Super Seller']);
});
afterAll(() => place.stop());

/** Devices without boards, with these columns. */
async function enrolMany(count: number, columns: { version?: string; hw?: string; alias?: string }) {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { id, deviceId } = await place.world.enrol();
    if (Object.keys(columns).length > 0)
      await place.world.db.updateTable('device').where('id', '=', id).set(columns).execute();
    ids.push(deviceId);
  }
  return ids.sort();
}
const get = async <T>(path: string) => (await boss.get(path)).body as T;

describe('R4.14 the versions of the fleet', () => {
  it('are counted by version and hardware, newest first, and what was never reported is last', async () => {
    await enrolMany(2, { version: '1.10.0', hw: 'MNB-3' });
    await enrolMany(1, { version: '1.9.0', hw: 'MNB-3' });
    await enrolMany(1, { version: 'trial', hw: 'MNB-3' });
    await enrolMany(3, {});
    expect(await get<VersionCount[]>('/firmware/versions')).toEqual([
      { version: '1.10.0', hw: 'MNB-3', devices: 2 },
      { version: '1.9.0', hw: 'MNB-3', devices: 1 },
      { version: 'trial', hw: 'MNB-3', devices: 1 },
      { version: null, hw: null, devices: 3 },
    ]);
  });

  it('lead to their devices, page by page, with name and owner', async () => {
    const { world } = place;
    const ids = await enrolMany(3, { version: '2.0.0', hw: 'MNB-4', alias: 'Studňa' });
    const owner = await world.user();
    const { id } = await world.db
      .selectFrom('device')
      .where('id_dev', '=', ids[0] ?? '')
      .select('id')
      .executeTakeFirstOrThrow();
    await world.db
      .insertInto('user_device')
      .values({ device_id: id, user_id: owner.id, access: 'owner', created_at: new Date(0) })
      .execute();
    const path = '/firmware/devices?version=2.0.0&hw=MNB-4&limit=2';
    expect(await get<VersionDevices>(path)).toEqual({
      items: [
        { id_dev: ids[0], alias: 'Studňa', owner: 'Eva Vodná' },
        { id_dev: ids[1], alias: 'Studňa', owner: null },
      ],
      total: 3,
    });
    expect(await get<VersionDevices>(`${path}&offset=2`)).toMatchObject({
      items: [{ id_dev: ids[2] }],
      total: 3,
    });
    expect((await get<VersionDevices>('/firmware/devices?version=&hw=')).total).toBe(3);
    expect(await get<VersionDevices>('/firmware/devices?version=9.9.9')).toEqual({ items: [], total: 0 });
  });
});

describe('R4.14 the updates of the fleet', () => {
  it('are running or ended, newest first, each with its device, phase, percent and error', async () => {
    const first = await place.aHouse();
    const second = await place.aHouse();
    await place.begin(first.owner, first.device);
    await place.begin(second.owner, second.device);
    await second.ota.publishState('DOWNLOADING', { n: 2 });
    const running = () => get<FleetUpdates>('/firmware/updates?is_ended=false');
    expect(await running()).toMatchObject({
      total: 2,
      items: [
        { id_dev: second.device.deviceId, status: 'DOWNLOADING', percent: 36, is_ended: false },
        { id_dev: first.device.deviceId, status: 'waiting', from_version: '1.4.2', version: '1.5.0' },
      ],
    });
    await first.ota.publishState('DOWNLOADING');
    await first.ota.publishState('FAILED', { err: 'bad_hash' });
    expect((await running()).items.map(({ id_dev }) => id_dev)).toEqual([second.device.deviceId]);
    expect(await get<FleetUpdates>('/firmware/updates?is_ended=true')).toMatchObject({
      total: 1,
      items: [
        {
          id_dev: first.device.deviceId,
          status: 'FAILED',
          error: 'bad_hash',
          is_success: false,
          started_by: 'Eva Vodná',
          ended_at: START_MS / 1000,
        },
      ],
    });
    expect(await get<FleetUpdates>('/firmware/updates?limit=1&offset=1')).toMatchObject({
      total: 2,
      items: [{ id_dev: first.device.deviceId }],
    });
    await first.client.leave();
    await second.client.leave();
  });
});

it('R4.14 the release list marks releases that no accepted maker has signed', async () => {
  const marks = async () =>
    (await get<{ version: string; is_trusted: boolean }[]>('/firmware/releases')).map(
      ({ version, is_trusted }) => [version, is_trusted],
    );
  expect(await marks()).toEqual([
    ['1.6.0', true],
    ['1.5.0', true],
  ]);
  await place.world.db
    .updateTable('firmware_release')
    .where('version', '=', '1.6.0')
    .set({ manifest: sql`jsonb_set(manifest, '{chunk}', '2048')` })
    .execute();
  expect(await marks()).toEqual([
    ['1.6.0', false],
    ['1.5.0', true],
  ]);
});
