import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { aCommand } from '@manoboard/testkit/factories';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { type } from '../../../testing/whole-app.tsx';
import { RegisterDialog } from './register-dialog.tsx';
import { registerScale } from './register-scale.ts';

freezeTime();

const WAKE_DELAY = 276;
const READ = `/devices/${ID}/registers/read`;
const WRITE = `/mqtt/${ID}/write-register`;

const aRow = (change: Partial<RegisterRow>): RegisterRow => ({
  address: WAKE_DELAY,
  label: 'P01.20',
  name: 'wake_delay',
  text: null,
  unit: 's',
  scale: 0.1,
  type: 'u16',
  mask: null,
  access: 'rw',
  is_verified: true,
  is_writable: true,
  limits: { least: 0, most: 36_000 },
  fault_log: null,
  word: null,
  value: null,
  ts: null,
  previous_word: null,
  ...change,
});
const reads =
  (word: number | null): Handler =>
  () => ({ json: { registers: [{ address: WAKE_DELAY, word, value: word && word / 10, ts: 1 }] } });

async function show(routes: Record<string, Handler> = {}) {
  const rows = [aRow({}), aRow({ address: 0x2100, label: '2100H', name: 'run_state', is_writable: false })];
  const live = await showLive(<RegisterDialog deviceId={ID} onClose={() => undefined} />, {
    routes: {
      [`/devices/${ID}/registers`]: () => ({ json: { fc_type: 'GD10', is_known: true, registers: rows } }),
      [READ]: reads(50),
      ...routes,
    },
  });
  await pass(0);
  return live;
}
async function choose(address: number) {
  const select = document.querySelector('select') as HTMLSelectElement;
  await act(async () => {
    select.value = String(address);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await pass(0);
}
const write = () => page.get('button', 'Zapísať') as HTMLButtonElement;
const oldValue = () => page.textOf(page.get('status', /^Súčasná hodnota/));

describe('R4.10 Set new value', () => {
  it('warns of damage and offers only registers on the allow-list', async () => {
    await show();
    expect(page.text()).toContain('Nastavenie novej hodnoty môže poškodiť čerpadlo alebo vodovodný systém');
    expect([...document.querySelectorAll('option')].map(page.textOf)).toEqual([
      'Vyberte register',
      'P01.20 · Oneskorenie prebudenia',
    ]);
  });

  it('reads the old value, sends it as the expected value, and shows the value read back', async () => {
    const done: Handler = () => ({
      json: aCommand({ op: 'reg_write', what: 'P01.20', value: 125, old_value: 50, reported_value: 125 }),
    });
    const { server } = await show({ [WRITE]: done });
    await choose(WAKE_DELAY);
    expect(server.requestsTo(READ)).toMatchObject([{ body: { registers: [WAKE_DELAY] } }]);
    expect(oldValue()).toContain('5,0 s');
    await type('Nová hodnota', '12,5');
    await page.click(write());
    await pass(0);
    expect(server.requestsTo(WRITE)).toMatchObject([
      { body: { register: WAKE_DELAY, value: 125, expect: 50 } },
    ]);
    expect(page.text()).toContain('Zapísané: 5,0 s → 12,5 s. Menič po zápise ukazuje 12,5 s.');
    expect(oldValue()).toContain('12,5 s');
  });

  it('disables the write until the old value is read', async () => {
    const { server } = await show({ [READ]: () => ({ status: 409, json: { detail: 'DEVICE_OFFLINE' } }) });
    await choose(WAKE_DELAY);
    expect(oldValue()).toContain('Zariadenie je offline.');
    await type('Nová hodnota', '12,5');
    expect(write().disabled).toBe(true);
    server.routes[READ] = reads(50);
    await page.click(page.get('button', 'Čítať znova'));
    await pass(0);
    expect(oldValue()).toContain('5,0 s');
    expect(write().disabled).toBe(false);
  });

  it('reads the value again when the server reports that it has changed', async () => {
    const { server } = await show({
      [WRITE]: () => ({ status: 409, json: { detail: 'VALUE_CHANGED', current: 70 } }),
    });
    await choose(WAKE_DELAY);
    server.routes[READ] = reads(70);
    await type('Nová hodnota', '6');
    await page.click(write());
    await pass(0);
    expect(oldValue()).toContain('7,0 s');
    expect(page.all('alert')).toHaveLength(2);
  });

  it.each(['3600,1', '-1', 'x'])('disables the write of %s, which is outside the range', async (typed) => {
    await show();
    await choose(WAKE_DELAY);
    await type('Nová hodnota', typed);
    expect(write().disabled).toBe(true);
    expect(page.text()).toContain('od 0,0 s do 3 600,0 s');
  });
});

it('registerScale takes a register of two words as one value', () => {
  const limits = { least: 0, most: 4_000_000_000 };
  const scale = registerScale(aRow({ type: 'u32', scale: 0.01, limits }));
  expect([scale.valueOf(131_073), scale.most, scale.wordOf('1310,73'), scale.wordOf('40000000,01')]).toEqual([
    1310.73,
    40_000_000,
    131_073,
    undefined,
  ]);
});
