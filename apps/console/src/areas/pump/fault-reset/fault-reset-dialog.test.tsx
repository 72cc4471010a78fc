import type { FaultResetPreview } from '@manoboard/contract/command/recovery';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { describeRegister } from '@manoboard/domain/fc/register-row';
import { aCommand } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T, type Values } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { startUndos, withdrawUndo } from '../start/start-undo.ts';
import { FaultResetDialog } from './fault-reset-dialog.tsx';

freezeTime();

const OUTLOOK: FaultResetPreview = {
  since: T - 3600,
  was_on: true,
  protection: null,
  is_supported: true,
  per_hour: 3,
  left: 2,
  free_at: null,
};
const faulted: Values = { on_off_state_r: 4, fault: 10, modbus: 2, frequency_fc: 0 };
const values: Record<number, number> = { 1819: 10, 1820: 16, 1825: 42.6, 1829: 181, 12290: 325.3 };
/** Rows of the register map; those without a part in the fault log are not read. */
const ROWS = gd10.registers.map((register) => ({
  ...describeRegister(gd10, register),
  word: null,
  value: null,
  ts: null,
  previous_word: null,
}));
const FAULT_LOG = ROWS.filter(({ fault_log }) => fault_log !== null);
const readNow: Handler = () => ({
  json: {
    registers: FAULT_LOG.map(({ address }) => ({
      address,
      word: 0,
      value: values[address] ?? 0,
      ts: T,
      ...(address === 1831 && { word: null, value: null, reason: 'modbus_exception' }),
    })),
  },
});
const done: Handler = () => ({ json: aCommand({ device_id: ID, op: 'fault_reset', status: 'done' }) });

interface Setting {
  outlook?: Partial<FaultResetPreview>;
  data?: Values;
  read?: Handler;
  post?: Handler;
  online?: string[];
  locale?: 'gb';
}

async function show({ outlook = {}, data = faulted, read = readNow, post = done, ...more }: Setting = {}) {
  const live = await showLive(
    <FaultResetDialog
      deviceId={ID}
      name="Studňa"
      converter={{ fcType: 'GD10' }}
      restart={<a href="#restart">restart</a>}
      onClose={() => undefined}
    />,
    {
      last: [measured(data)],
      routes: {
        [`/mqtt/${ID}/fault-reset`]: (request) =>
          request.method === 'POST' ? post(request) : { json: { ...OUTLOOK, ...outlook } },
        [`/devices/${ID}/registers`]: () => ({ json: { fc_type: 'GD10', is_known: true, registers: ROWS } }),
        [`/devices/${ID}/registers/read`]: read,
      },
      ...more,
    },
  );
  await pass(0);
  return live;
}
const submit = (name = 'Vynulovať poruchu') => page.get('button', name);
const row = (label: string) =>
  [...document.querySelectorAll('tr')].map((tr) => page.textOf(tr)).find((text) => text.startsWith(label));
const posts = ({ server }: Awaited<ReturnType<typeof show>>) =>
  server.requestsTo(`/mqtt/${ID}/fault-reset`).filter(({ method }) => method === 'POST');

it('R5.9 the dialog shows the device, the fault with code and text, the checks and whether the pump will start', async () => {
  await show();
  expect(page.get('heading', 'Vynulovať poruchu: Studňa')).toBeDefined();
  expect(page.text()).toContain('Porucha 10 (UV): Podpätie.');
  expect(page.text()).toContain('Skontrolujte istič a prívod napätia.');
  expect(page.text()).toContain('po vynulovaní sa znova rozbehne.');
  expect(page.text()).toContain('Zostávajú 2 pokusy z 3');
});

it('R5.9 the dialog shows fault history and snapshot with fault names, units and read errors', async () => {
  const live = await show();
  expect(live.server.requestsTo(`/devices/${ID}/registers/read`)[0]?.body).toEqual({
    registers: FAULT_LOG.map(({ address }) => address),
  });
  expect(row('P07.27')).toMatch(/10 UV$/);
  expect(row('P07.28')).toMatch(/16 OH2$/);
  expect(row('P07.29')).toMatch(/žiadna$/);
  expect(row('P07.33')).toMatch(/42,60 Hz$/);
  expect(row('P07.39')).toMatch(/odmietol/);
  expect(row('3002H')).toMatch(/325,3 V$/);
});

