import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { DEMO: '1' } });
});
afterAll(() => world.stop());

async function person(email: string) {
  const browser = world.browser();
  await browser.login(email, world.server.demo?.password ?? '');
  return browser;
}
const listOf = async (email: string) =>
  (await (await person(email)).get('/users-devices/get-devices')).body as {
    id_dev: string;
    alias: string | null;
    access: string;
  }[];
const OWNER = 'owner@demo.local';

it('devices of the demo are owned, delegated and named', async () => {
  const own = await listOf(OWNER);
  expect(own.every(({ alias, access }) => alias !== null && access === 'owner')).toBe(true);
  expect((await listOf('technician@demo.local')).map(({ access }) => access).sort()).toContain('delegate');
});

it('R4.2 what people gave up, renamed or revoked stays so over a restart', async () => {
  const owner = await person(OWNER);
  const [first, second] = await listOf(OWNER);
  const delegated = (await listOf('technician@demo.local')).filter(({ access }) => access === 'delegate');
  await owner.send('DELETE', `/users-devices/${first?.id_dev}`);
  await owner.send('PATCH', `/users-devices/${second?.id_dev}`, { alias: 'Inak' });
  const helper = await person('technician@demo.local');
  for (const { id_dev } of delegated) await helper.send('DELETE', `/users-devices/${id_dev}`);
  await world.restart();
  const after = await listOf(OWNER);
  expect(after.map(({ id_dev }) => id_dev)).not.toContain(first?.id_dev);
  expect(after.find(({ id_dev }) => id_dev === second?.id_dev)).toMatchObject({ alias: 'Inak' });
  expect((await listOf('technician@demo.local')).filter(({ access }) => access === 'delegate')).toEqual([]);
});
