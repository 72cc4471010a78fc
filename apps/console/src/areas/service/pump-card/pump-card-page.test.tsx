import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { act } from 'react';
import { expect, it } from 'vitest';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { PumpCardPage } from './pump-card-page.tsx';

freezeTime();

const PATH = `/devices/${ID}/pump-card`;
const EDIT = 'Upraviť';
const SAVE = 'Uložiť kartu';

const cardOf = (change: Partial<PumpCard> = {}): PumpCard => ({
  version: 2,
  values: { motor_kw: 1.5, no_flow_w: 860, tank_l: 24, source: 'well' },
  sources: [
    { name: 'motor_kw', source: 'board', at: null },
    { name: 'no_flow_w', source: 'measured', at: T - 60 },
    { name: 'tank_l', source: 'person', at: T - 60 },
    { name: 'source', source: 'person', at: T - 60 },
  ],
  entered: { no_flow_w: 860, tank_l: 24, source: 'well' },
  changed_at: T - 60,
  changed_by: 'Ján Mlynár',
  waiting: [{ kind: 'under_voltage', missing: ['motor_volts'] }],
  ...change,
});

async function show(answer: Handler, canConfigure = true) {
  const live = await showLive(
    <PumpCardPage device={{ id: ID, name: 'Studňa' }} canConfigure={canConfigure} />,
    { routes: { [PATH]: answer } },
  );
  await pass(20);
  return live;
}

const sourceOf = (label: string) => page.textOf(page.value(label).nextElementSibling as Element);

function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((each) => page.textOf(each) === label);
  const input = found && document.getElementById(found.htmlFor);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
}
const type = (label: string, text: string) =>
  act(async () => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setter?.call(field(label), text);
    field(label).dispatchEvent(new Event('input', { bubbles: true }));
  });
const save = async () => {
  await page.click(page.get('button', SAVE));
  await pass(20);
};

it('each value has its source, an unknown one is missing, and the rule that needs it waits', async () => {
  await show(() => ({ json: cardOf() }));
  expect([page.textOf(page.value('Menovitý výkon')), sourceOf('Menovitý výkon')]).toEqual([
    '1,5 kW',
    'z dosky',
  ]);
  expect(sourceOf('Výkon bez prietoku')).toBe('odmerané');
  expect(sourceOf('Objem')).toBe('zadal technik');
  expect([page.textOf(page.value('Napätie siete')), sourceOf('Napätie siete')]).toEqual([
    'chýba',
    'neuvedené',
  ]);
  expect(page.textOf(page.get('region', 'Pravidlá čakajú na číslo'))).toContain('chýba: Napätie siete');
  expect(page.text()).toContain('Známych je 4 z 29 hodnôt.');
});

it('a technician enters a value: it is sent with the others and the version, and shown with its source', async () => {
  const saved = cardOf({
    version: 3,
    values: { ...cardOf().values, tank_precharge_bar: 2.8 },
    sources: [...cardOf().sources, { name: 'tank_precharge_bar', source: 'person', at: T }],
  });
  const { server } = await show(({ method }) => ({ json: method === 'PUT' ? saved : cardOf() }));
  await page.click(page.get('button', EDIT));
  await type('Tlak vzduchu (bar)', '2,8');
  await save();
  const puts = server.requestsTo(PATH).filter(({ method }) => method === 'PUT');
  expect(puts.map(({ body }) => body)).toEqual([
    { version: 2, values: { no_flow_w: 860, tank_l: 24, source: 'well', tank_precharge_bar: 2.8 } },
  ]);
  expect([page.textOf(page.value('Tlak vzduchu')), sourceOf('Tlak vzduchu')]).toEqual([
    '2,8 bar',
    'zadal technik',
  ]);
});

it('a value of the board is not a field, and a value out of range is named at its field and not sent', async () => {
  const { server } = await show(() => ({ json: cardOf() }));
  await page.click(page.get('button', EDIT));
  expect(() => field('Menovitý výkon (kW)')).toThrow('no field');
  await type('Objem (l)', '0');
  await save();
  expect(page.text()).toContain('Najmenej 0,5');
  expect(server.requestsTo(PATH).filter(({ method }) => method === 'PUT')).toEqual([]);
  expect(field('Objem (l)').value).toBe('0');
});

it('a card that was changed meanwhile is shown, and typed values stay', async () => {
  let stored = cardOf();
  const { server } = await show(({ method }) =>
    method === 'PUT' ? { status: 409, json: { detail: 'CONFIG_VERSION_STALE' } } : { json: stored },
  );
  await page.click(page.get('button', EDIT));
  await type('Tlak vzduchu (bar)', '2,8');
  stored = cardOf({ version: 3, entered: { ...cardOf().entered, tank_l: 50 }, changed_by: 'Eva Biela' });
  await save();
  expect(page.textOf(page.get('alert'))).toContain('Kartu medzitým zmenil: Eva Biela (Objem).');
  await page.click(page.get('button', 'Načítať a ponechať moje zmeny'));
  expect([field('Objem (l)').value, field('Tlak vzduchu (bar)').value]).toEqual(['50', '2,8']);
  await save();
  const puts = server.requestsTo(PATH).filter(({ method }) => method === 'PUT');
  expect(puts.at(-1)?.body).toMatchObject({ version: 3, values: { tank_l: 50, tank_precharge_bar: 2.8 } });
});

it('the answer to a save does not replace a newer card that arrived before it', async () => {
  let stored = cardOf();
  const { promise, resolve } = Promise.withResolvers<{ json: PumpCard }>();
  await show(({ method }) => (method === 'PUT' ? promise : { json: stored }));
  await page.click(page.get('button', EDIT));
  await type('Objem (l)', '30');
  await save();
  stored = cardOf({ version: 4, changed_by: 'Eva Biela' });
  FakeEventSource.current.emit('config', { device_id: ID });
  await pass(20);
  resolve({ json: cardOf({ version: 3, changed_by: 'Ján Mlynár' }) });
  await pass(20);
  expect(page.text()).toContain('Eva Biela');
});

it('R7.5 an owner reads the card and cannot change it', async () => {
  await show(() => ({ json: cardOf() }), false);
  expect(page.text()).toContain('Kartu čerpadla môžu meniť len technici a predajcovia.');
  expect(page.all('button', EDIT)).toEqual([]);
});

it('an unknown pump is described as unknown', async () => {
  const empty = { version: 0, values: {}, sources: [], entered: {}, changed_at: null, changed_by: null };
  await show(() => ({ json: cardOf(empty) }));
  expect(page.text()).toContain('O čerpadle zatiaľ nie je nič známe.');
});

it('a card that cannot be loaded offers another try', async () => {
  const { server } = await show(() => 'network error');
  await pass(60_000);
  server.routes[PATH] = () => ({ json: cardOf() });
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(20);
  expect(page.text()).toContain('Karta čerpadla');
});

it('the history lists who changed what', async () => {
  const { server } = await show(() => ({ json: cardOf() }));
  server.routes[`${PATH}/versions`] = () => ({
    json: [
      { version: 2, at: T - 60, by: 'Ján Mlynár', fields: [{ field: 'pump.tank_l', old: null, new: 24 }] },
    ],
  });
  await page.click(page.get('button', 'História zmien (2)'));
  await pass(20);
  expect(page.text()).toContain('Ján Mlynár');
  expect(page.text()).toContain('Objem: chýba → 24 l');
});
