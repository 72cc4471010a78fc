import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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

it('R4.2 a release with changelogs waits for the boards, of a maker whose key is its own and stays', async () => {
  const keyFile = world.server.demo?.firmwareKeyFile ?? '';
  const before = readFileSync(keyFile, 'utf8');
  expect(statSync(join(world.dataDir, 'secrets', 'demo-maker.private.pem')).mode & 0o777).toBe(0o600);
  await world.restart();
  expect(readFileSync(keyFile, 'utf8')).toBe(before);
  const boss = await person('super@demo.local');
  expect((await boss.get('/firmware/releases')).body).toMatchObject([
    { id: 'demo-1.5.0', version: '1.5.0', hw: 'MNB-2', uploaded_by: null },
  ]);
});

it('R4.2 outside the demo its release is gone', async () => {
  world.env.DEMO = '0';
  await world.restart();
  const boss = await world.user({}, ['Super Seller']);
  expect((await boss.get('/firmware/releases')).body).toEqual([]);
  world.env.DEMO = '1';
  await world.restart();
  expect((await (await person('super@demo.local')).get('/firmware/releases')).body).toHaveLength(1);
});