it('R5.9 the reset is sent after the check is confirmed, and the outcome shows the reported pump state', async () => {
  const live = await show();
  expect(page.isDisabled(submit())).toBe(true);
  await page.click(page.get('checkbox'));
  await page.click(submit());
  await pass(0);
  expect(posts(live)[0]?.body).toEqual({ what: 'fault-reset', value: true });
  await live.receiveFrame(measured({ ...faulted, on_off_state_r: 1, fault: 0, frequency_fc: 40 }, {}, -1));
  expect(page.text()).toContain('Porucha je vynulovaná');
  expect(page.text()).toContain('Čerpadlo teraz: Beží');
  expect(page.all('button', 'Vynulovať poruchu')).toEqual([]);
});

it.each([
  [true, 'on'],
  [null, 'unknown'],
  [false, undefined],
] as const)('R5.12 a reset offers a stop for a pump that was on: %s', async (was_on, expected) => {
  await show({ outlook: { was_on } });
  await page.click(page.get('checkbox'));
  await page.click(submit());
  await pass(0);
  expect(startUndos.get()[0]?.state).toBe(expected);
  withdrawUndo(ID);
});

it.each<[string, object, string]>([
  ['the cause persists', { detail: 'FC_FAULT', reason: 'fc_fault' }, 'jej príčina trvá'],
  ['too many resets', { detail: 'TOO_MANY_RESETS', free_at: T + 1800 }, 'Znova to bude možné o'],
  [
    'an active protection',
    { detail: 'PROTECTION_ACTIVE', protection: 'DRY_RUN' },
    'Doska chráni čerpadlo (chod nasucho)',
  ],
  ['an active protection without a name', { detail: 'PROTECTION_ACTIVE' }, 'Doska chráni čerpadlo, '],
  ['no answer', { detail: 'NO_ANSWER' }, 'včas neodpovedalo'],
])('R5.9 a refused reset shows the reason: %s', async (_case, json, text) => {
  await show({ post: () => ({ status: 409, json }) });
  await page.click(page.get('checkbox'));
  await page.click(submit());
  await pass(0);
  expect(page.textOf(page.get('alert'))).toContain(text);
});

it.each<[string, Setting, string]>([
  ['a protection is raised', { outlook: { protection: 'PIPE_BURST' } }, 'prasknuté potrubie'],
  ['no reset is left', { outlook: { left: 0, free_at: T + 600 } }, 'Znova to bude možné o'],
  ['the board does not support it', { outlook: { is_supported: false } }, 'Najprv dosku aktualizujte'],
  ['the fault is gone', { data: { ...faulted, on_off_state_r: 3, fault: 0 } }, 'nehlási poruchu'],
  ['the keypad is in control', { data: { ...faulted, modbus: 0 } }, 'z klávesnice meniča'],
  ['the board is offline', { online: [] }, 'offline'],
])('R5.9 the reset is disabled while %s', async (_case, setting, text) => {
  await show(setting);
  await page.click(page.get('checkbox'));
  expect(page.isDisabled(submit())).toBe(true);
  expect(page.textOf(page.get('alert')).toLowerCase()).toContain(text.toLowerCase());
});

it('R5.9 an open dialog shows what has changed since: a stop by another user, and a reset that is free again', async () => {
  const outlook = { left: 0, free_at: T + 600 } as Partial<FaultResetPreview>;
  await show({ outlook });
  await page.click(page.get('checkbox'));
  expect(page.text()).toContain('po vynulovaní sa znova rozbehne.');
  expect(page.isDisabled(submit())).toBe(true);
  Object.assign(outlook, { was_on: false, left: 1, free_at: null });
  await pass(6000);
  expect(page.text()).toContain('vypnuté aj zostane');
  expect(page.text()).not.toContain('znova rozbehne');
  expect(page.isDisabled(submit())).toBe(false);
});

it('R5.9 a failed register read shows an error and can be retried', async () => {
  let tries = 0;
  await show({
    read: (request) => (++tries === 1 ? { status: 504, json: { detail: 'NO_ANSWER' } } : readNow(request)),
  });
  expect(page.textOf(page.get('alert'))).toContain('Registre sa nepodarilo prečítať.');
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(0);
  expect(row('P07.27')).toMatch(/10 UV$/);
});

it('R5.9 the dialog shows that the registers are being read', async () => {
  await show({ read: () => new Promise<never>(() => {}) });
  expect(page.all('status').map((one) => page.textOf(one))).toContain('Číta sa z meniča…');
});

it.each<[boolean | null, string]>([
  [false, 'The pump was off before the fault and stays off.'],
  [null, 'It is not known whether the pump was on before the fault.'],
])('R5.9 R1.1 the English dialog shows whether the pump will start: was on %s', async (was_on, text) => {
  await show({ outlook: { was_on }, locale: 'gb' });
  expect(page.text()).toContain(text);
  expect(page.text()).toContain('2 resets of 3 left');
});
