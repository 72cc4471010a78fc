import type { Role } from '@manoboard/contract/account/account';
import type { AlertPage } from '@manoboard/contract/alert/alert';
import { FleetDevice, FleetPage } from '@manoboard/contract/fleet/fleet';
import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type FleetWorld, startFleetWorld } from '../../../test/fleet-world.ts';

let world: FleetWorld;
let technician: FleetWorld['technician'];
let idOf: FleetWorld['idOf'];

beforeAll(async () => {
  world = await startFleetWorld();
  ({ technician, idOf } = world);
});
afterAll(() => world.stop());

async function list(query: Record<string, string> = {}, by: Pick<FleetWorld['eva'], 'get'> = technician) {
  const { status, body } = await by.get(`/devices/fleet?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return z.parse(FleetPage, body);
}
/** The rows of these devices, by ID. */
async function rows(ids: readonly string[], by: Pick<FleetWorld['eva'], 'get'> = technician) {
  const { status, body } = await by.get(
    `/devices/fleet/rows?${ids.map((id) => `device_id=${id}`).join('&')}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return z.parse(z.array(FleetDevice), body);
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
  ])('answers %s with %i, also as CSV and by ID', async (roles, status) => {
    const user = await world.user({}, roles);
    expect((await user.get('/devices/fleet')).status).toBe(status);
    expect((await user.get('/devices/fleet.csv')).status).toBe(status);
    expect((await user.get(`/devices/fleet/rows?device_id=${idOf('Porucha')}`)).status).toBe(status);
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
        place: null,
        fc_type: 'GD10',
        version: '1.5.0',
        is_outdated: false,
        state: 'fault',
        reason: { kind: 'fault', code: 10 },
        water: { kind: 'there', tone: 'act', reason: 'fault' },
        switched_off: null,
        open_alerts: 0,
        worst_severity: null,
        alert: null,
        last_contact: expect.any(Number),
        is_online: true,
        lock_out: null,
        assignee: null,
        labels: [],
        system: null,
      },
    ]);
  });

  it('shows what needs a person first: fault, offline, open alerts, unknown, stopped', async () => {
    const { items, total, counts, ids } = await list();
    expect(items.map(({ alias }) => alias)).toEqual(BY_NEED);
    expect([total, ids]).toEqual([8, undefined]);
    expect(counts).toEqual({
      running: 2,
      waiting: 1,
      stopped: 2,
      fault: 1,
      offline: 1,
      unknown: 1,
      outdated: 2,
      locked_out: 1,
      needs_person: 4,
    });
  });

  it('R5.1 R5.3 shows the reason of a stop, and a state that is not current as unknown', async () => {
    const rows = new Map((await list()).items.map((item) => [item.alias, item]));
    expect(rows.get('Nasucho')).toMatchObject({
      state: 'stopped',
      reason: { kind: 'protection', code: 'DRY_RUN' },
      open_alerts: 1,
      worst_severity: 'alarm',
    });
    expect(rows.get('Vypnuté')).toMatchObject({
      state: 'stopped',
      reason: null,
      owner: null,
    });
    expect(rows.get('Neznáme')).toMatchObject({
      state: 'stale',
      reason: { kind: 'link', code: 'converter' },
    });
    expect(rows.get('Beží')).toMatchObject({ state: 'offline', is_online: false, last_contact: null });
    expect(rows.get('Alarm')).toMatchObject({ state: 'running', open_alerts: 2, worst_severity: 'alarm' });
    expect(rows.get('Studňa')).toMatchObject({ open_alerts: 0, worst_severity: null });
  });

  it('R7.4 names the alert that lasts; a shelved one is neither named nor counted, and needs no person', async () => {
    const { items } = (await technician.get(`/alerts?device_id=${idOf('Nasucho')}`)).body as AlertPage;
    const shelving = (how: 'shelve' | 'unshelve', body?: object) =>
      technician.send('POST', `/alerts/${items[0]?.id}/${how}`, body);
    const row = async () => (await rows([idOf('Nasucho')]))[0];
    const alert = { sk: 'Chod nasucho', gb: 'Dry running' };
    expect(await row()).toMatchObject({ open_alerts: 1, alert });
    await shelving('shelve', { minutes: 60 });
    expect(await row()).toMatchObject({ open_alerts: 0, worst_severity: null, alert: null });
    expect(await aliases()).toEqual([...BY_NEED.slice(0, 3), 'Neznáme', 'Nasucho', ...BY_NEED.slice(5)]);
    await shelving('unshelve');
    expect(await row()).toMatchObject({ open_alerts: 1, alert });
    // Its condition is over, although no person has resolved it.
    expect((await rows([idOf('Alarm')]))[0]).toMatchObject({ open_alerts: 2, alert: null });
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
      running: 0,
      waiting: 1,
      stopped: 1,
      fault: 1,
      offline: 0,
      unknown: 0,
      outdated: 1,
      locked_out: 0,
      needs_person: 2,
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

  it('R4.17 is sorted by the distance of the pins from a point, and devices without a pin are last', async () => {
    const pin = (alias: string, lat: number, lon: number) =>
      world.db
        .updateTable('device')
        .set({ place: JSON.stringify({ name: null, address: null, lat, lon, key_at: null }) })
        .where('alias', '=', alias)
        .execute();
    // A degree of longitude is shorter than one of latitude here.
    await Promise.all([pin('Studňa', 48.7, 19.9), pin('Alarm', 49.3, 19.1), pin('Porucha', 48.7, 19.2)]);
    const near = await aliases({ near: '48.74,19.15', sort: 'alias' });
    expect(near.slice(0, 4)).toEqual(['Porucha', 'Studňa', 'Alarm', 'Beží']);
    expect((await aliases({ near: '48.74,19.15', state: 'fault' }))[0]).toBe('Porucha');
    await world.db.updateTable('device').set({ place: null }).execute();
  });

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
    { ids: '1' },
    { cursor: 'x' },
    { near: '48.736312,19.1' },
    { near: 'home' },
    { x: '1' },
  ])('422 for %o', async (query) =>
    expect((await technician.get(`/devices/fleet?${new URLSearchParams(query)}`)).status).toBe(422),
  );
});

