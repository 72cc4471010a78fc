import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { afterEach, expect, it } from 'vitest';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { errorOf, field, submit, type } from '../../../testing/whole-app.tsx';
import { ConfigForm } from './config-form.tsx';

freezeTime();
afterEach(() => sessionStorage.clear());

const PATH = `/devices/${ID}/config`;
const pressure = { min: 3, max: 5.5 } as const;

const configState = (change: Partial<ConfigState> = {}): ConfigState => ({
  version: 4,
  desired: { pressure },
  changed_at: T - 600,
  changed_by: 'Eva Vodná',
  state: 'applied',
  reported: { ver: 4, st: 'applied', ts: T },
  applied: { version: 4, config: { pressure }, ts: T },
  ...change,
});

async function show(
  state: ConfigState,
  { canConfigure = true, onPut }: { canConfigure?: boolean; onPut?: Handler } = {},
) {
  let current = state;
  const live = await showLive(
    <ConfigForm deviceId={ID} name="Studňa" userId={7} canConfigure={canConfigure} pump="Beží" />,
    {
      last: [measured({ analog_input_2: 5 })],
      routes: {
        [PATH]: (request) => (request.method === 'PUT' && onPut ? onPut(request) : { json: current }),
      },
    },
  );
  await pass(0);
  return {
    ...live,
    puts: () => live.server.requestsTo(PATH).filter(({ method }) => method === 'PUT'),
    /** The server has a new state and publishes a config event. */
    async emitConfig(next: ConfigState) {
      current = next;
      FakeEventSource.current.emit('config', { device_id: ID });
      await pass(20);
    },
    setStored(next: ConfigState) {
      current = next;
    },
  };
}
const MIN = 'Najnižší požadovaný tlak (bar)';
const MAX = 'Najvyšší požadovaný tlak (bar)';
const inputField = (name: string, n = 2) => {
  const found = document.querySelector<HTMLInputElement>(`[name="AnalogInput${n}.${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const typeAt = async (input: HTMLInputElement, text: string) => {
  input.setAttribute('aria-label', input.name);
  await type(input.name, text);
};
const send = async () => {
  await submit();
  await pass(0);
};

it('R4.11 the form shows its sections, the pump state and the desired values with a decimal comma', async () => {
  await show(configState());
  for (const name of [
    'Hlavná konfigurácia',
    'Frekvenčný menič',
    'MaNoBoard',
    'Analógový vstup 2',
    'Analógový vstup 3',
  ])
    expect(page.get('heading', name)).toBeTruthy();
  expect(page.textOf(page.get('region', 'Stav čerpadla'))).toContain('Beží');
  expect(field(MAX).value).toBe('5,5');
});

it('R4.11 the form saves with the version that it read and leaves out empty fields', async () => {
  const { puts } = await show(configState(), {
    onPut: () => ({ json: configState({ version: 5, state: 'pending' }) }),
  });
  await type(MAX, '5,2');
  await send();
  expect(puts()[0]?.body).toEqual({ version: 4, config: { pressure: { min: 3, max: 5.2 } } });
  expect(page.text()).toContain('Čaká sa, kým zariadenie nastavenie použije.');
});

it.each([
  ['text', MIN, 'tri', 'Zadajte číslo'],
  ['below 0', MIN, '-1', 'Najmenej 0'],
  ['a minimum that is not below the maximum', MIN, '6', 'Najmenšia hodnota musí byť menšia ako najväčšia'],
  ['a pressure above the sensor range', MAX, '12', 'Taký tlak snímač neukáže'],
  ['R5.5 only one of the two bounds', MIN, '', 'Vyplňte obe hranice tlaku, alebo nechajte obe prázdne'],
  ['a telemetry interval below 1 s', 'Interval hlásení za chodu (s)', '0', 'Najmenej 1'],
  ['a telemetry interval above 3600 s', 'Interval hlásení v pokoji (s)', '4000', 'Najviac 3600'],
  ['a fraction of a second', 'Interval hlásení za chodu (s)', '1,5', 'Zadajte číslo'],
])(
  'R4.11 an invalid value shows an error at its field and is not sent: %s',
  async (_case, label, typed, message) => {
    const { puts } = await show(configState());
    await type(label, typed);
    await send();
    expect(errorOf(label)).toContain(message);
    expect(puts()).toEqual([]);
  },
);

it('R4.11 the form focuses the first invalid field', async () => {
  await show(configState());
  await type('Interval hlásení v pokoji (s)', '1');
  await typeAt(inputField('max'), 'veľa');
  await type(MAX, '12');
  await send();
  expect(document.activeElement).toBe(field(MAX));
});

it.each([
  ['R5.5 the highest pressure', MAX, '2', 'Najmenšia hodnota musí byť menšia ako najväčšia'],
  ['R4.9 the upper voltage', 'AnalogInput2.maxRefVoltage', '0', 'Obe napätia nesmú byť rovnaké'],
])('R4.11 a conflict of two fields is shown at the changed one: %s', async (_case, label, typed, message) => {
  await show(
    configState({
      desired: { pressure, AnalogInput2: { enabled: 0, minRefVoltage: 0, maxRefVoltage: 10 } },
    }),
  );
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name^=AnalogInput2]'))
    input.setAttribute('aria-label', input.name);
  await type(label, typed);
  await send();
  expect(errorOf(label)).toContain(message);
  expect(document.activeElement).toBe(field(label));
});

it('R4.11 R5.5 an empty field shows its default as placeholder', async () => {
  await show(configState({ desired: {} }));
  const empty = () => [MIN, MAX, 'Rozsah snímača tlaku (bar)'].map((label) => field(label).placeholder);
  expect(empty()).toEqual(['predvolené: 3', 'predvolené: 5,5', 'predvolené: 10']);
  expect(field('Interval hlásení za chodu (s)').placeholder).toBe('predvolené: 5');
  expect(field('Interval hlásení v pokoji (s)').placeholder).toBe('predvolené: 30');
  await type('Rozsah snímača tlaku (bar)', '4');
  expect(field(MAX).placeholder).toBe('predvolené: 4');
});

it('R4.11 R4.9 an input with two equal voltages shows an error and is not sent', async () => {
  const { puts } = await show(configState());
  await typeAt(inputField('minRefVoltage'), '5');
  await typeAt(inputField('maxRefVoltage'), '5');
  await send();
  expect(page.text()).toContain('Obe napätia nesmú byť rovnaké');
  expect(puts()).toEqual([]);
});

it('R4.11 R4.9 R4.4 the preview scales the present voltage with the typed values and shows the age of a stale one', async () => {
  const { receiveOnline } = await show(configState());
  const preview = () => page.textOf(page.all('status', 'Náhľad')[0] as HTMLElement);
  expect(preview()).toContain('5 V = Nedostupné');
  for (const [name, text] of Object.entries({
    min: '0',
    max: '6',
    minRefVoltage: '0',
    maxRefVoltage: '10',
    normalizer: '1',
    unit: 'm',
  }))
    await typeAt(inputField(name), text);
  expect(preview()).toContain('5 V = 3 m');
  await typeAt(inputField('normalizer'), '2,5');
  expect(preview()).toContain('5 V = 7,5 m');
  expect(preview()).not.toContain('naposledy');
  await receiveOnline(false);
  expect(preview()).toContain('5 V = 7,5 mnaposledy pred chvíľou');
});

it('R4.8 an enabled but incomplete input shows a hint that it is hidden on the overview', async () => {
  await show(configState());
  await page.click(inputField('enabled'));
  expect(page.text()).toContain('Na prehľade sa vstup ukáže');
});

it('R4.11 a field shows the applied value while it differs from the desired one', async () => {
  const desired: DeviceConfig = { pressure: { min: 3, max: 4.5 } };
  const { emitConfig } = await show(configState({ version: 5, desired, state: 'pending' }));
  expect(page.text()).toContain('V zariadení: 5,5');
  await emitConfig(configState({ version: 5, desired, applied: { version: 5, config: desired, ts: T } }));
  expect(page.text()).not.toContain('V zariadení');
  expect(page.text()).toContain('Nastavenie je v čerpadle.');
});

it('R4.11 a value that the board rejected shows an error at its field until it is edited', async () => {
  const reported = { ver: 4, st: 'rejected', reason: 'out_of_range', at: 'pressure.max', ts: T } as const;
  await show(configState({ state: 'rejected', reported }));
  expect(page.text()).toContain('Zariadenie nastavenie odmietlo.');
  expect(errorOf(MAX)).toContain('Zariadenie túto hodnotu nedovoľuje');
  await type(MAX, '5');
  expect(errorOf(MAX)).not.toContain('nedovoľuje');
});

it('R4.11 a foreign configuration is reported as such', async () => {
  await show(configState({ state: 'foreign', applied: null }));
  expect(page.text()).toContain('Zariadenie má novšie nastavenie, ktoré nevzniklo tu.');
});

it('R4.11 a stale version (409) shows the other changes, keeps the typed values and saves them on top', async () => {
  const theirs = configState({
    version: 5,
    desired: { pressure: { min: 3.5, max: 5.5 } },
    changed_by: 'Ján',
  });
  const stale: Handler = () => ({ status: 409, json: { detail: 'CONFIG_VERSION_STALE' } });
  let put = stale;
  const { puts, setStored } = await show(configState(), { onPut: (request) => put(request) });
  await type(MAX, '5,2');
  setStored(theirs);
  await send();
  await pass(0);
  const notice = page.textOf(page.get('alert'));
  expect(notice).toContain('Nastavenie medzitým zmenil: Ján.');
  expect(notice).toContain(`${MIN}: 3 → 3,5`);
  expect(field(MAX).value).toBe('5,2');

  await page.click(page.get('button', 'Načítať a ponechať moje zmeny'));
  expect([field(MIN).value, field(MAX).value]).toEqual(['3,5', '5,2']);
  put = () => ({ json: configState({ version: 6 }) });
  await send();
  expect(puts()[1]?.body).toEqual({ version: 5, config: { pressure: { min: 3.5, max: 5.2 } } });
});

it('R4.11 a config event of the own save before its answer is not reported as a foreign change', async () => {
  const mine = configState({ version: 5, desired: { pressure: { min: 3, max: 5.2 } }, state: 'applied' });
  let answer: (saved: { json: unknown }) => void = () => undefined;
  const { emitConfig } = await show(configState(), {
    onPut: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await type(MAX, '5,2');
  await send();
  await emitConfig(mine);
  expect(page.all('alert')).toEqual([]);
  answer({ json: { ...mine, state: 'pending' } });
  await pass(0);
  expect(page.all('alert')).toEqual([]);
  expect(field(MAX).value).toBe('5,2');
  expect(page.text()).toContain('Nastavenie je v čerpadle.');
});

it('R4.11 a form without edits shows a new version at once', async () => {
  const { emitConfig } = await show(configState());
  await emitConfig(configState({ version: 5, desired: { pressure: { min: 4, max: 5.5 } } }));
  expect(field(MIN).value).toBe('4');
  expect(page.all('alert')).toEqual([]);
});

it('R4.11 a 422 answer shows an error at the field that it names', async () => {
  const detail = [{ loc: ['body', 'config', 'pressure', 'max'], msg: 'above_sensor', type: 'custom' }];
  await show(configState(), { onPut: () => ({ status: 422, json: { detail } }) });
  await type(MAX, '5,2');
  await send();
  expect(errorOf(MAX)).toContain('Taký tlak snímač neukáže');
});

it('R7.5 a user without the right to configure sees read-only values', async () => {
  await show(configState(), { canConfigure: false });
  expect(page.text()).toContain('Konfiguráciu dosky môžu meniť len technici a predajcovia.');
  expect(page.textOf(page.value(MAX))).toBe('5,5');
  expect(page.textOf(page.value('Prenos požadovaného tlaku'))).toBe('predvolený (1)');
  expect(page.textOf(page.value('Rozsah snímača tlaku (bar)'))).toBe('predvolené: 10');
  expect(page.textOf(page.value('Vstup sa používa'))).toBe('nie');
  expect(page.textOf(page.value('Jednotka'))).toBe('nenastavené');
  expect(document.querySelector('input, select')).toBeNull();
  expect(page.all('button', 'Uložiť nastavenie')).toEqual([]);
});
