import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertDetail } from '@manoboard/contract/alert/alert';
import type { Commissioning } from '@manoboard/contract/device/commissioning';
import type { DeviceState } from '@manoboard/contract/device/device-state';
import type { RegisterList } from '@manoboard/contract/device/diagnostics';
import { freePort } from '@manoboard/testkit/free-port';
import { startProgram } from '@manoboard/testkit/program';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from './alert-house.ts';
import { startWorld, type World } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'manoboard-parameters-'));
let world: World;
let board: ReturnType<typeof startProgram>;
let owner: Awaited<ReturnType<World['user']>>;
let technician: typeof owner;
let deviceId: string;
let panelPort: number;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.user();
  technician = await world.user({}, ['Technician']);
  const device = await world.enrol(owner.id);
  ({ deviceId } = device);
  writeFileSync(join(folder, 'secret'), device.secret);
  panelPort = await freePort();
  board = startProgram('apps/board/dist/main.mjs', [
    ...['board', '--mqtt', world.server.mqttUrl, '--id', deviceId, '--secret-file', join(folder, 'secret')],
    ...['--state', join(folder, 'state'), '--panel', `${panelPort}`, '--scenario', 'stopped'],
  ]);
  await board.message('ready');
  await waitFor(async () => (await listed())?.fc_type === 'GD10', { what: 'the info of the board' });
});
afterAll(async () => {
  await board.stop();
  await world.stop();
  rmSync(folder, { recursive: true });
});

const WAKE_DELAY = 'P01.20';
const listed = async () => (await owner.get(`/devices/${deviceId}/registers`)).body as RegisterList;
const rowOf = async (label: string) => (await listed()).registers.find((row) => row.label === label);

