import { readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import type { Activity } from '@manoboard/contract/activity/activity';
import type { AlertPage } from '@manoboard/contract/alert/alert';
import type { LastData } from '@manoboard/contract/device/device';
import type { Delegation } from '@manoboard/contract/device/device-access';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import type { DemoMail } from '@manoboard/contract/installation/demo-mail';
import { connectBoard } from '@manoboard/testkit/board-client';
import { aRegistration } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
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
const OWNER = 'owner@demo.local';
const TECHNICIAN = 'technician@demo.local';
const getAs = async <T>(email: string, path: string) => (await (await person(email)).get(path)).body as T;
const listOf = (email: string) =>
  getAs<{ id_dev: string; alias: string | null; access: string }[]>(email, '/users-devices/get-devices');
const configOf = (deviceId: string) => getAs<ConfigState>(TECHNICIAN, `/devices/${deviceId}/config`);
const alertsOf = (query = '') => getAs<AlertPage>('super@demo.local', `/alerts${query}`);
const nowS = () => Date.now() / 1000;
/** The status of a request with this host name. */
const statusWithHost = (host: string, url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });

/** The input of the program that simulates the boards. */
const simulated = () =>
  JSON.parse(readFileSync(world.server.demo?.boardsFile ?? '', 'utf8')) as {
    id_dev: string;
    fc_type: string;
    scenario: string;
    secret: string;
    past?: { from: number; to: number; faults: { fault: string; from: number; to: number }[] };
  }[];

it('R4.3b demo devices have owners, delegates and aliases, and one delegation expires', async () => {
  const own = await listOf(OWNER);
  expect(own).toHaveLength(5);
  expect(own.every(({ alias, access }) => alias !== null && access === 'owner')).toBe(true);
  expect((await listOf(TECHNICIAN)).map(({ id_dev, access }) => [id_dev, access]).sort()).toEqual([
    ['MNB-DE0001', 'delegate'],
    ['MNB-DE0005', 'delegate'],
    ['MNB-DE0006', 'owner'],
  ]);
  const ends = async (deviceId: string) =>
    (await getAs<Delegation[]>(OWNER, `/users-devices/${deviceId}/delegations`)).map(
      ({ expires_at }) => expires_at,
    );
  expect(await ends('MNB-DE0001')).toEqual([null]);
  const [end] = await ends('MNB-DE0005');
  expect(end).toBeGreaterThan(nowS() + 29 * 86_400);
});

it('one board of each scenario runs: household, mode 10 with another converter, stopped, faulty, local', () => {
  expect(simulated().map(({ id_dev, fc_type, scenario }) => [id_dev, fc_type, scenario])).toEqual([
    ['MNB-DE0001', 'GD10', 'household'],
    ['MNB-DE0002', 'GD200A', 'tall_house'],
    ['MNB-DE0003', 'GD10', 'stopped'],
    ['MNB-DE0004', 'GD10', 'weak_mains'],
    ['MNB-DE0005', 'GD10', 'cottage'],
    ['MNB-DE0007', 'GD10', 'household'],
  ]);
});

it('R4.1 every demo board has a claim code, and the last board has no owner and can be added', async () => {
  const claims = world.server.demo?.claims ?? [];
  expect(claims).toHaveLength(7);
  const { id_dev = '', claim_code = '' } = claims.at(-1) ?? {};
  const add = async (body: object) =>
    (await (await person('seller@demo.local')).post('/users-devices/add-device', body)).body;
  for (const claim of claims)
    expect(await add({ id_dev: claim.id_dev })).toEqual({ detail: 'DEVICE_PASSWORD_REQUIRED' });
  const [first] = claims;
  expect(await add({ id_dev: first?.id_dev, password: first?.claim_code })).toEqual({
    detail: 'DEVICE_HAS_OWNER',
  });
  const secret = simulated().find((board) => board.id_dev === id_dev)?.secret ?? '';
  const board = await connectBoard({ url: world.server.mqttUrl, deviceId: id_dev, secret });
  await board.publishStatus();
  await waitFor(async () =>
    (await getAs<string[]>('seller@demo.local', '/api-requests/online-devices')).includes(id_dev),
  );
  expect(await add({ id_dev, password: claim_code })).toMatchObject({ id_dev, alias: null, access: 'owner' });
  await board.leave();
});

it('R4.4 one board is offline, with last values some hours old and stored frames', async () => {
  const [last] = await getAs<LastData[]>(TECHNICIAN, '/actual-data/all-last-data?device_id=MNB-DE0006').then(
    (all) => all.filter(({ device_id }) => device_id === 'MNB-DE0006'),
  );
  const { ts, data } = last ?? { ts: null, data: undefined };
  expect(data).toMatchObject({ on_off_state_r: 1, frequency_fc: 45.7, pressure: 4, required_pressure: 4 });
  expect(nowS() - (ts ?? 0)).toBeGreaterThan(4 * 3600);
  expect(await getAs<string[]>(TECHNICIAN, '/api-requests/online-devices')).not.toContain('MNB-DE0006');
  expect(
    await getAs<{ id: string }[]>('seller@demo.local', '/users-devices/get-all-fc-devices'),
  ).toMatchObject([{ id: 'FC-DE0006', fc_type: 'GD10', owner_dev_id: 'MNB-DE0006' }]);
  const { count } = await world.db
    .selectFrom('frame')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(240);
  // Its past alert has the values of the frames of that time.
  const [alert] = (await alertsOf('?resolved=false')).items;
  const frame = await world.db
    .selectFrom('frame')
    .where('ts', '>=', new Date((alert?.timestamp ?? 0) * 1000))
    .select(['frequency_fc', 'pressure', 'motor_power'])
    .orderBy('ts')
    .executeTakeFirst();
  expect(frame).toEqual({ frequency_fc: 40.7, pressure: 5.15, motor_power: 0.48 });
});

