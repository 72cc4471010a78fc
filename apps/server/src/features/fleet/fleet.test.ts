import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MAX_WATCHED } from '@manoboard/contract/http/calls/devices';
import type { Role } from '@manoboard/contract/nouns/account';
import { FleetPage } from '@manoboard/contract/nouns/fleet';
import { anEvent, aReading } from '@manoboard/testkit/factories';
import { aReleaseFile } from '@manoboard/testkit/signed-firmware';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makerKeyFile } from '../../../test/firmware-world.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { deviceKeyOf } from '../../db/device-key.ts';

type Reading = Parameters<typeof aReading>[0];
type Fields = Partial<{ alias: string; fc_id: string; fc_type: string; version: string; hw: string }>;

const keys = makerKeyFile();
/** Advances with each frame only: values of a slow test run stay live. */
const clock = { ms: Date.now() };
let world: World;
let technician: Awaited<ReturnType<World['user']>>;
let eva: typeof technician;
let ivan: typeof technician;
/** By alias. */
const ids = new Map<string, string>();
const boards: Awaited<ReturnType<Awaited<ReturnType<World['enrol']>>['connect']>>[] = [];

/** A device that has reported this; without a reading it never connected. */
async function aDevice(owner: typeof eva | undefined, fields: Fields & { alias: string }, reading?: Reading) {
  const device = await world.enrol(owner?.id);
  ids.set(fields.alias, device.deviceId);
  const fc = { fc_id: `FC-${device.deviceId.slice(4)}`, fc_type: 'GD10', version: '1.5.0', hw: 'MNB-2' };
  await world.db
    .updateTable('device')
    .where('id', '=', device.id)
    .set({ ...fc, ...fields })
    .execute();
  if (!reading) return { device, board: undefined };
  clock.ms += 1000;
  const board = await device.connect();
  boards.push(board);
  await board.publishStatus();
  await board.publishTele({ d: aReading(reading) });
  return { device, board };
}

const idOf = (alias: string) => ids.get(alias) ?? '';
const nowS = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  world = await startWorld({ env: { FIRMWARE_KEYS: keys }, now: () => clock.ms });
  technician = await world.user({ email: 'zz@example.com' }, ['Technician']);
  const boss = await world.user({}, ['Super Seller']);
  await boss.request('/firmware/releases', {
    method: 'POST',
    body: Buffer.from(aReleaseFile()),
    headers: { 'content-type': 'application/octet-stream' },
  });
  eva = await world.user({
    name: 'Eva',
    surname: 'Žltá',
    email: 'eva.zlta@example.org',
    phone_number: '+421 905 777 321',
  });
  ivan = await world.user({ name: 'Ivan', surname: 'Čierny', email: 'ivan@example.net' });
  await world.db
    .updateTable('app_user')
    .where('id', '=', eva.id)
    .set({ address: 'Hlavná 7, Košice' })
    .execute();

  await aDevice(eva, { alias: 'Beží', version: '1.4.2' });
  await aDevice(eva, { alias: 'Alarm', fc_type: 'GD20' }, { on_off_state_r: 1, frequency_fc: 42 });
  await aDevice(ivan, { alias: 'Čaká', version: '1.4.10' }, { on_off_state_r: 1, frequency_fc: 0 });
  const dry = await aDevice(ivan, { alias: 'Nasucho' }, { on_off_state_r: 3, frequency_fc: 0 });
  await aDevice(undefined, { alias: 'Vypnuté' }, { on_off_state_r: 3, frequency_fc: 0 });
  await aDevice(ivan, { alias: 'Porucha' }, { on_off_state_r: 4, frequency_fc: 0, fault: 10 });
  await aDevice(eva, { alias: 'Neznáme' }, { on_off_state_r: 1, frequency_fc: 42 });
  await aDevice(eva, { alias: 'Studňa', fc_id: 'GD10-987654' }, { on_off_state_r: 1, frequency_fc: 30 });
  await world.enrol();

  await dry.board?.publish('event', anEvent({ ts: nowS() }));
  // Only the converter of this board does not answer any more.
  await boards[5]?.publishTele({ fc: 0, d: {} });
  const alerts = [
    ['Alarm', 'E1', 'alarm', null],
    ['Alarm', 'E2', 'info', null],
    ['Studňa', 'E3', 'alarm', new Date()],
  ] as const;
  for (const [alias, event_id, severity, resolved_at] of alerts)
    await world.db
      .insertInto('alert')
      .values({
        device_id: deviceKeyOf(idOf(alias)),
        ...{ event_id, severity, resolved_at },
        code: 'NO_FLOW',
        raised_at: new Date(),
      })
      .execute();
  await technician.send('PUT', `/devices/${idOf('Vypnuté')}/lock-out`, { reason: 'Oprava' });
});
afterAll(async () => {
  for (const board of boards) await board.leave();
  await world.stop();
  await rm(dirname(keys), { recursive: true });
});

