import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { describeRegister } from '@manoboard/domain/fc/register-row';
import { texts } from '@manoboard/i18n/texts';
import { aCommand } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { Toaster } from '../../../app/shell/toaster.tsx';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { type } from '../../../testing/whole-app.tsx';
import { RegisterPage } from './register-page.tsx';

freezeTime();

const READ = `/devices/${ID}/registers/read`;
const LIST = `/devices/${ID}/registers`;

const rows = (words: Record<number, Partial<RegisterRow>> = {}): RegisterRow[] =>
  gd10.registers.map((register) => ({
    ...describeRegister(gd10, register),
    word: null,
    value: null,
    ts: null,
    previous_word: null,
    ...words[register.address],
  }));
const list =
  (words: Record<number, Partial<RegisterRow>> = {}): Handler =>
  () => ({ json: { fc_type: 'GD10', is_known: true, registers: rows(words) } });
/** A converter whose registers all contain 7. */
const sevens: Handler = ({ body }) => ({
  json: {
    registers: (body as { registers: number[] }).registers.map((address) => ({
      address,
      word: 7,
      value: 7,
      ts: T,
    })),
  },
});

async function show(routes: Record<string, Handler> = {}, canWrite = false, online = [ID]) {
  const live = await showLive(
    <>
      <RegisterPage deviceId={ID} canWrite={canWrite} />
      <Toaster />
    </>,
    { last: [measured({})], online, routes: { [LIST]: list(), [READ]: sevens, ...routes } },
  );
  await pass(0);
  return live;
}
const rowOf = (label: string) => {
  const head = [...document.querySelectorAll('tbody th')].find((th) => page.textOf(th) === label);
  return page.textOf(head?.parentElement ?? document.createElement('p'));
};

it('R4.12 every register of every known converter has a description in both languages', () => {
  const names = ['GD10', 'GD20', 'GD200A', 'GD100', 'GD300'].flatMap(
    (fcType) => profileOf(fcType)?.registers.map(({ name }) => name) ?? [],
  );
  expect(names.length).toBeGreaterThan(300);
  for (const { registerName } of [texts.sk, texts.gb])
    expect(names.filter((name) => !Object.hasOwn(registerName, name))).toEqual([]);
});

it('R4.12 the register page shows each register with description, last value in its unit, and age', async () => {
  await show({ [LIST]: list({ 12288: { word: 4250, ts: T - 120 } }) });
  expect(document.querySelectorAll('tbody tr')).toHaveLength(gd10.registers.length);
  expect(rowOf('3000H')).toContain('Výstupná frekvencia');
  expect(rowOf('3000H')).toContain('42,50 Hz slovo 0x109A · pred 2 min');
  expect(rowOf('P00.11')).toContain('Nečítané');
});

it('R4.12 the register page marks unverified registers and shows the previous value of changed ones', async () => {
  await show({
    [LIST]: list({
      12289: { word: 5000, previous_word: 4500, ts: T },
      12290: { word: 1, previous_word: 1, ts: T },
    }),
  });
  expect(rowOf('3000H')).toContain('Neoverené');
  expect(rowOf('3001H')).not.toContain('Neoverené');
  expect(rowOf('3001H')).toContain('Zmena, predtým 45,00 Hz');
  expect(rowOf('3002H')).not.toContain('Zmena');
});

it('R4.12 reading one register requests only that one and updates the list', async () => {
  const { server } = await show();
  server.routes[LIST] = list({ 8448: { word: 7, ts: T } });
  await page.click(page.get('button', 'Čítať 2100H'));
  await pass(0);
  expect(server.requestsTo(READ)).toMatchObject([{ body: { registers: [0x2100] } }]);
  expect(rowOf('2100H')).toContain('7 slovo 0x0007 · práve teraz');
});

it('R4.12 reading all registers requests each once, in batches, and shows the progress', async () => {
  let answer: (() => void) | undefined;
  const slow: Handler = async (request) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return sevens(request);
  };
  const { server } = await show({ [READ]: slow });
  await page.click(page.get('button', 'Čítať všetko'));
  const all = gd10.registers.length;
  expect(page.text()).toContain(`0 z ${all}`);
  answer?.();
  await pass(0);
  expect(page.text()).toContain(`12 z ${all}`);
  for (let step = 0; step < all; step += 12) {
    answer?.();
    await pass(0);
  }
  const addresses = server
    .requestsTo(READ)
    .flatMap(({ body }) => (body as { registers: number[] }).registers);
  expect(addresses).toEqual(gd10.registers.map(({ address }) => address));
  expect(page.get('button', 'Čítať všetko')).toBeTruthy();
});

