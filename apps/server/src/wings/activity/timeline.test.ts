import type { Role } from '@manoboard/contract/account/account';
import { type Activity, Activity as ActivityShape } from '@manoboard/contract/activity/activity';
import type { DeviceChange } from '@manoboard/contract/activity/device-change';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aPump } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { verifyAudit } from '../../audit-log/audit.service.ts';
import { giveRole } from '../auth/grant-role.service.ts';

type User = Awaited<ReturnType<World['user']>>;

let laterMs = 0;
let world: World;
let boss: User;
beforeAll(async () => {
  world = await startWorld({ now: () => Date.now() + laterMs });
  boss = await world.user({ name: 'Silvia', surname: 'Hlavná' }, ['Super Seller']);
});
afterAll(() => world.stop());

const technician = () => world.user({ name: 'Ján', surname: 'Mlynár' }, ['Technician']);

async function house() {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const path = `/users-devices/${device.deviceId}`;
  const give = (giver: User, to: User, expires_at: number | null = null) =>
    giver.post(`${path}/delegations`, { email: to.email, expires_at });
  return { owner, device, path, give };
}
const activityOf = async (reader: User, deviceId: string, query = ''): Promise<Activity> =>
  z.parse(ActivityShape, (await reader.get(`/devices/${deviceId}/activity${query}`)).body);
/** The timeline as staff see it, without a tenure limit. */
const changesOf = async (deviceId: string): Promise<DeviceChange[]> =>
  (await activityOf(boss, deviceId)).items.flatMap((entry) => ('change' in entry ? [entry.change] : []));
const auditOf = async (deviceId: string) =>
  (await world.db.selectFrom('audit').select('entry').orderBy('seq').execute())
    .map(({ entry }) => JSON.parse(entry))
    .filter(({ change }) => change?.device_id === deviceId);