async function list(query: Record<string, string> = {}, by: Pick<typeof eva, 'get'> = technician) {
  const { status, body } = await by.get(`/devices/fleet?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return z.parse(FleetPage, body);
}
const aliases = async (query: Record<string, string> = {}) =>
  (await list(query)).items.map(({ alias }) => alias);

const BY_NEED = ['Porucha', 'Beží', 'Alarm', 'Nasucho', 'Neznáme', 'Vypnuté', 'Čaká', 'Studňa'];

describe('R7.1 R7.2 the fleet list', () => {
  it.each<[Role[], number]>([
    [['Technician'], 200],
    [['Seller'], 200],
    [['Super Seller'], 200],
    [[], 403],
  ])('answers %s with %i, also as CSV', async (roles, status) => {
    const user = await world.user({}, roles);
    expect((await user.get('/devices/fleet')).status).toBe(status);
    expect((await user.get('/devices/fleet.csv')).status).toBe(status);
  });

  it('has every column of a device, with the owner and the reason of its state', async () => {
    const { items } = await list({ q: idOf('Porucha') });
    expect(items).toEqual([
      {
        id_dev: idOf('Porucha'),
        fc_id: `FC-${idOf('Porucha').slice(4)}`,
        alias: 'Porucha',
        owner: { name: 'Ivan', surname: 'Čierny', email: 'ivan@example.net', phone_number: null },
        address: null,
        fc_type: 'GD10',
        version: '1.5.0',
        is_outdated: false,
        state: 'fault',
        reason: { kind: 'fault', code: 10 },
        open_alerts: 0,
        worst_severity: null,
        last_contact: expect.any(Number),
        is_online: true,
        locked_out: false,
      },
    ]);
  });

  it('shows what needs a person first: fault, offline, open alerts, unknown, stopped', async () => {
    const { items, total, counts, next } = await list();
    expect(items.map(({ alias }) => alias)).toEqual(BY_NEED);
    expect([total, next]).toEqual([8, null]);
    expect(counts).toEqual({
      ...{ running: 2, waiting: 1, stopped: 2, fault: 1, offline: 1, unknown: 1 },
      ...{ outdated: 2, locked_out: 1 },
    });
  });

  it('R5.1 R5.3 shows the reason of a stop, and a state that is not current as unknown', async () => {
    const rows = new Map((await list()).items.map((item) => [item.alias, item]));
    expect(rows.get('Nasucho')).toMatchObject({
      state: 'stopped',
      reason: { kind: 'protection', code: 'DRY_RUN' },
      ...{ open_alerts: 1, worst_severity: 'alarm' },
    });
    expect(rows.get('Vypnuté')).toMatchObject({
      state: 'stopped',
      reason: null,
      owner: null,
      locked_out: true,
    });
    expect(rows.get('Neznáme')).toMatchObject({
      state: 'stale',
      reason: { kind: 'link', code: 'converter' },
    });
    expect(rows.get('Beží')).toMatchObject({ state: 'offline', is_online: false, last_contact: null });
    expect(rows.get('Alarm')).toMatchObject({ state: 'running', open_alerts: 2, worst_severity: 'alarm' });
    expect(rows.get('Studňa')).toMatchObject({ open_alerts: 0, worst_severity: null });
  });

  it.each([
    ['alias', 'STUDNA', ['Studňa']],
    ['FC ID', '10-9876', ['Studňa']],
    ['FC type', 'gd20', ['Alarm']],
    ['version', '1.4.', ['Beží', 'Čaká']],
    ['name', 'cierny', ['Porucha', 'Nasucho', 'Čaká']],
    ['e-mail', 'ivan@EX', ['Porucha', 'Nasucho', 'Čaká']],
    ['phone without spaces', '+421905777', ['Beží', 'Alarm', 'Neznáme', 'Studňa']],
    ['phone as written', '905 777', ['Beží', 'Alarm', 'Neznáme', 'Studňa']],
    ['address', 'kosice', ['Beží', 'Alarm', 'Neznáme', 'Studňa']],
    ['words of device and owner in any order', 'gd20 žltá košice eva', ['Alarm']],
    ['wildcards are literal', '%', []],
    ['quotes', "' or 1=1 --", []],
  ])('is searched by %s', async (_what, q, expected) => {
    expect(await aliases({ q })).toEqual(expected);
  });

  it('is searched by device ID', async () => {
    expect(await aliases({ q: idOf('Čaká').toLowerCase() })).toEqual(['Čaká']);
  });

  it.each([
    [{ state: 'running' }, ['Alarm', 'Studňa']],
    [{ state: 'waiting' }, ['Čaká']],
    [{ state: 'stopped' }, ['Nasucho', 'Vypnuté']],
    [{ state: 'fault' }, ['Porucha']],
    [{ state: 'offline' }, ['Beží']],
    [{ state: 'unknown' }, ['Neznáme']],
    [{ outdated: 'true' }, ['Beží', 'Čaká']],
    [{ outdated: 'false', state: 'stopped' }, ['Nasucho', 'Vypnuté']],
    [{ locked_out: 'true' }, ['Vypnuté']],
    [{ locked_out: 'false', state: 'stopped' }, ['Nasucho']],
    [{ outdated: 'true', state: 'running' }, []],
  ])('is filtered by %o', async (query, expected) => {
    const { items, total } = await list(query);
    expect(items.map(({ alias }) => alias)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it('counts what the search finds, regardless of the other filters', async () => {
    const { total, counts } = await list({ q: 'ivan', state: 'fault', outdated: 'false' });
    expect(total).toBe(1);
    expect(counts).toEqual({
      ...{ running: 0, waiting: 1, stopped: 1, fault: 1, offline: 0, unknown: 0 },
      ...{ outdated: 1, locked_out: 0 },
    });
  });

  it.each<[Record<string, string>, string[]]>([
    [{ sort: 'alias' }, ['Alarm', 'Beží', 'Čaká', 'Nasucho', 'Neznáme', 'Porucha', 'Studňa', 'Vypnuté']],
    [
      { sort: 'alias', order: 'desc' },
      ['Vypnuté', 'Studňa', 'Porucha', 'Neznáme', 'Nasucho', 'Čaká', 'Beží', 'Alarm'],
    ],
    [{ sort: 'owner' }, ['Čaká', 'Nasucho', 'Porucha', 'Alarm', 'Beží', 'Neznáme', 'Studňa', 'Vypnuté']],
    [
      { sort: 'owner', order: 'desc' },
      ['Alarm', 'Beží', 'Neznáme', 'Studňa', 'Čaká', 'Nasucho', 'Porucha', 'Vypnuté'],
    ],
    [{ sort: 'address' }, ['Alarm', 'Beží', 'Neznáme', 'Studňa', 'Čaká', 'Nasucho', 'Porucha', 'Vypnuté']],
    [
      { sort: 'fc_type', order: 'desc' },
      ['Alarm', 'Beží', 'Čaká', 'Nasucho', 'Neznáme', 'Porucha', 'Studňa', 'Vypnuté'],
    ],
    [{ sort: 'version' }, ['Beží', 'Čaká', 'Alarm', 'Nasucho', 'Neznáme', 'Porucha', 'Studňa', 'Vypnuté']],
    [
      { sort: 'alerts', order: 'desc' },
      ['Alarm', 'Nasucho', 'Beží', 'Čaká', 'Neznáme', 'Porucha', 'Studňa', 'Vypnuté'],
    ],
    [
      { sort: 'state', order: 'desc' },
      ['Studňa', 'Čaká', 'Vypnuté', 'Neznáme', 'Alarm', 'Nasucho', 'Beží', 'Porucha'],
    ],
  ])('is sorted by %o', async (query, expected) => expect(await aliases(query)).toEqual(expected));

  it('sorted by last contact, a device that never connected is last in both directions', async () => {
    const up = await aliases({ sort: 'last_contact' });
    const down = await aliases({ sort: 'last_contact', order: 'desc' });
    expect([up.at(-1), down.at(-1)]).toEqual(['Beží', 'Beží']);
    const { items } = await list({ sort: 'last_contact', order: 'desc' });
    const times = items.flatMap(({ last_contact }) => last_contact ?? []);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(times).size).toBeGreaterThan(4);
  });

  it.each([
    { limit: '0' },
    { limit: '201' },
    { sort: 'password' },
    { state: 'stale' },
    { outdated: '1' },
    { cursor: 'x' },
    { x: '1' },
  ])('422 for %o', async (query) =>
    expect((await technician.get(`/devices/fleet?${new URLSearchParams(query)}`)).status).toBe(422),
  );
});

describe('pages of the fleet list', () => {
  async function readAll(query: Record<string, string>, between: (page: number) => Promise<unknown>) {
    const pages = [await list(query)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
      await between(pages.length);
      pages.push(await list({ ...query, cursor: next }));
    }
    return pages;
  }
  const found = (pages: z.infer<typeof FleetPage>[]) =>
    pages.flatMap(({ items }) => items.map(({ alias }) => alias));

  it('make the whole list', async () => {
    const pages = await readAll({ limit: '3' }, async () => {});
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 2]);
    expect(found(pages)).toEqual(BY_NEED);
    expect(pages.map(({ total }) => total)).toEqual([8, 8, 8]);
  });

  it('neither repeat nor skip a device whose state changes meanwhile, and show its current state', async () => {
    const { board } = await aDevice(eva, { alias: 'Zmena' }, { on_off_state_r: 1, frequency_fc: 30 });
    const query = { limit: '4' };
    const stateOf = async () => (await list({ q: idOf('Zmena') })).items[0]?.state;
    const pages = await readAll(query, async (page) => {
      if (page !== 1) return;
      await board?.publishTele({ d: aReading({ on_off_state_r: 4, fault: 10 }) });
      await waitFor(async () => (await stateOf()) === 'fault');
    });
    expect(found(pages)).toEqual([...BY_NEED, 'Zmena']);
    expect(pages.at(-1)?.items.at(-1)?.state).toBe('fault');
    expect((await aliases()).slice(0, 2)).toEqual(['Porucha', 'Zmena']);
    await board?.leave();
    await world.db.updateTable('device').where('id_dev', '=', idOf('Zmena')).set({ fc_id: null }).execute();
  });

  it('continue after the last device in a new order when the server has lost the order', async () => {
    const first = await list({ limit: '3', sort: 'alias' });
    const [, ...place] = first.next?.split('-') ?? [];
    const lost = await list({ limit: '3', sort: 'alias', cursor: ['0', ...place].join('-') });
    const after = await list({ limit: '3', sort: 'alias', cursor: lost.next ?? '' });
    expect(found([first, lost, after])).toEqual(await aliases({ sort: 'alias' }));
  });

  it('continue in the order of the same user and filters only', async () => {
    const { next } = await list({ limit: '3' });
    const other = await world.user({}, ['Seller']);
    const cursor = next ?? '';
    const ofOther = await list({ limit: '3', cursor }, other);
    expect(ofOther.items.map(({ alias }) => alias)).toEqual(BY_NEED.slice(3, 6));
    expect(ofOther.next?.split('-')[0]).not.toBe(cursor.split('-')[0]);
    const filtered = await list({ limit: '3', cursor, sort: 'alias' });
    expect(filtered.next?.split('-')[0]).not.toBe(cursor.split('-')[0]);
  });
});

describe('the fleet list as CSV', () => {
  const csv = async (query: Record<string, string>) => {
    const { body, headers } = await technician.get(`/devices/fleet.csv?${new URLSearchParams(query)}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('fleet.csv');
    return String(body).replace('\uFEFF', '').trim().split('\r\n');
  };

  it('has the rows of the list, with the same filters and order', async () => {
    const [head, ...lines] = await csv({ q: 'ivan', sort: 'alias', order: 'desc' });
    expect(head).toContain('id_dev,fc_id,alias,state,reason,open_alerts');
    expect(lines.map((text) => text.split(',').slice(2, 5))).toEqual([
      ['Porucha', 'fault', '10'],
      ['Nasucho', 'stopped', 'DRY_RUN'],
      ['Čaká', 'waiting', ''],
    ]);
    expect(await csv({ state: 'offline' })).toHaveLength(2);
    expect(await csv({ q: 'xyzxyz' })).toHaveLength(1);
  });

  it('escapes formulas in texts of users', async () => {
    const mallory = await world.user({ name: '=1+1', surname: '@x', email: 'mallory@example.com' });
    await aDevice(mallory, { alias: '=HYPERLINK("http://x")' });
    const [, line] = await csv({ q: 'mallory' });
    expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(line).toContain(`"'=1+1","'@x"`);
  });
});

