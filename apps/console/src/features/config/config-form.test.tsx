import type { DeviceConfig } from '@manoboard/contract/nouns/device-config';
import type { ConfigState } from '@manoboard/contract/nouns/device-config-state';
import { afterEach, expect, it } from 'vitest';
import { FakeEventSource, type Handler } from '../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { errorOf, field, submit, type } from '../../testing/whole-app.tsx';
import { ConfigForm } from './config-form.tsx';

freezeTime();
afterEach(() => sessionStorage.clear());

const PATH = `/devices/${ID}/config`;
const pressure = { min: 3, max: 5.5 } as const;

const known = (change: Partial<ConfigState> = {}): ConfigState => ({
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
    puts: () => live.server.askedFor(PATH).filter(({ method }) => method === 'PUT'),
    /** Somebody else, or the board, has done something. */
    async tell(next: ConfigState) {
      current = next;
      FakeEventSource.current.emit('config', { device_id: ID });
      await pass(20);
    },
    change(next: ConfigState) {
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

it('R4.11 has its sections, the pump state, and what is wished in the fields, with the comma of the language', async () => {
  await show(known());
  for (const name of [
    'Hlavná konfigurácia',
    'Frekvenčný menič',
    'MaNoBoard',
    'Analógový vstup 2',
    'Analógový vstup 3',
  ])
    expect(page.get('heading', name)).toBeTruthy();
  expect(page.says(page.get('region', 'Stav čerpadla'))).toContain('Beží');
  expect(field(MAX).value).toBe('5,5');
});

it('R4.11 is saved with the version that was read; what is empty is left out', async () => {
  const { puts } = await show(known(), { onPut: () => ({ json: known({ version: 5, state: 'pending' }) }) });
  await type(MAX, '5,2');
  await send();
  expect(puts()[0]?.body).toEqual({ version: 4, config: { pressure: { min: 3, max: 5.2 } } });
  expect(page.text()).toContain('Čaká sa, kým zariadenie nastavenie použije.');
});

it.each([
  ['no number', MIN, 'tri', 'Zadajte číslo'],
  ['below 0', MIN, '-1', 'Najmenej 0'],
  ['a minimum that is not below the maximum', MIN, '6', 'Najmenšia hodnota musí byť menšia ako najväčšia'],
  ['a pressure that the sensor cannot show', MAX, '12', 'Taký tlak snímač neukáže'],
  ['R5.5 half a config, which is none', MIN, '', 'Vyplňte obe hranice tlaku, alebo nechajte obe prázdne'],
  ['frames too often', 'Interval hlásení za chodu (s)', '0', 'Najmenej 1'],
  ['frames too seldom', 'Interval hlásení v pokoji (s)', '4000', 'Najviac 3600'],
  ['half a second', 'Interval hlásení za chodu (s)', '1,5', 'Zadajte číslo'],
])('R4.11 refuses nonsense with a sentence at the field: %s', async (_case, label, typed, sentence) => {
  const { puts } = await show(known());
  await type(label, typed);
  await send();
  expect(errorOf(label)).toContain(sentence);
  expect(puts()).toEqual([]);
});

it('R4.11 the first field that is wrong has the focus', async () => {
  await show(known());
  await type('Interval hlásení v pokoji (s)', '1');
  await typeAt(inputField('max'), 'veľa');
  await type(MAX, '12');
  await send();
  expect(document.activeElement).toBe(field(MAX));
});

it.each([
  ['R5.5 the highest pressure', MAX, '2', 'Najmenšia hodnota musí byť menšia ako najväčšia'],
  ['R4.9 the upper voltage', 'AnalogInput2.maxRefVoltage', '0', 'Obe napätia nesmú byť rovnaké'],
])(
  'R4.11 what is wrong between two fields stands at the changed one: %s',
  async (_case, label, typed, said) => {
    await show(
      known({ desired: { pressure, AnalogInput2: { enabled: 0, minRefVoltage: 0, maxRefVoltage: 10 } } }),
    );
    for (const input of document.querySelectorAll<HTMLInputElement>('input[name^=AnalogInput2]'))
      input.setAttribute('aria-label', input.name);
    await type(label, typed);
    await send();
    expect(errorOf(label)).toContain(said);
    expect(document.activeElement).toBe(field(label));
  },
);

it('R4.11 R5.5 an empty field says what it stands for', async () => {
  await show(known({ desired: {} }));
  const empty = () => [MIN, MAX, 'Rozsah snímača tlaku (bar)'].map((label) => field(label).placeholder);
  expect(empty()).toEqual(['predvolené: 3', 'predvolené: 5,5', 'predvolené: 10']);
  expect(field('Interval hlásení za chodu (s)').placeholder).toBe('predvolené: 5');
  expect(field('Interval hlásení v pokoji (s)').placeholder).toBe('predvolené: 30');
  await type('Rozsah snímača tlaku (bar)', '4');
  expect(field(MAX).placeholder).toBe('predvolené: 4');
});

it('R4.11 R4.9 an input with the same two voltages is refused at its field', async () => {
  const { puts } = await show(known());
  await typeAt(inputField('minRefVoltage'), '5');
  await typeAt(inputField('maxRefVoltage'), '5');
  await send();
  expect(page.text()).toContain('Obe napätia nesmú byť rovnaké');
  expect(puts()).toEqual([]);
});

it('R4.11 R4.9 the preview scales the present voltage as it is typed, and R4.4 an old one has its age', async () => {
  const { hearOnline } = await show(known());
  const preview = () => page.says(page.all('status', 'Náhľad')[0] as HTMLElement);
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
  await hearOnline(false);
  expect(preview()).toContain('5 V = 7,5 mnaposledy pred chvíľou');
});

it('R4.8 an input that is on and lacks something says when it will be seen', async () => {
  await show(known());
  await page.click(inputField('enabled'));
  expect(page.text()).toContain('Na prehľade sa vstup ukáže');
});

it('R4.11 while the board has something else, that stands at the field', async () => {
  const desired: DeviceConfig = { pressure: { min: 3, max: 4.5 } };
  const { tell } = await show(known({ version: 5, desired, state: 'pending' }));
  expect(page.text()).toContain('V zariadení: 5,5');
  await tell(known({ version: 5, desired, applied: { version: 5, config: desired, ts: T } }));
  expect(page.text()).not.toContain('V zariadení');
  expect(page.text()).toContain('Zariadenie nastavenie použilo.');
});

it('R4.11 what the board refused stands at its field until that is changed', async () => {
  const reported = { ver: 4, st: 'rejected', reason: 'out_of_range', at: 'pressure.max', ts: T } as const;
  await show(known({ state: 'rejected', reported }));
  expect(page.text()).toContain('Zariadenie nastavenie odmietlo.');
  expect(errorOf(MAX)).toContain('Zariadenie túto hodnotu nedovoľuje');
  await type(MAX, '5');
  expect(errorOf(MAX)).not.toContain('nedovoľuje');
});

it('R4.11 a configuration that was not wished here is said to be so', async () => {
  await show(known({ state: 'foreign', applied: null }));
  expect(page.text()).toContain('Zariadenie má novšie nastavenie, ktoré nevzniklo tu.');
});

it('R4.11 409: shows what changed meanwhile, keeps what was typed, and saves on top of it', async () => {
  const theirs = known({ version: 5, desired: { pressure: { min: 3.5, max: 5.5 } }, changed_by: 'Ján' });
  const stale: Handler = () => ({ status: 409, json: { detail: 'CONFIG_VERSION_STALE' } });
  let put = stale;
  const { puts, change } = await show(known(), { onPut: (request) => put(request) });
  await type(MAX, '5,2');
  change(theirs);
  await send();
  await pass(0);
  const notice = page.says(page.get('alert'));
  expect(notice).toContain('Nastavenie medzitým zmenil: Ján.');
  expect(notice).toContain(`${MIN}: 3 → 3,5`);
  expect(field(MAX).value).toBe('5,2');

  await page.click(page.get('button', 'Načítať a ponechať moje zmeny'));
  expect([field(MIN).value, field(MAX).value]).toEqual(['3,5', '5,2']);
  put = () => ({ json: known({ version: 6 }) });
  await send();
  expect(puts()[1]?.body).toEqual({ version: 5, config: { pressure: { min: 3.5, max: 5.2 } } });
});

it("R4.11 the news of one's own save that comes before its answer is nobody else's change", async () => {
  const mine = known({ version: 5, desired: { pressure: { min: 3, max: 5.2 } }, state: 'applied' });
  let answer: (saved: { json: unknown }) => void = () => undefined;
  const { tell } = await show(known(), {
    onPut: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await type(MAX, '5,2');
  await send();
  await tell(mine);
  expect(page.all('alert')).toEqual([]);
  answer({ json: { ...mine, state: 'pending' } });
  await pass(0);
  expect(page.all('alert')).toEqual([]);
  expect(field(MAX).value).toBe('5,2');
  expect(page.text()).toContain('Zariadenie nastavenie použilo.');
});

it('R4.11 who has typed nothing sees the new version at once', async () => {
  const { tell } = await show(known());
  await tell(known({ version: 5, desired: { pressure: { min: 4, max: 5.5 } } }));
  expect(field(MIN).value).toBe('4');
  expect(page.all('alert')).toEqual([]);
});

it('R4.11 a 422 of the server stands at the field that it names', async () => {
  const detail = [{ loc: ['body', 'config', 'pressure', 'max'], msg: 'above_sensor', type: 'custom' }];
  await show(known(), { onPut: () => ({ status: 422, json: { detail } }) });
  await type(MAX, '5,2');
  await send();
  expect(errorOf(MAX)).toContain('Taký tlak snímač neukáže');
});

it('R7.5 who may not configure reads it', async () => {
  await show(known(), { canConfigure: false });
  expect(page.text()).toContain('Nastavenie môžu meniť len technici a predajcovia.');
  expect(page.says(page.value(MAX))).toBe('5,5');
  expect(page.says(page.value('Prenos požadovaného tlaku'))).toBe('predvolený (1)');
  expect(page.says(page.value('Rozsah snímača tlaku (bar)'))).toBe('predvolené: 10');
  expect(page.says(page.value('Vstup sa používa'))).toBe('nie');
  expect(page.says(page.value('Jednotka'))).toBe('nenastavené');
  expect(document.querySelector('input, select')).toBeNull();
  expect(page.all('button', 'Uložiť nastavenie')).toEqual([]);
});