describe('R5.7b the timeline shows every kind of change with old and new value, and so does the hash-chained log', () => {
  it('a name', async () => {
    const { owner, device, path } = await house();
    await owner.send('PATCH', path, { alias: 'Studňa' });
    await owner.send('PATCH', path, { alias: 'Studňa' });
    await owner.send('PATCH', path, { alias: 'Chata' });
    const by = { user_id: owner.id, name: 'Eva Vodná', role: 'owner' };
    expect(await changesOf(device.deviceId)).toMatchObject([
      { kind: 'name', by, fields: [{ field: 'alias', old: 'Studňa', new: 'Chata' }], status: 'done' },
      { kind: 'name', by, fields: [{ field: 'alias', old: null, new: 'Studňa' }] },
    ]);
    expect(await auditOf(device.deviceId)).toHaveLength(2);
  });

  it('a configuration, pending until the board reports it', async () => {
    const { device, board } = await aPump(world);
    const helper = await technician();
    const requestConfig = (version: number, max: number) =>
      helper.send('PUT', `/devices/${device.deviceId}/config`, {
        version,
        config: { pressure: { min: 2, max } },
      });
    await requestConfig(0, 8);
    expect(await changesOf(device.deviceId)).toMatchObject([{ kind: 'config', status: 'pending' }]);
    const report = { v: 1, ts: 1_700_000_000 } as const;
    await board.publish('cfg/reported', { ...report, ver: 1, st: 'applied' });
    await requestConfig(1, 9);
    const refusal = { st: 'rejected', reason: 'out_of_range', at: 'pressure.max' } as const;
    await board.publish('cfg/reported', { ...report, ver: 2, ...refusal });
    await requestConfig(2, 9.5);
    await requestConfig(3, 10);
    await board.publish('cfg/reported', { ...report, ver: 4, st: 'applied' });
    const max = (from: number, to: number) => [{ field: 'pressure.max', old: from, new: to }];
    expect(await changesOf(device.deviceId)).toMatchObject([
      { fields: max(9.5, 10), status: 'done' },
      { fields: max(8, 9.5), status: 'failed', reason: 'superseded' },
      { fields: max(8, 9), status: 'refused', reason: 'out_of_range pressure.max' },
      { by: { name: 'Ján Mlynár', role: 'Technician' }, status: 'done', finished_at: expect.any(Number) },
    ]);
    await board.leave();
  });

  it('access: granted, another end, passed on and shortened, left, revoked with what was passed on', async () => {
    const { owner, device, path, give } = await house();
    const [first, second] = [await technician(), await technician()];
    const end = Math.floor(Date.now() / 1000) + 3600;
    await give(owner, first);
    await give(first, second);
    await give(owner, first, end);
    await owner.send('DELETE', `${path}/delegations/${first.id}`);
    await give(owner, second);
    await second.send('DELETE', path);
    const access = { kind: 'access', status: 'done' };
    expect((await changesOf(device.deviceId)).reverse()).toMatchObject([
      {
        ...access,
        action: 'granted',
        by: { role: 'owner' },
        person: { user_id: first.id, name: 'Ján Mlynár' },
      },
      { ...access, action: 'granted', by: { user_id: first.id, role: 'delegate' } },
      { ...access, action: 'changed', fields: [{ field: 'expires_at', old: null, new: end }] },
      { ...access, action: 'changed', person: { user_id: second.id }, reason: 'passed_on' },
      ...[
        { ...access, action: 'revoked', person: { user_id: first.id }, reason: null },
        { ...access, action: 'revoked', person: { user_id: second.id }, reason: 'passed_on' },
      ],
      { ...access, action: 'granted', person: { user_id: second.id } },
      { ...access, action: 'left', by: { user_id: second.id }, person: { user_id: second.id } },
    ]);
  });

  it('expired access has no author', async () => {
    const { owner, device, give } = await house();
    const helper = await technician();
    await give(owner, helper, Math.floor(Date.now() / 1000) + 3600);
    laterMs = 2 * 3_600_000;
    await give(owner, await technician());
    await waitFor(async () => (await changesOf(device.deviceId)).some(({ action }) => action === 'expired'));
    const [change] = (await changesOf(device.deviceId)).filter(({ action }) => action === 'expired');
    laterMs = 0;
    expect(change).toMatchObject({ kind: 'access', by: null, person: { user_id: helper.id } });
  });

  it('the owner: transferred, removed and set by staff, given up', async () => {
    const { owner, device, path, give } = await house();
    const heir = await world.user({ name: 'Nový', surname: 'Majiteľ' });
    await owner.send('PATCH', path, { alias: 'Studňa' });
    await give(owner, await technician());
    await owner.post(`${path}/transfer`, { email: heir.email });
    await boss.send('DELETE', `/users/${heir.id}/devices/${device.deviceId}`);
    await boss.post(`/users/${owner.id}/devices`, { id_dev: device.deviceId, access: 'owner' });
    await owner.send('DELETE', path);
    const bySeller = { user_id: boss.id, role: 'Super Seller' };
    expect((await changesOf(device.deviceId)).reverse().slice(2)).toMatchObject([
      { kind: 'access', action: 'revoked', reason: 'owner_gone' },
      {
        kind: 'owner',
        action: 'transferred',
        by: { user_id: owner.id },
        person: { name: 'Nový Majiteľ' },
        fields: [{ field: 'alias', old: 'Studňa', new: null }],
      },
      { kind: 'owner', action: 'removed', by: bySeller, person: { user_id: heir.id } },
      { kind: 'owner', action: 'added', by: bySeller, person: { user_id: owner.id } },
      { kind: 'owner', action: 'removed', by: { user_id: owner.id }, person: { user_id: owner.id } },
    ]);
  });

  it('a role, in the timeline of each device of the user, and in the log for a user without devices', async () => {
    const { owner, device, give } = await house();
    const helper = await technician();
    await give(owner, helper);
    const roleCall = (id: number, role: Role) => `/users/${id}/permissions/${encodeURIComponent(role)}`;
    await boss.post(`/users/${helper.id}/permissions`, { role: 'Seller' });
    await boss.post(`/users/${helper.id}/permissions`, { role: 'Seller' });
    await boss.send('DELETE', roleCall(helper.id, 'Seller'));
    await boss.send('DELETE', roleCall(helper.id, 'Technician'));
    const role = { kind: 'role', by: { user_id: boss.id }, person: { user_id: helper.id } };
    expect((await changesOf(device.deviceId)).reverse().slice(1)).toMatchObject([
      { ...role, action: 'granted', fields: [{ field: 'role', old: null, new: 'Seller' }] },
      { ...role, action: 'revoked', fields: [{ field: 'role', old: 'Seller', new: null }] },
      { kind: 'access', action: 'revoked', person: { user_id: helper.id }, reason: 'level_lost' },
      { ...role, action: 'revoked', fields: [{ field: 'role', old: 'Technician', new: null }] },
    ]);
    const other = await world.user();
    await giveRole(world.db, other.email, 'Seller');
    const last = await world.db
      .selectFrom('audit')
      .select('entry')
      // The event of the security log follows.
      .where('entry', 'like', '%"role":{%')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(last.entry)).toEqual({
      event: 'done',
      role: { action: 'granted', role: 'Seller', user: other.id, by: null, devices: [] },
    });
    expect(await verifyAudit(world.db)).toHaveProperty('head');
  });
});

