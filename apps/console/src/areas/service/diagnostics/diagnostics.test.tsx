import type { LastData } from '@manoboard/contract/device/device';
import type { BasicInfo, Diagnostics } from '@manoboard/contract/device/diagnostics';
import { expect, it } from 'vitest';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { BasicDiagnostics } from './basic-diagnostics.tsx';
import { DiagnosticsChooser } from './diagnostics-chooser.tsx';
import { InverterInfo } from './inverter-info.tsx';

freezeTime();

const diagnosticsOf = (change: Partial<Diagnostics> = {}): Diagnostics => ({
  now: T,
  online: true,
  fc: 1,
  values: [
    { name: 'pressure', value: 3.9, unit: 'bar', ts: T },
    { name: 'temperature_fc', value: 41, unit: '°C', ts: T - 300 },
  ],
  fault: { code: 0, name: null, ts: T },
  events: [],
  ...change,
});

interface Setting {
  last?: LastData;
  online?: string[];
  locale?: 'sk' | 'gb';
}
async function showBasic(data: Diagnostics, { last = measured({}), ...setting }: Setting = {}) {
  const live = await showLive(<BasicDiagnostics deviceId={ID} converter={{ fcType: 'GD10' }} />, {
    routes: { [`/devices/${ID}/diagnostics`]: () => ({ json: data }) },
    last: [last],
    ...setting,
  });
  await pass(0);
  return live;
}

it('R4.10 R4.12 the diagnostics chooser links to basic diagnostics, registers and the inverter', async () => {
  await showLive(<DiagnosticsChooser device={{ id: ID, name: 'Studňa' }} onClose={() => undefined} />);
  expect(page.all('link').map((link) => link.getAttribute('href'))).toEqual(
    ['values', 'registers', 'inverter'].map((tool) => `/admin/overview?device=${ID}&tool=${tool}`),
  );
  expect(page.textOf(page.all('link')[0] as HTMLElement)).toContain('Základná diagnostika');
});

it('R4.12 basic diagnostics show every reported value with its own age', async () => {
  await showBasic(diagnosticsOf());
  expect(page.textOf(page.value('Skutočný tlak'))).toBe('3,90 barpráve teraz');
  expect(page.textOf(page.value('Teplota meniča'))).toBe('41,0 °Cnaposledy pred 5 min');
});

const code = (name: Diagnostics['values'][number]['name'], value: number) => ({
  name,
  value,
  unit: '',
  ts: T,
});
it.each([
  ['sk', 'Stav meniča', code('on_off_state_r', 3), 'Zastavené kód 3'],
  ['gb', 'FC state', code('on_off_state_r', 4), 'Fault code 4'],
  ['sk', 'Ovládanie čerpadla', code('modbus', 2), 'Odtiaľto kód 2'],
  ['sk', 'Tlak riadi', code('pressure_control', 1), 'Menič kód 1'],
  ['sk', 'Porucha', code('fault', 22), 'Strata spätnej väzby PID kód 22'],
  ['gb', 'Fault', code('fault', 0), 'None code 0'],
] as const)(
  'R4.12 basic diagnostics show the meaning of a code beside the code: %s %s',
  async (locale, label, value, words) => {
    await showBasic(diagnosticsOf({ values: [value] }), { locale });
    expect(page.textOf(page.value(label))).toContain(words);
  },
);

const freshnessOf = (label: string) =>
  page.value(label).closest<HTMLElement>('[data-freshness]')?.dataset.freshness;

it('R4.4 R4.12 values of an offline board are stale', async () => {
  await showBasic(diagnosticsOf({ online: false }), { online: [] });
  expect(freshnessOf('Skutočný tlak')).toBe('stale');
});

it('R4.4 R4.12 values become stale after the server is lost', async () => {
  const { loseServer } = await showBasic(diagnosticsOf());
  expect(freshnessOf('Skutočný tlak')).toBe('live');
  await loseServer();
  await pass(15_000);
  expect(page.textOf(page.value('Skutočný tlak'))).toBe('3,90 barnaposledy pred 20 s');
  expect(page.textOf(page.value('Spojenie dosky s meničom'))).toBe('Neznáme');
  expect(page.textOf(page.value('Porucha meniča'))).toBe('Žiadna naposledy pred 20 s');
});

it('R4.4 R4.12 values of a reporting board stay live between two polls', async () => {
  const { server, receiveFrame } = await showBasic(diagnosticsOf());
  for (const second of [5, 10, 15, 20, 25, 30]) {
    const ts = T + second;
    server.routes[`/devices/${ID}/diagnostics`] = () => ({
      json: diagnosticsOf({ values: [{ name: 'pressure', value: 3.9, unit: 'bar', ts }] }),
    });
    await pass(4980);
    expect(freshnessOf('Skutočný tlak')).toBe('live');
    await receiveFrame(measured({}, { ts, received_at: ts }));
  }
});

it.each([
  ['none', { code: 0, name: null, ts: T }, 'Žiadna'],
  ['a known code with the name of the keypad', { code: 10, name: 'UV', ts: T }, 'Podpätie · UV (kód 10)'],
  ['an unknown code', { code: 99, name: null, ts: T }, 'Neznáma porucha (kód 99)'],
  ['unknown', { code: null, name: null, ts: null }, 'Neznáma'],
])('R4.12 basic diagnostics show the fault of the converter: %s', async (_case, fault, words) => {
  await showBasic(diagnosticsOf({ fault }));
  expect(page.textOf(page.value('Porucha meniča'))).toBe(words);
});

