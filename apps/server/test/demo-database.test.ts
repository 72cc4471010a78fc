import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectBoard } from '@manoboard/testkit/board-client';
import { aRegistration } from '@manoboard/testkit/factories';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { createBrowser } from './browser.ts';

/** Each test starts the program several times. */
vi.setConfig({ testTimeout: 120_000 });

let installation: Awaited<ReturnType<typeof createInstallation>>;
beforeEach(async () => {
  installation = await createInstallation(inject('template'));
});
afterEach(() => installation.remove());

const PASSWORD = aRegistration().password;
const [VISITOR, OPERATOR] = ['visitor@example.com', 'operator@example.com'];
const start = (DEMO: '0' | '1') => startServerProgram({ ...installation.env, DEMO, DEMO_BOARDS: '1' });
type Server = Awaited<ReturnType<typeof start>>;

async function loginStatus({ ready }: Server, email: string, password = PASSWORD) {
  return (await createBrowser(ready.url).login(email, password)).status;
}
const register = ({ ready }: Server, email: string) =>
  createBrowser(ready.url).post('/auth/register', aRegistration({ email }));
const giveRole = (email: string) =>
  startProgram('apps/server/dist/role.mjs', [email, 'Super Seller'], installation.env).exitCode();

it('R4.2 the demo and a real server alternate on one data folder, and neither sees rows of the other', async () => {
  const demo = await start('1');
  const visit = createBrowser(demo.ready.url);
  expect((await visit.login('super@demo.local', 'Demo1234')).status).toBe(204);
  await register(demo, VISITOR);
  // A tool beside the server uses the server's database, without DEMO=1 too.
  expect(await giveRole(VISITOR)).toBe(0);
  const [board] = JSON.parse(await readFile(demo.ready.demo?.boardsFile ?? '', 'utf8'));
  await demo.stop();
  // A journal names devices by row number: only the server of the same database may replay it.
  const journal = join(installation.env.DATA_DIR, 'demo', 'stops.jsonl');
  await writeFile(journal, '{\n');

  const real = await start('0');
  expect(real.ready.demo).toBe(null);
  const { status } = await createBrowser(real.ready.url).get('/users/me', { cookie: visit.cookie ?? '' });
  expect(status).toBe(401);
  for (const [email, password] of [
    ['super@demo.local', 'Demo1234'],
    [VISITOR, PASSWORD],
  ] as const)
    expect(await loginStatus(real, email, password)).toBe(400);
  const reject = connectBoard({ url: real.ready.mqttUrl, deviceId: board.id_dev, secret: board.secret });
  await expect(reject).rejects.toThrow();
  await register(real, OPERATOR);
  expect(await giveRole(OPERATOR)).toBe(0);
  const boss = createBrowser(real.ready.url);
  await boss.login(OPERATOR, PASSWORD);
  expect((await boss.get('/users')).body).toMatchObject({ total: 1, items: [{ email: OPERATOR }] });
  for (const path of ['/users-devices/get-all-fc-devices', '/firmware/releases'])
    expect((await boss.get(path)).body).toEqual([]);
  expect((await boss.get('/alerts')).body).toMatchObject({ items: [], total: 0 });
  expect((await boss.get('/devices/MNB-DE0001/state')).status).toBe(404);
  expect((await boss.get('/demo/mails')).status).toBe(404);
  await real.stop();
  expect(await readFile(journal, 'utf8')).toBe('{\n');

  const again = await start('1');
  expect(await loginStatus(again, VISITOR)).toBe(204);
  expect(await loginStatus(again, OPERATOR)).toBe(400);
  await expect(readFile(journal)).rejects.toThrow('ENOENT');
  const boards = JSON.parse(await readFile(again.ready.demo?.boardsFile ?? '', 'utf8'));
  expect(boards).toMatchObject([{ id_dev: board.id_dev, secret: board.secret }]);
  await again.stop();
});

it('DATABASE_URL: a server without DEMO=1 refuses the database of a demo with a sentence', async () => {
  const { host, port, user, password } = inject('postgres');
  const admin = new Client({ host, port, user, password, database: 'postgres' });
  await admin.connect();
  await admin.query('create database of_a_demo template template0');
  const DATABASE_URL = `postgres://${user}:${password}@${host}:${port}/of_a_demo`;
  const env = { ...installation.env, DATABASE_URL, DEMO_BOARDS: '1' };
  const demo = await startServerProgram({ ...env, DEMO: '1' });
  await demo.stop();
  const refused = startProgram('apps/server/dist/main.mjs', [], { ...env, DEMO: '0' });
  expect(await refused.exitCode()).toBe(1);
  expect(refused.errors()).toMatch(/^This database is marked as a demo database, .*\n$/);
  await admin.query('drop database of_a_demo');
  await admin.end();
});