it('R5.7 the log of the stopped pump shows who switched it off, before the simulated past', async () => {
  const { items } = await getAs<Activity>(OWNER, '/devices/MNB-DE0003/activity');
  const stop = items.find(({ kind }) => kind === 'command');
  expect(stop).toMatchObject({
    command: {
      op: 'start_stop',
      status: 'done',
      value: false,
      by: { name: 'Olívia Majerová', role: 'owner' },
    },
  });
  expect(nowS() - (stop?.at ?? 0)).toBeGreaterThan(65 * 86_400);
});

it('R4.8 R5.5 R4.11 desired configurations are mode 10, both inputs, one input, and none', async () => {
  expect(await configOf('MNB-DE0002')).toMatchObject({
    version: 1,
    state: 'pending',
    changed_by: 'Tomáš Technik',
    desired: { pressure: { min: 3, max: 20, normalizer: 10 } },
  });
  const inputs = async (deviceId: string) => {
    const { desired } = await configOf(deviceId);
    return [desired.AnalogInput2?.enabled, desired.AnalogInput3?.enabled];
  };
  expect(await inputs('MNB-DE0001')).toEqual([1, 1]);
  expect(await inputs('MNB-DE0003')).toEqual([0, 1]);
  expect(await configOf('MNB-DE0004')).toMatchObject({ state: 'none', desired: {} });
});

it('R7.4 past alerts are resolved with a user and notes, and the simulated past has their causes; one is unresolved', async () => {
  const { items } = await alertsOf('?resolved=true');
  expect(items.map(({ id_dev, code, resolved_by }) => [id_dev, code, resolved_by])).toEqual([
    ['MNB-DE0001', 'DRY_RUN', 'Tomáš Technik'],
    ['MNB-DE0005', 'FC_OFFLINE', 'Olívia Majerová'],
  ]);
  for (const { notes, address, resolved_timestamp, timestamp } of items) {
    expect(notes).toBeTruthy();
    // R4.17: where the pump is, not where its owner lives.
    expect(address).toMatch(/Záhradná 12|Donovaly/);
    expect(resolved_timestamp).toBeGreaterThan(timestamp);
  }
  const causes = simulated().flatMap(
    ({ id_dev, past }) => past?.faults.map((each) => ({ id_dev, ...each })) ?? [],
  );
  expect(causes.map(({ id_dev, fault, from, to }) => [id_dev, fault, from, to])).toEqual([
    ['MNB-DE0001', 'dry_run', items[0]?.timestamp, items[0]?.cleared_timestamp],
    ['MNB-DE0005', 'fc_link_loss', items[1]?.timestamp, items[1]?.cleared_timestamp],
  ]);
  const open = (await alertsOf('?resolved=false')).items;
  expect(open).toMatchObject([{ id_dev: 'MNB-DE0006', code: 'NO_FLOW', severity: 'warning' }]);
  expect(open[0]?.cleared_timestamp).toBeGreaterThan(0);
});

it('R4.2 a restart keeps changes of devices, access, alerts and configurations, and the secrets of boards', async () => {
  const owner = await person(OWNER);
  const technician = await person(TECHNICIAN);
  const delegated = (await listOf(TECHNICIAN)).filter(({ access }) => access === 'delegate');
  await owner.send('DELETE', '/users-devices/MNB-DE0003');
  await owner.send('PATCH', '/users-devices/MNB-DE0002', { alias: 'Inak' });
  for (const { id_dev } of delegated) await technician.send('DELETE', `/users-devices/${id_dev}`);
  const [open] = (await alertsOf('?resolved=false')).items;
  await technician.send('POST', `/alerts/${open?.id}/resolve`);
  await technician.send('PUT', '/devices/MNB-DE0001/config', { version: 1, config: {} });
  const boards = simulated();
  await world.restart();
  expect(simulated()).toEqual(boards);
  const after = await listOf(OWNER);
  expect(after.map(({ id_dev }) => id_dev)).not.toContain('MNB-DE0003');
  expect(after.find(({ id_dev }) => id_dev === 'MNB-DE0002')).toMatchObject({ alias: 'Inak' });
  expect((await listOf(TECHNICIAN)).filter(({ access }) => access === 'delegate')).toEqual([]);
  expect(await alertsOf()).toMatchObject({ total: 3, items: [{ resolved: true }, {}, {}] });
  expect(await configOf('MNB-DE0001')).toMatchObject({ version: 2, desired: {} });
});

it('R4.2 the demo has a release with changelogs, and a restart keeps its firmware key', async () => {
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

it('R3.4 R4.3d the demo shows its mails on loopback, newest first', async () => {
  const email = 'newcomer@example.com';
  await world.browser().post('/auth/register', aRegistration({ email, locale: 'gb' }));
  const mails = await waitFor(async () => {
    const { body } = await world.browser().get('/demo/mails');
    return (body as DemoMail[]).length > 0 && (body as DemoMail[]);
  });
  expect(mails[0]).toMatchObject({ to: email, subject: 'Confirm your e-mail for MaNoBoard' });
  expect(mails[0]?.text).toContain(`${world.server.url}/confirm-email#token=`);
  const rebound = await statusWithHost('evil.example', `${world.server.url}/api/demo/mails`);
  expect(rebound).toBe(421);
});
