import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { freezeTime, ID, measured, passUntil, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { DeviceChooser } from './device-chooser.tsx';
// Lazily loaded modules, preloaded for the first test.
import './chooser-panel.tsx';
import { type ChoosableDevice, findDevices, MOST_ROWS, toSearchable } from './find-devices.ts';

freezeTime();

const device = (n: number, change: Partial<ChoosableDevice> = {}): ChoosableDevice => ({
  id: `MNB-TE000${n}`,
  name: `MNB-TE000${n}`,
  fcId: `FC-TE000${n}`,
  owner: null,
  pump: 'stopped',
  isOwn: false,
  ...change,
});
const WELL = device(1, { name: 'Studňa', isOwn: true, pump: 'offline' });
const WINERY = device(2, { name: 'Vináreň Pezinok', owner: 'Ján Šťastný', pump: 'fault' });
const SCHOOL = device(3, { name: 'Škôlka', fcId: 'FC-900' });

async function show(devices = [WELL, WINERY, SCHOOL], recentIds: string[] = []) {
  const chosen: string[] = [];
  await showLive(
    <DeviceChooser
      name="Studňa"
      heading={(name) => <h1>{name}</h1>}
      devices={devices}
      chosenId={ID}
      recentIds={recentIds}
      onChoose={(id) => chosen.push(id)}
    />,
    { last: [measured({})] },
  );
  const opener = page.get('button', 'Studňa');
  await page.click(opener);
  // The first opening loads panel and texts.
  await passUntil(() => options().length > 0);
  return { chosen, opener };
}
const field = () => document.querySelector('[role=combobox]') as HTMLInputElement;
const options = () => [...document.querySelectorAll('[role=option]')].map(page.textOf);
const active = () => {
  const option = document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  return option?.getAttribute('aria-selected') === 'true' ? page.textOf(option) : undefined;
};
const press = (key: string) =>
  act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
async function type(text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('R4.15 the device chooser', () => {
  it('shows name, IDs, owner and state of every device; own devices are live', async () => {
    await show();
    expect(options()).toEqual([
      'StudňaMNB-TE0001 · FC-TE0001Bežípráve zobrazené',
      'Vináreň PezinokMNB-TE0002 · FC-TE0002 · Ján ŠťastnýPorucha',
      'ŠkôlkaMNB-TE0003 · FC-900Zastavené',
    ]);
    expect(document.activeElement).toBe(field());
  });

  it.each([
    ['alias without accents', 'skolka', 'Škôlka'],
    ['device ID', 'te0002', 'Vináreň Pezinok'],
    ['converter ID', 'fc-900', 'Škôlka'],
    ['owner', 'stastny', 'Vináreň Pezinok'],
    ['words in any order', 'pez vin', 'Vináreň Pezinok'],
  ])('finds a device by %s', async (_by, wanted, name) => {
    await show();
    await type(wanted);
    expect(options()).toHaveLength(1);
    expect(options()[0]).toContain(name);
    expect(page.text()).toContain('1 zariadenie');
  });

  it('supports arrow keys and Enter while the search field keeps the focus', async () => {
    const { chosen, opener } = await show();
    expect(active()).toContain('Studňa');
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowDown');
    expect(active()).toContain('Škôlka');
    await press('ArrowUp');
    expect(active()).toContain('Vináreň');
    expect(document.activeElement).toBe(field());
    await press('Enter');
    expect(chosen).toEqual(['MNB-TE0002']);
    expect(field()).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('closes on Escape without a choice', async () => {
    const { chosen, opener } = await show();
    await press('Escape');
    expect(field()).toBeNull();
    expect(document.activeElement).toBe(opener);
    expect(chosen).toEqual([]);
  });

  it('shows that no device matches, and Enter chooses nothing then', async () => {
    const { chosen } = await show();
    await type('zzz');
    expect(options()).toEqual([]);
    expect(page.text()).toContain('Hľadaniu nezodpovedá žiadne zariadenie.');
    await press('Enter');
    expect(chosen).toEqual([]);
  });

  it('lists recent devices first, and below the results of a search', async () => {
    await show(undefined, ['MNB-TE0001', 'MNB-TE0003', 'MNB-GONE01']);
    expect(options().map((text) => text.slice(0, 6))).toEqual(['Škôlka', 'Studňa', 'Vináre']);
    await type('vin');
    expect(options().map((text) => text.slice(0, 6))).toEqual(['Vináre', 'Škôlka']);
  });

  it('keeps only the device name in the heading while it is open', async () => {
    await show();
    expect(page.get('heading', 'Studňa')).toBeTruthy();
  });

  it('renders a limited number of rows and states the limit', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => device(n, { id: `MNB-${n}`, name: `Pumpa ${n}` }));
    await show(many);
    expect(options()).toHaveLength(MOST_ROWS);
    expect(page.text()).toContain(`Zobrazených je prvých ${MOST_ROWS} z 10000`);
    expect(findDevices(toSearchable(many), 'pumpa 9999')).toMatchObject({ count: 1 });
  });
});
