import { WaterSystem } from '@manoboard/contract/device/water-system';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startWorld, type World } from '../../../../test/world.ts';

const clock = { ms: Date.now() };
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clock.ms });
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;

/** A user with pumps; the clock has passed the begin of their tenure. */
async function household(pumps: number) {
  const owner = await world.user();
  const ids: string[] = [];
  for (let n = 0; n < pumps; n++) ids.push((await world.enrol(owner.id)).deviceId);
  clock.ms = Math.max(clock.ms, Date.now()) + 1000;
  return { owner, ids };
}
const system = (device_ids: readonly string[], name = 'Dom a záhrada') => ({
  name,
  kind: 'house',
  device_ids,
});
const add = async (user: User, ids: readonly string[], name?: string) =>
  z.parse(WaterSystem, (await user.send('POST', '/water-systems', system(ids, name))).body);
const of = async (user: User, id: string) => (await user.get(`/devices/${id}/water-system`)).body;

it('R9.1 an owner joins pumps into a system, changes and removes it; each step is in the log', async () => {
  const { owner, ids } = await household(3);
  const [first = '', second = '', third = ''] = ids;
  const added = await add(owner, [first, second]);
  expect(added).toMatchObject({ name: 'Dom a záhrada', kind: 'house', can_change: true });
  expect(added.pumps.map(({ id_dev }) => id_dev).sort()).toEqual([first, second].sort());
  expect(await of(owner, third)).toBeNull();
  const changed = { ...system([second, third], 'Nádrž'), kind: 'tank' };
  expect((await owner.send('PUT', `/water-systems/${added.id}`, changed)).status).toBe(200);
  expect(await of(owner, first)).toBeNull();
  expect(await of(owner, third)).toMatchObject({ id: added.id, name: 'Nádrž', kind: 'tank' });
  expect((await owner.get('/water-systems')).body).toHaveLength(1);
  expect((await owner.send('DELETE', `/water-systems/${added.id}`)).status).toBe(204);
  expect((await owner.get('/water-systems')).body).toEqual([]);
  const lines = await world.db.selectFrom('audit').select('entry').orderBy('seq').execute();
  const actions = lines.flatMap(({ entry }) => JSON.parse(entry).water_system?.action ?? []);
  expect(actions.slice(-3)).toEqual(['added', 'changed', 'removed']);
});

it('R9.1 a pump is in one system; a system that loses its last pump is gone', async () => {
  const { owner, ids } = await household(2);
  const former = await add(owner, ids, 'Stará studňa');
  const next = await add(owner, ids, 'Nová studňa');
  expect((await owner.get('/water-systems')).body).toMatchObject([{ id: next.id }]);
  const body = system(ids);
  expect(await owner.send('PUT', `/water-systems/${former.id}`, body)).toMatchObject({
    status: 404,
    body: { detail: 'WATER_SYSTEM_NOT_FOUND' },
  });
});

it('R9.1 a stranger sees no system, joins no foreign pump and changes nothing', async () => {
  const { owner, ids } = await household(2);
  const { owner: stranger, ids: own } = await household(1);
  const { id } = await add(owner, ids);
  const denied = { status: 404, body: { detail: 'DEVICE_NOT_FOUND' } };
  expect(await stranger.send('POST', '/water-systems', system([...own, ...ids]))).toMatchObject(denied);
  expect((await stranger.send('PUT', `/water-systems/${id}`, system(own))).status).toBe(404);
  expect((await stranger.send('DELETE', `/water-systems/${id}`)).status).toBe(404);
  expect((await stranger.get(`/devices/${ids[0]}/water-system`)).status).toBe(404);
  expect(await of(stranger, own[0] ?? '')).toBeNull();
});

it('R9.1 a delegate of one pump sees that pump of the system only, and changes the system only with all of them', async () => {
  const { owner, ids } = await household(2);
  const [shared = '', hidden] = ids;
  const { id } = await add(owner, ids);
  const friend = await world.user({}, ['Technician']);
  const path = (device: string) => `/users-devices/${device}/delegations`;
  expect((await owner.send('POST', path(shared), { email: friend.email })).status).toBeLessThan(300);
  await world.db.deleteFrom('user_role').where('user_id', '=', friend.id).execute();
  expect(await of(friend, shared)).toMatchObject({ can_change: false, pumps: [{ id_dev: shared }] });
  expect(JSON.stringify((await friend.get('/water-systems')).body)).not.toContain(hidden);
  const answer = await friend.send('PUT', `/water-systems/${id}`, system([shared]));
  expect(answer).toMatchObject({ status: 403, body: { detail: 'WATER_SYSTEM_DENIED' } });
  // Staff may set up every pump.
  const technician = await world.user({}, ['Technician']);
  expect(await of(technician, shared)).toMatchObject({ can_change: true, pumps: [{}, {}] });
});

it('R4.3c a pump with another owner leaves the system of the former one', async () => {
  const { owner, ids } = await household(2);
  const [sold = '', kept = ''] = ids;
  const { id } = await add(owner, ids);
  clock.ms += 1000;
  const buyer = await world.user();
  expect(
    (await owner.send('POST', `/users-devices/${sold}/transfer`, { email: buyer.email })).status,
  ).toBeLessThan(300);
  expect(await of(buyer, sold)).toBeNull();
  expect(await of(owner, kept)).toMatchObject({ id, can_change: true, pumps: [{ id_dev: kept }] });
  clock.ms += 1000;
  expect((await add(buyer, [sold], 'Chata')).pumps).toHaveLength(1);
  expect(await of(owner, kept)).toMatchObject({ id, pumps: [{ id_dev: kept }] });
});