it.each([
  ['no fault', 0, 'Žiadna naposledy pred 3 h'],
  ['a fault', 10, 'Podpätie (kód 10) naposledy pred 3 h'],
])(
  'R4.4 R5.1 the last fault state of an offline board is grey with its age: %s',
  async (_case, code, words) => {
    const ts = T - 3 * 3600;
    await showBasic(diagnosticsOf({ fault: { code, name: null, ts } }), {
      last: measured({}, {}, 3 * 3600),
      online: [],
    });
    const shown = page.value('Porucha meniča');
    expect(page.textOf(shown)).toBe(words);
    expect(shown.querySelector<HTMLElement>('[data-tone]')?.dataset.tone).toBe('off');
    expect(page.textOf(page.value('Spojenie dosky s meničom'))).toBe('Neznáme');
  },
);

it.each([
  ['ok', {}, 'V poriadku'],
  ['error', { last: measured({}, { fc: 0 }) }, 'Menič neodpovedá'],
  ['unknown for an offline board', { online: [] }, 'Neznáme'],
  ['unknown for a silent board', { last: measured({}, {}, 60) }, 'Neznáme'],
] as [string, Setting, string][])(
  'R4.12 basic diagnostics show the connection to the converter: %s',
  async (_case, setting, words) => {
    await showBasic(diagnosticsOf(), setting);
    expect(page.textOf(page.value('Spojenie dosky s meničom'))).toBe(words);
  },
);

it('R4.12 basic diagnostics list raised and cleared events by name', async () => {
  const event = { severity: 'alarm', reading: {}, raised_at: T - 600 };
  await showBasic(
    diagnosticsOf({
      events: [
        { ...event, id: 'a', code: 'SENSOR_BREAK', cleared_at: null },
        { ...event, id: 'b', code: 'NEW_KIND', cleared_at: T - 60 },
      ],
    }),
  );
  const rows = [...document.querySelectorAll('li')].map(page.textOf);
  expect(rows[0]).toContain('prerušený vodič snímača tlaku');
  expect(rows[0]).toContain('pred 10 min · trvá');
  expect(rows[1]).toBe('Neznáma udalosť dosky: NEW_KINDpred 10 min · skončilo sa pred 1 min');
});

it('R4.12 basic diagnostics that fail to load can be retried', async () => {
  const { server } = await showLive(<BasicDiagnostics deviceId={ID} converter={{ fcType: 'GD10' }} />, {
    routes: { [`/devices/${ID}/diagnostics`]: () => ({ status: 500 }) },
  });
  await pass(0);
  server.routes[`/devices/${ID}/diagnostics`] = () => ({ json: diagnosticsOf() });
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(0);
  expect(page.textOf(page.value('Skutočný tlak'))).toContain('3,90 bar');
});

it('R4.12 inverter info shows rpm, power, electrometer, current, required pressure, hours and input settings', async () => {
  const measurement = (value: number | null, unit: string) => ({
    value,
    unit,
    ts: value === null ? null : T,
  });
  const info: BasicInfo = {
    fc_id: 'FC-TE0001',
    fc_type: 'GD10',
    motor_rpm: measurement(2450, 'rpm'),
    motor_power: measurement(0.9, 'kW'),
    electro_meter: measurement(120.5, 'kWh'),
    motor_current: measurement(3.2, 'A'),
    required_pressure: measurement(4.2, 'bar'),
    motor_operating_hours: measurement(null, 'h'),
    inputs: {
      AnalogInput2: {
        enabled: 1,
        alias: 'Hladina',
        unit: 'm',
        min: 0,
        max: 6,
        minRefVoltage: 0.5,
        maxRefVoltage: 10,
        normalizer: 1,
      },
      AnalogInput3: null,
    },
  };
  const { server, loseServer } = await showLive(<InverterInfo deviceId={ID} />, {
    last: [measured({})],
    routes: { [`/devices/${ID}/basic-info`]: () => ({ json: info }) },
  });
  await pass(0);
  expect(page.text()).toContain('Typ meniča: GD10 · ID meniča: FC-TE0001');
  const shown = {
    'Otáčky motora': '2 450 rpm',
    'Výkon motora': '0,90 kW',
    'Spotreba od vynulovania': '120,5 kWh',
    'Prúd motora': '3,20 A',
    'Požadovaný tlak': '4,2 bar',
    Motohodiny: '–Nedostupné',
  };
  for (const [label, text] of Object.entries(shown)) expect(page.textOf(page.value(label))).toContain(text);
  expect(page.textOf(page.get('region', 'Hladina'))).toBe(
    'HladinaRozsah0 až 6 mNapätie0,5 až 10 VNásobok× 1',
  );
  expect(page.textOf(page.get('region', 'Analógový vstup 3'))).toContain('Nenastavený');
  expect(freshnessOf('Prúd motora')).toBe('live');
  server.routes[`/devices/${ID}/basic-info`] = () => ({ json: { ...info, inputs: null } });
  await pass(6100);
  expect(page.textOf(page.get('region', 'Nastavenie vstupov'))).toBe(
    'Nastavenie vstupovNeznáme, zariadenie má nastavenie z iného miesta.',
  );
  await loseServer();
  await pass(15_000);
  expect(page.textOf(page.value('Prúd motora'))).toBe('3,20 Anaposledy pred 20 s');
});
