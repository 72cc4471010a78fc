import { FleetDevice, FleetPage } from '@manoboard/contract/fleet/fleet';
import { FleetOutcomes } from '@manoboard/contract/fleet/fleet-action';
import { Label, ListedLabel } from '@manoboard/contract/fleet/label';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

type Sender = Pick<FleetWorld['eva'], 'send'>;

const aliases = async (query: Record<string, string>) =>
  z
    .parse(FleetPage, (await technician.get(`/devices/fleet?${new URLSearchParams(query)}`)).body)
    .items.map(({ alias }) => alias);

async function row(alias: string) {
  const { body } = await technician.get(`/devices/fleet/rows?device_id=${idOf(alias)}`);
  return z.parse(z.array(FleetDevice), body)[0];
}

const act = (names: readonly string[], action: object, by: Sender = technician) =>
  by.send('POST', '/devices/fleet/actions', { device_ids: names.map((name) => idOf(name) || name), action });

/** Outcomes in the order of the request. */
async function outcomes(names: readonly string[], action: object, by: Sender = technician) {
  const { status, body } = await act(names, action, by);
  expect(status, JSON.stringify(body)).toBe(200);
  return z.parse(FleetOutcomes, body).results.map(({ problem }) => problem);
}

const addLabel = async (kind: string, name: string) =>
  z.parse(Label, (await technician.send('POST', '/labels', { kind, name })).body);

const logged = async (kind: string) =>
  (await world.db.selectFrom('audit').select('entry').orderBy('seq').execute())
    .map(({ entry }) => JSON.parse(entry))
    .filter((line) => kind in line);

it('R7.2 a label is attached to many devices in one call, searched, filtered and counted', async () => {
  const label = await addLabel('label', 'Záruka 2027');
  const put = (names: readonly string[], is_on: boolean) =>
    outcomes(names, { kind: 'label', label_id: label.id, is_on });
  expect(await put(['Alarm', 'Studňa', 'MNB-FFFFFF'], true)).toEqual([null, null, 'DEVICE_NOT_FOUND']);
  expect((await row('Alarm'))?.labels).toEqual([label]);
  expect(await aliases({ label: `${label.id}` })).toEqual(['Alarm', 'Studňa']);
  expect(await aliases({ q: 'zaruka' })).toEqual(['Alarm', 'Studňa']);
  expect(await aliases({ q: 'zaruka gd20' })).toEqual(['Alarm']);
  await put(['Alarm'], false);
  const listed = z.parse(z.array(ListedLabel), (await technician.get('/labels')).body);
  expect(listed).toContainEqual({ ...label, devices: 1 });
  expect((await logged('label')).slice(-2)).toMatchObject([
    { label: { action: 'attached', name: 'Záruka 2027', devices: [idOf('Alarm'), idOf('Studňa')] } },
    { label: { action: 'detached', devices: [idOf('Alarm')], by: { userId: technician.id } } },
  ]);
});

it('R7.2 a device is in one group at most; the owner sees neither group nor label', async () => {
  const [zvolen, detva] = [await addLabel('group', 'Zvolen a okolie'), await addLabel('group', 'Detva')];
  const put = (names: readonly string[], label_id: number) =>
    outcomes(names, { kind: 'label', label_id, is_on: true });
  await put(['Porucha', 'Čaká'], zvolen.id);
  await put(['Čaká'], detva.id);
  expect(await aliases({ group: `${zvolen.id}` })).toEqual(['Porucha']);
  expect(await aliases({ group: `${detva.id}`, needs_person: 'true' })).toEqual([]);
  expect((await row('Čaká'))?.labels).toEqual([detva]);
  const { body } = await world.eva.get(`/devices/${idOf('Alarm')}/activity`);
  expect(JSON.stringify(body)).not.toContain('Záruka');
  expect((await world.eva.get('/labels')).status).toBe(403);
});

it('R7.2 names of labels are unique in their kind, also with another case or accents', async () => {
  const { id } = await addLabel('label', 'Čaká na diel');
  await addLabel('group', 'Čaká na diel');
  const taken = { status: 409, body: { detail: 'LABEL_EXISTS' } };
  expect(await technician.send('POST', '/labels', { kind: 'label', name: 'caka NA diel' })).toMatchObject(
    taken,
  );
  const { id: other } = await addLabel('label', 'Iná');
  expect(await technician.send('PATCH', `/labels/${other}`, { name: 'Čaká na diel' })).toMatchObject(taken);
  expect((await technician.send('PATCH', `/labels/${id}`, { name: 'Čaká na DIEL' })).status).toBe(200);
  expect((await technician.send('DELETE', `/labels/${id}`)).status).toBe(204);
  expect((await technician.send('DELETE', `/labels/${id}`)).status).toBe(404);
  expect(await act(['Alarm'], { kind: 'label', label_id: id, is_on: true })).toMatchObject({ status: 404 });
});

