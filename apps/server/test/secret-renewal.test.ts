import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecretRenewal } from '@manoboard/contract/installation/enrolment';
import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Message } from '@manoboard/contract/mqtt/topics';
import { startProgram } from '@manoboard/testkit/program';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { hashSecret } from '../src/wings/devices/devices.service.ts';
import { replaceBoards } from '../src/wings/devices/enrol.repo.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let boss: Awaited<ReturnType<World['user']>>;
let folder: string;
let laterMs = 0;
const programs: ReturnType<typeof startProgram>[] = [];
beforeAll(async () => {
  world = await startWorld({ now: () => Date.now() + laterMs });
  boss = await world.user({}, ['Super Seller']);
  folder = await mkdtemp(join(tmpdir(), 'manoboard-secrets-'));
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop();
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const renew = (id_dev: string, by = boss) => by.post('/enrolments/renewals', { id_dev });
const renewals = async () => (await boss.get('/enrolments/renewals')).body as SecretRenewal[];
const isInState = (id: string, state: SecretRenewal['state']) =>
  waitFor(async () => (await renewals()).some((row) => row.id_dev === id && row.state === state), {
    what: `the state ${state} of ${id}`,
  });
type Device = Awaited<ReturnType<World['enrol']>>;
const isRefused = (device: Device, secret: string) =>
  expect(device.connect({ secret })).rejects.toThrow(/Bad username or password/);
const logsIn = async (device: Device, secret: string) => (await device.connect({ secret })).leave();

/** A board process with the secret of the device in its file. */
async function aProcess(device: Device) {
  const file = join(folder, `${device.deviceId}.secret`);
  await writeFile(file, `${device.secret}\nmqtt ${world.server.mqttUrl}\n`);
  const start = async () => {
    const program = startProgram('apps/board/dist/main.mjs', [
      ...['board', '--id', device.deviceId, '--secret-file', file, '--scenario', 'stopped'],
    ]);
    programs.push(program);
    await program.message('ready');
    return program;
  };
  const program = await start();
  await waitFor(
    async () =>
      (
        await world.db
          .selectFrom('device')
          .where('id', '=', device.id)
          .select('capabilities')
          .executeTakeFirst()
      )?.capabilities,
    { what: 'the info of the board' },
  );
  return { program, start, lines: async () => (await readFile(file, 'utf8')).trim().split('\n') };
}

/** A scripted board that stores nothing: it returns what it receives. */
async function aScripted(cap = ['secret']) {
  const device = await world.enrol();
  const board = await device.connect();
  const received: Message<'secret'>[] = [];
  board.client.on('message', (_path, payload) => {
    const decoded = decodeMessage('secret', payload);
    if (decoded.ok) received.push(decoded.message);
  });
  await board.listenToAll();
  await board.publishInfo({ cap });
  await board.publishStatus();
  const take = () => waitFor(() => received.shift(), { what: 'a new secret' });
  return { device, board, take };
}

it('a board process gets a new secret over its connection, stores it and logs in with it; the former one is refused', async () => {
  const device = await world.enrol();
  const { lines } = await aProcess(device);
  expect(await renew(device.deviceId)).toMatchObject({ status: 202, body: { state: 'sent' } });
  await isInState(device.deviceId, 'done');
  await waitFor(async () => !(await lines()).some((line) => line.startsWith('former ')));
  const [secret = '', ...others] = await lines();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(others).toEqual([`mqtt ${world.server.mqttUrl}`]);
  await isRefused(device, device.secret);
  await logsIn(device, secret);
  await world.server.storeSecurityLog();
  const rows = await world.db
    .selectFrom('security_event')
    .where('kind', '=', 'board')
    .where('outcome', '=', 'done')
    .select(['user_id', 'detail'])
    .orderBy('seq')
    .execute();
  expect(rows).toMatchObject([
    { user_id: boss.id, detail: { id_dev: device.deviceId } },
    { user_id: null, detail: { id_dev: device.deviceId, step: 'first login with the new secret' } },
  ]);
  const entries = (await world.db.selectFrom('audit').select('entry').orderBy('seq').execute()).map(
    ({ entry }) => entry,
  );
  expect(entries.flatMap((entry) => JSON.parse(entry).board_secret?.step ?? [])).toEqual([
    'asked',
    'stored',
    'used',
  ]);
  expect(entries.join()).not.toContain(secret);
  expect(world.warnings.join()).not.toContain(secret);
});

it('a board that is killed after it stored the secret and before the server has its answer logs in with the new one', async () => {
  const device = await world.enrol();
  const { program, start, lines } = await aProcess(device);
  // The server cannot store the answer, so it does not acknowledge it, and the board waits.
  await sql`
    create function refuse_stored() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`.execute(world.db);
  await sql`
    create trigger refuse_stored before update of stored_at on secret_renewal
      for each row when (new.stored_at is not null) execute function refuse_stored()`.execute(world.db);
  await renew(device.deviceId);
  await waitFor(async () => (await lines()).includes(`former ${device.secret}`), { what: 'the new secret' });
  await program.stop('SIGKILL');
  await sql`drop function refuse_stored cascade`.execute(world.db);
  expect(await renewals()).toMatchObject([{ id_dev: device.deviceId, state: 'sent' }, {}]);
  const [secret = ''] = await lines();
  await start();
  await isInState(device.deviceId, 'done');
  await isRefused(device, device.secret);
  await logsIn(device, secret);
});

it('both secrets are valid until the first login with the new one', async () => {
  const { device, board, take } = await aScripted();
  await renew(device.deviceId);
  const { id, secret } = await take();
  await board.publish('secret/ack', { v: 1, id, st: 'stored' });
  expect((await renewals())[0]).toMatchObject({ id_dev: device.deviceId, state: 'stored' });
  await logsIn(device, device.secret);
  await logsIn(device, secret);
  await isRefused(device, device.secret);
  expect((await renewals())[0]).toMatchObject({ state: 'done' });
});

it('a second new secret replaces one that was not used; the former one stays valid until the second was used', async () => {
  const { device, take } = await aScripted();
  await renew(device.deviceId);
  const first = await take();
  expect(await renew(device.deviceId)).toMatchObject({
    status: 429,
    body: { detail: 'TOO_MANY_REQUESTS', retry_after: 30 },
  });
  laterMs += 31_000;
  expect((await renew(device.deviceId)).status).toBe(202);
  const second = await take();
  await isRefused(device, first.secret);
  await logsIn(device, device.secret);
  await logsIn(device, second.secret);
  for (const gone of [device.secret, first.secret]) await isRefused(device, gone);
});

it('a board that cannot store the new secret keeps the former one, and an enrolment withdraws a new one', async () => {
  const { device, board, take } = await aScripted();
  await renew(device.deviceId);
  const failed = await take();
  await board.publish('secret/ack', { v: 1, id: failed.id, st: 'failed' });
  expect((await renewals())[0]).toMatchObject({ id_dev: device.deviceId, state: 'failed' });
  await isRefused(device, failed.secret);
  expect((await renew(device.deviceId)).status).toBe(202);
  const withdrawn = await take();
  const answer = await boss.post('/enrolments', { id_dev: device.deviceId, is_replacing: true });
  const { secret } = answer.body as { secret: string };
  for (const gone of [device.secret, failed.secret, withdrawn.secret]) await isRefused(device, gone);
  await logsIn(device, secret);
});

it('refuses a board that is offline, unknown or of an older version, and other roles', async () => {
  const { device, board } = await aScripted(['restart']);
  expect(await renew(device.deviceId)).toMatchObject({ status: 409, body: { detail: 'NOT_SUPPORTED' } });
  await board.leave();
  await waitFor(async () => (await renew(device.deviceId)).status === 409);
  expect(await renew(device.deviceId)).toMatchObject({ body: { detail: 'DEVICE_OFFLINE' } });
  expect(await renew('MNB-FFFF0000')).toMatchObject({ status: 404, body: { detail: 'DEVICE_NOT_FOUND' } });
  const staff = await world.user({}, ['Technician']);
  expect((await renew(device.deviceId, staff)).status).toBe(403);
  expect((await staff.get('/enrolments/renewals')).status).toBe(403);
});

it('a login with a new secret that an enrolment withdraws meanwhile does not make it the only one', async () => {
  const { device, take } = await aScripted();
  await renew(device.deviceId);
  const withdrawn = await take();
  const enrolled = 'the-secret-of-the-enrolment';
  const tx = await world.db.startTransaction().execute();
  await replaceBoards(tx, [{ deviceId: device.deviceId, secretHash: hashSecret(enrolled), claimHash: null }]);
  const refused = isRefused(device, withdrawn.secret);
  await waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
    return rows.length > 0;
  });
  await tx.commit().execute();
  await refused;
  await logsIn(device, enrolled);
});