it('a stream updates the states of 200 shown devices of other users', async () => {
  const shown = Array.from({ length: MAX_WATCHED }, (_, n) => `MNB-Q${String(n).padStart(4, '0')}`);
  await world.db
    .insertInto('device')
    .values(shown.map((id_dev) => ({ id_dev, secret_hash: Buffer.alloc(1) })))
    .execute();
  const query = (all: readonly string[]) => `?${all.map((deviceId) => `device_id=${deviceId}`).join('&')}`;
  const stream = await technician.stream(query([idOf('Studňa'), ...shown.slice(1)]));
  const { last_data, online } = (await stream.next('snapshot')).data;
  expect(last_data).toHaveLength(MAX_WATCHED);
  expect(online).toEqual([idOf('Studňa')]);
  await boards[6]?.publishTele({ d: aReading({ on_off_state_r: 4, fault: 7 }) });
  expect((await stream.next('last-data')).data).toMatchObject({
    device_id: idOf('Studňa'),
    data: { fault: 7 },
  });
  stream.close();
  expect((await technician.get(`/actual-data/all-last-data${query(shown)}`)).body).toHaveLength(MAX_WATCHED);
  expect((await technician.get(`/actual-data/all-last-data${query([...shown, 'MNB-T0001'])}`)).status).toBe(
    422,
  );
});