it('R7.5 many devices are taken in one call: alerts, offline ones and those with a tag; others keep theirs', async () => {
  const names = ['Alarm', 'Beží', 'Vypnuté', 'Studňa'];
  expect(await outcomes(names, { kind: 'take' })).toEqual([null, null, null, 'WORK_ENDED']);
  const by = { user_id: technician.id };
  for (const name of names.slice(0, 3)) expect((await row(name))?.assignee).toMatchObject(by);
  expect((await row('Studňa'))?.assignee).toBeNull();
  const colleague = await world.user({}, ['Technician']);
  expect(await outcomes(['Alarm', 'Nasucho'], { kind: 'take' }, colleague)).toEqual(['ALERT_TAKEN', null]);
  // Again: the own ones stay own.
  expect(await outcomes(['Alarm'], { kind: 'take' })).toEqual([null]);
});

it('R7.5 the numbers of one rule are set on many devices and logged on each; other rules stay', async () => {
  const path = (name: string) => `/devices/${idOf(name)}/alert-settings`;
  const own = { pipe_burst: { flowPercent: 150 } };
  await technician.send('PUT', path('Alarm'), { thresholds: own, off: ['frost'] });
  const rule = { kind: 'alert_rule', rule: 'dry_run', numbers: { afterS: 60 }, is_on: false };
  expect(await outcomes(['Alarm', 'Studňa'], rule)).toEqual([null, null]);
  const dryRun = { dry_run: { afterS: 60 } };
  expect((await technician.get(path('Studňa'))).body).toMatchObject({ off: ['dry_run'], thresholds: dryRun });
  const { body: kept } = await technician.get(path('Alarm'));
  expect(kept).toMatchObject({ off: ['frost', 'dry_run'], thresholds: { ...own, ...dryRun } });
  const wrong = { ...rule, numbers: { noSuchNumber: 1 } };
  expect(await outcomes(['Alarm', 'Studňa'], wrong)).toEqual(['OUT_OF_BOUNDS', 'OUT_OF_BOUNDS']);
  const { body } = await technician.get(`/devices/${idOf('Studňa')}/activity?kind=config`);
  expect(JSON.stringify(body)).toContain('alerts.dry_run');
});

it('R4.2 a firmware update begins on each device that can take one; the refusals of the others are logged', async () => {
  const action = { kind: 'firmware' };
  expect(await outcomes(['Beží', 'Porucha'], action)).toEqual([
    'FIRMWARE_DOES_NOT_FIT',
    'FIRMWARE_DOES_NOT_FIT',
  ]);
  expect((await logged('firmware')).slice(-2)).toMatchObject([
    { event: 'refused', firmware: { code: 'FIRMWARE_DOES_NOT_FIT', user: technician.id } },
    { event: 'refused' },
  ]);
});

it('a pump is neither started nor stopped by an action, and a call has a limit of devices', async () => {
  for (const action of [{ kind: 'start_stop', value: true }, { kind: 'stop' }])
    expect((await act(['Alarm'], action)).status).toBe(422);
  const many = Array.from({ length: 51 }, (_, n) => `MNB-${1000 + n}`);
  expect((await act(many, { kind: 'take' })).status).toBe(422);
  expect((await act([], { kind: 'take' })).status).toBe(422);
  expect((await act(['Alarm'], { kind: 'take' }, world.eva)).status).toBe(403);
});

it('one user runs one action at a time', async () => {
  const statuses = (await Promise.all([1, 2].map(() => act(['Alarm'], { kind: 'take' })))).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual([200, 429]);
});

it('R7.2 the tabs of stored filters are counted in one read, as the list counts them', async () => {
  const searches = [
    '',
    'needs_person=true',
    'q=ivan',
    'state=running&q=gd20',
    'outdated=true',
    'state=nonsense',
  ];
  const query = new URLSearchParams(searches.slice(1).map((search): [string, string] => ['of', search]));
  const { body } = await technician.get(`/devices/fleet/counts?${query}`);
  const expected = [];
  for (const search of searches.slice(1, -1)) {
    const page = z.parse(FleetPage, (await technician.get(`/devices/fleet?${search}`)).body);
    expected.push(page.total);
  }
  expect(body).toEqual({ totals: [...expected, null] });
  const page = z.parse(FleetPage, (await technician.get('/devices/fleet')).body);
  expect(page.counts.needs_person).toBe(expected[0]);
});

it('the CSV of a selection has only its devices', async () => {
  const ids = ['Alarm', 'Čaká'].map(idOf).join();
  const { body } = await technician.get(`/devices/fleet.csv?sort=alias&device_id=${ids}`);
  expect(`${body}`.trim().split('\r\n')).toHaveLength(3);
});