it('R4.12 reading all registers stops when the board does not answer', async () => {
  const { server } = await show({ [READ]: () => ({ status: 504, json: { detail: 'NO_ANSWER' } }) });
  await page.click(page.get('button', 'Čítať všetko'));
  await pass(0);
  expect(server.requestsTo(READ)).toHaveLength(1);
  expect(page.textOf(page.get('alert'))).toBe('Zariadenie včas neodpovedalo.');
});

it('R4.12 the register page shows why the converter refused a read', async () => {
  const refuse: Handler = () => ({
    json: { registers: [{ address: 0x2100, word: null, value: null, ts: null, reason: 'modbus_exception' }] },
  });
  await show({ [READ]: refuse });
  await page.click(page.get('button', 'Čítať 2100H'));
  await pass(0);
  expect(rowOf('2100H')).toContain('Neprečítané: Frekvenčný menič to odmietol.');
});

it.each([
  ['by its label on the keypad', 'p09.01', ['P09.01']],
  ['by its description without accents', 'otacky motora', ['3005H']],
  ['by label and description', '3002 medziobvodu', ['3002H']],
])('R4.12 the search finds a register %s', async (_how, wanted, labels) => {
  await show();
  await type('Hľadať register', wanted);
  expect([...document.querySelectorAll('tbody th')].map(page.textOf)).toEqual(labels);
});

it('R7.5 a user who may write opens the dialog with the register selected', async () => {
  await show({}, true);
  await page.click(page.get('button', 'Nastaviť novú hodnotu P00.11'));
  await pass(0);
  expect(document.querySelector('select')?.value).toBe('11');
});

it.each([
  ['done', 200, 'P00.11: Zapísané: 0,7 s → 12,5 s. Menič po zápise ukazuje 12,5 s.'],
  ['not answered', 504, 'P00.11: Zariadenie včas neodpovedalo.'],
] as const)(
  'R5.6 a toast shows the outcome of a write whose dialog was closed: %s',
  async (_how, status, words) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer: Handler = async () => {
      await promise;
      return { status, json: status === 200 ? aCommand({ reported_value: 125 }) : { detail: 'NO_ANSWER' } };
    };
    const { server } = await show({ [`/mqtt/${ID}/write-register`]: answer }, true);
    await page.click(page.get('button', 'Nastaviť novú hodnotu P00.11'));
    await pass(0);
    await type('Nová hodnota', '12,5');
    await page.click(page.get('button', 'Zapísať'));
    const close = page.all('button', 'Zavrieť').find((button) => button.closest('[role=dialog]'));
    if (close) await page.click(close);
    await pass(0);
    expect(page.all('button', 'Zapísať')).toEqual([]);
    server.routes[LIST] = list({ 11: { word: 125, ts: T } });
    resolve();
    await pass(100);
    expect(page.text()).toContain(words);
    expect(rowOf('P00.11')).toContain('12,5 s');
  },
);

it('R7.5 the register page offers no writes to users without the right', async () => {
  await show();
  expect(page.all('button', /^Nastaviť/)).toEqual([]);
});

it('the read buttons are disabled while the board is offline', async () => {
  await show({}, false, []);
  expect((page.get('button', 'Čítať všetko') as HTMLButtonElement).disabled).toBe(true);
  expect((page.get('button', 'Čítať 3000H') as HTMLButtonElement).disabled).toBe(true);
});

it.each([
  ['unknown-0999', 'Server nepozná profil meniča 0999'],
  ['unknown', 'Menič neprezradil svoj typ'],
])(
  'R4.16 the page of the converter %s tells how to add a profile, with the command to copy',
  async (fcType, words) => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    await show({ [LIST]: () => ({ json: { fc_type: fcType, is_known: false, registers: [] } }) }, true);
    expect(page.text()).toContain(words);
    expect(page.all('button', /^Nastaviť/)).toEqual([]);
    await page.click(page.get('button', 'Kopírovať príkaz na čítanie registrov'));
    await pass(0);
    expect(copied[0]).toMatch(/^npm run cli -- board --probe 0x2100-0x2110 --drive 'modbus:rtu:/);
  },
);