it('R5.7b the reset of a meter is listed with old and new value', async () => {
  const { owner, device, board } = await aPump(world, { electro_meter: 1284.8 });
  const answer = owner.post(`/devices/${device.deviceId}/reset-fc-config`, {
    config_value_name: 'electro_meter',
  });
  await board.ack(await board.nextCommand(), { st: 'done', d: { electro_meter: 0 } });
  await answer;
  const command = { op: 'reset', what: 'electro_meter', old_value: 1284.8, reported_value: 0 };
  expect((await activityOf(owner, device.deviceId)).items).toMatchObject([{ kind: 'command', command }]);
  await board.leave();
});

describe('R5.7b the timeline', () => {
  async function renamed(times: number) {
    const { owner, device, path } = await house();
    for (let n = 1; n <= times; n++) await owner.send('PATCH', path, { alias: `Meno ${n}` });
    await owner.post(`${path}/delegations`, { email: (await technician()).email });
    return { owner, device, path };
  }
  const names = (activity: Activity) =>
    activity.items.map((entry) => ('change' in entry ? entry.change.fields[0]?.new : undefined));

  it('is filtered by kind, with the counts of all kinds', async () => {
    const { owner, device } = await renamed(2);
    const counts = { command: 0, event: 0, config: 0, firmware: 0, access: 1, owner: 0, name: 2, role: 0 };
    const one = await activityOf(owner, device.deviceId, '?kind=name');
    expect(one).toMatchObject({ total: 2, counts, next: null });
    expect(one.items.map(({ kind }) => kind)).toEqual(['name', 'name']);
    const two = await activityOf(owner, device.deviceId, '?kind=access&kind=event');
    expect(two).toMatchObject({ total: 1, counts, items: [{ kind: 'access' }] });
    expect((await owner.get(`/devices/${device.deviceId}/activity?kind=rumour`)).status).toBe(422);
  });

  it('has pages that do not shift when a new entry arrives', async () => {
    const { owner, device, path } = await renamed(5);
    const first = await activityOf(owner, device.deviceId, '?kind=name&limit=2');
    await owner.send('PATCH', path, { alias: 'Novšie' });
    const second = await activityOf(owner, device.deviceId, `?kind=name&limit=2&before=${first.next}`);
    const third = await activityOf(owner, device.deviceId, `?kind=name&limit=2&before=${second.next}`);
    expect([first, second, third].flatMap(names)).toEqual(['Meno 5', 'Meno 4', 'Meno 3', 'Meno 2', 'Meno 1']);
    expect(third.next).toBeNull();
  });

  it('sends an event to open pages when it changes', async () => {
    const { owner, device, path, give } = await house();
    const page = await owner.stream();
    await page.next('snapshot');
    await owner.send('PATCH', path, { alias: 'Studňa' });
    await page.next('activity', ({ device_id }) => device_id === device.deviceId);
    const helper = await technician();
    await give(owner, helper);
    await boss.send('DELETE', `/users/${helper.id}/permissions/Technician`);
    await waitFor(() => page.events.filter(({ event }) => event === 'activity').length >= 3);
    page.close();
  });

  it('is exported as CSV with a line for each field, formulas escaped', async () => {
    const { owner, device, path, give } = await house();
    await owner.send('PATCH', path, { alias: '=1+1' });
    await give(owner, await technician(), 1_900_000_000);
    const csv = async (query = '') =>
      (
        await (
          await fetch(`${world.server.url}/api/devices/${device.deviceId}/activity.csv${query}`, {
            headers: { cookie: owner.cookie ?? '' },
          })
        ).text()
      )
        .trim()
        .split('\r\n')
        .slice(1);
    const lines = await csv();
    const access = lines.find((line) => line.includes('expires_at'));
    const name = lines.at(-1);
    expect(access).toContain(';Prístup;access;');
    expect(access).toContain(
      'dané;granted;;;;Eva Vodná;Vlastník;owner;Ján Mlynár;Koniec prístupu;expires_at;;2030-03-17T17:46:40.000Z',
    );
    expect(name).toContain(`zmenené;changed;;;;Eva Vodná;Vlastník;owner;;Názov;alias;;"'=1+1"`);
    expect(await csv('?kind=name')).toEqual([name]);
  });
});