/** Changes a parameter at the keypad of the simulated converter. */
async function press(label: string, word: number) {
  const { status } = await fetch(`http://127.0.0.1:${panelPort}/boards/${deviceId}/keypad/${label}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ word }),
  });
  expect(status).toBe(200);
}
const check = () => world.server.checkParameters();
const alertsNow = async () => (await pageOf(owner)).items;
const openAlert = () =>
  waitFor(async () => (await alertsNow()).find(({ cleared_timestamp }) => cleared_timestamp === null), {
    what: 'an open alert',
  });
const cleared = (id: number) =>
  waitFor(async () => (await alertsNow()).find((alert) => alert.id === id && alert.cleared_timestamp), {
    what: 'a cleared alert',
  });

it('a parameter changed at the keypad raises an alert with the old and the new value; the old value clears it', async () => {
  await check();
  const before = await rowOf(WAKE_DELAY);
  await press(WAKE_DELAY, 450);
  await check();
  const raised = await openAlert();
  expect(raised).toMatchObject({ kind: 'register_drift', code: 'REGISTER_DRIFT', severity: 'warning' });
  expect(raised.description).toContain('P01.20');
  const detail = (await owner.get(`/alerts/${raised.id}`)).body as AlertDetail;
  expect(detail.numbers).toMatchObject({
    group: 1,
    index: 20,
    expected: before?.value,
    found: 45,
    others: 0,
  });
  expect(await rowOf(WAKE_DELAY)).toMatchObject({ word: 450, previous_word: before?.word });
  await check();
  expect(await rowOf(WAKE_DELAY)).toMatchObject({ word: 450, previous_word: before?.word });
  await press(WAKE_DELAY, before?.word ?? 0);
  await check();
  await cleared(raised.id);
});

it('a person who resolves the alert accepts the new value', async () => {
  await press('P09.04', 321);
  await check();
  const { id } = await openAlert();
  // The alert of a moment ago, open again: it names what has changed now.
  const detail = (await owner.get(`/alerts/${id}`)).body as AlertDetail;
  expect(detail).toMatchObject({ occurrences: 2, numbers: { group: 9, index: 4, found: 3.21 } });
  expect((await owner.send('POST', `/alerts/${id}/resolve`, {})).status).toBe(200);
  await cleared(id);
  await check();
  expect((await alertsNow()).filter(({ cleared_timestamp }) => cleared_timestamp === null)).toEqual([]);
});

it('a value that a technician writes is expected from then on', async () => {
  const written = await technician.post(`/mqtt/${deviceId}/write-register`, { register: 0x0114, value: 70 });
  expect(written.status).toBe(200);
  const known = (await alertsNow()).length;
  await check();
  await press(WAKE_DELAY, 80);
  await check();
  const { id } = await openAlert();
  const detail = (await owner.get(`/alerts/${id}`)).body as AlertDetail;
  expect(detail.numbers).toMatchObject({ expected: 7, found: 8 });
  expect((await alertsNow()).length - known).toBeLessThanOrEqual(1);
});

describe('a converter that starts by itself', () => {
  const stateOf = async () => (await owner.get(`/devices/${deviceId}/state`)).body as DeviceState;
  const openStart = () =>
    waitFor(
      async () =>
        (await alertsNow()).find(
          ({ kind, cleared_timestamp }) => kind === 'self_start_enabled' && cleared_timestamp === null,
        ),
      { what: 'an open alert about starting by itself' },
    );

  it('R4.5 is not found while its parameters have the wanted values; the state names them', async () => {
    await check();
    expect((await stateOf()).fc.self_starts).toMatchObject([
      { after: 'power_cut', label: 'P01.21', address: 0x0115, value: 0, is_on: false },
      { after: 'fault', label: 'P08.28', address: 0x081c, value: 0, is_on: false },
    ]);
    expect((await alertsNow()).some(({ kind }) => kind === 'self_start_enabled')).toBe(false);
  });

  it('R5.10 is an alert under a tag too, and the commissioning asks whether it may', async () => {
    await technician.send('PUT', `/devices/${deviceId}/lock-out`, { reason: 'výmena čerpadla' });
    await press('P01.21', 1);
    await check();
    const raised = await openStart();
    expect(raised).toMatchObject({ code: 'SELF_START_ENABLED', severity: 'warning' });
    expect(raised.description).toContain('P01.21');
    expect((await stateOf()).fc.self_starts[0]).toMatchObject({ value: 1, is_on: true });
    await technician.send('DELETE', `/devices/${deviceId}/lock-out`);

    const path = `/devices/${deviceId}/commissionings`;
    const { number } = (await technician.post(path, {})).body as Commissioning;
    const answered = await technician.send('PUT', `${path}/${number}/steps/self_start`, {
      self_start: 'after_power_cut',
    });
    const step = (answered.body as Commissioning).steps.find(({ name }) => name === 'self_start');
    expect(step).toMatchObject({
      status: 'done',
      result: {
        is_accepted: true,
        figures: { self_start: 'after_power_cut', self_starts: [{ label: 'P01.21', value: 1 }, {}] },
      },
    });
    for (const { name, status } of (answered.body as Commissioning).steps)
      if (status === 'open')
        await technician.post(`${path}/${number}/steps/${name}/skip`, { reason: 'netreba' });
    const finished = await technician.post(`${path}/${number}/finish`, { taken_by: 'Martin Novák' });
    expect((finished.body as Commissioning).card).toMatchObject({ self_start: 'after_power_cut' });
    // The permission holds from the next input of the rules on.
    await check();
    await cleared(raised.id);
  });

  it('an automatic fault reset is permitted by no answer', async () => {
    await press('P08.28', 3);
    await check();
    const { id, description } = await openStart();
    expect(description).toContain('P08.28');
    await press('P08.28', 0);
    await check();
    await cleared(id);
  });
});

it('reads of the server are not logged as commands', async () => {
  const { items } = (await owner.get(`/devices/${deviceId}/activity`)).body as { items: unknown[] };
  expect(JSON.stringify(items)).not.toContain('reg_read');
  const rows = await world.db.selectFrom('command').select('op').execute();
  // The stop is that of the lock-out tag.
  expect(rows.map(({ op }) => op)).toEqual(['reg_write', 'start_stop']);
});