describe('rows of the fleet list by ID', () => {
  const orderOf = async (query: Record<string, string> = {}) =>
    (await list({ ...query, ids: 'true' })).ids ?? [];

  it('the list names all devices of the order once, with the number of devices of each rank', async () => {
    const { items, total, ids, ranks } = await list({ ids: 'true', limit: '3' });
    expect(items.map(({ alias }) => alias)).toEqual(BY_NEED.slice(0, 3));
    expect(total).toBe(8);
    expect(ids).toEqual(BY_NEED.map(idOf));
    expect(ranks).toEqual([1, 1, 2, 1, 1, 1, 1]);
    expect((await list({ ids: 'true', state: 'running' })).ranks).toEqual([0, 0, 1, 0, 0, 0, 1]);
    expect(await orderOf({ q: 'xyzxyz' })).toEqual([]);
  });

  it('are in the requested order, and the same as in the list', async () => {
    const wanted = ['Studňa', 'Porucha', 'Vypnuté'].map(idOf);
    const listed = new Map((await list()).items.map((item) => [item.id_dev, item]));
    expect(await rows(wanted)).toEqual(wanted.map((id) => listed.get(id)));
  });

  it('show the current state of a device that changed after the order was read, without repeating or skipping', async () => {
    await world.addDevice(world.eva, { alias: 'Zmena' }, { on_off_state_r: 1, frequency_fc: 30 });
    const order = await orderOf();
    const before = await rows(order.slice(0, 4));
    await world.boards.get('Zmena')?.publishTele({ d: aReading({ on_off_state_r: 4, fault: 10 }) });
    await waitFor(async () => (await rows([idOf('Zmena')]))[0]?.state === 'fault');
    const after = await rows(order.slice(4));
    expect([...before, ...after].map(({ alias }) => alias)).toEqual([...BY_NEED, 'Zmena']);
    expect(after.at(-1)?.state).toBe('fault');
    expect((await aliases()).slice(0, 2)).toEqual(['Porucha', 'Zmena']);
    await world.boards.get('Zmena')?.leave();
    await world.db.updateTable('device').where('id_dev', '=', idOf('Zmena')).set({ fc_id: null }).execute();
  });

  it('are read from another server in the order of the first', async () => {
    const order = await orderOf({ sort: 'alias' });
    const second = await world.startSecond();
    const ofSecond = second.browser(technician);
    expect((await rows(order.slice(3, 6), ofSecond)).map(({ id_dev }) => id_dev)).toEqual(order.slice(3, 6));
    expect((await list({ sort: 'alias', ids: 'true' }, ofSecond)).ids).toEqual(order);
    await second.stop();
  });

  it('are missing for forged IDs, for a device that left the list and for one without a converter; others are listed', async () => {
    const wanted = ['MNB-FFFFFF', idOf('Zmena'), world.withoutConverter, idOf('Studňa'), idOf('Studňa')];
    expect((await rows(wanted)).map(({ alias }) => alias)).toEqual(['Studňa']);
  });

  it.each([
    ['no ID', ''],
    ['an empty ID', 'device_id='],
    ['a row number', 'device_id=1'],
    ['SQL', `device_id=${encodeURIComponent("MNB-1');drop table device--")}`],
    ['an array literal', `device_id=${encodeURIComponent('{MNB-FFFF,MNB-EEEE}')}`],
    ['201 IDs', Array.from({ length: 201 }, (_, n) => `device_id=MNB-${1000 + n}`).join('&')],
    ['an unknown parameter', 'device_id=MNB-FFFF&limit=1'],
  ])('422 for %s', async (_what, query) =>
    expect((await technician.get(`/devices/fleet/rows?${query}`)).status).toBe(422),
  );

  it('R5.10 show author, reason and end of the lock-out tag while it is active', async () => {
    const tagged = async () => (await rows([idOf('Vypnuté')]))[0]?.lock_out;
    const by = { user_id: technician.id, name: expect.stringContaining('Vodná') };
    expect(await tagged()).toMatchObject({ reason: 'Oprava', by, until: null });
    const path = `/devices/${idOf('Vypnuté')}/lock-out`;
    const until = Math.floor(world.nowMs() / 1000) + 60;
    await technician.send('PUT', path, { reason: 'Výmena', until });
    expect(await tagged()).toMatchObject({ reason: 'Výmena', until });
    await technician.send('PUT', path, { reason: 'Oprava' });
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
    expect(head).toContain(
      'ID zariadenia;ID meniča;Názov;Stav;Stav (kód);Dôvod;Dôvod (kód);Otvorené upozornenia',
    );
    expect(lines.map((text) => text.split(';').slice(2, 7))).toEqual([
      ['Porucha', 'Porucha', 'fault', 'Kód poruchy 10', '10'],
      ['Nasucho', 'Zastavené', 'stopped', 'chod nasucho', 'DRY_RUN'],
      ['Čaká', 'Čaká', 'waiting', '', ''],
    ]);
    expect(await csv({ state: 'offline' })).toHaveLength(2);
    expect(await csv({ q: 'xyzxyz' })).toHaveLength(1);
  });

  it('escapes formulas in texts of users', async () => {
    const mallory = await world.user({ name: '=1+1', surname: '@x', email: 'mallory@example.com' });
    await world.addDevice(mallory, { alias: '=HYPERLINK("http://x")' });
    const [, line] = await csv({ q: 'mallory' });
    expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(line).toContain(`"'=1+1";"'@x"`);
  });
});
