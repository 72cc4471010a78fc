import { type ActivityEntry, ActivityKind } from '@manoboard/contract/activity/activity';
import type { ChangeValue, DeviceChange } from '@manoboard/contract/activity/device-change';
import { aChange, aCommand } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { browserTimeZone } from '../../../lib/time/time-zone.ts';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { Timeline } from './timeline.tsx';
import { FieldTexts } from './use-field-text.ts';

freezeTime();

const PATH = `/devices/${ID}/activity`;
const entryOf = (change: Partial<DeviceChange>, at = T - 240): ActivityEntry => {
  const whole = aChange({ created_at: at, finished_at: at, ...change });
  return { kind: whole.kind, at, change: whole };
};
const answerWith =
  (items: ActivityEntry[], next: string | null = null): Handler =>
  () => ({
    json: {
      items,
      total: items.length,
      next,
      counts: Object.fromEntries(
        ActivityKind.options.map((kind) => [kind, items.filter((entry) => entry.kind === kind).length]),
      ),
    },
  });

/** Words for the fields of another feature. */
const words = {
  nameOf: (path: string) => (path.startsWith('alerts.') ? `<${path}>` : undefined),
  textOf: (path: string, value: ChangeValue) => (path.startsWith('alerts.') ? `<${value}>` : undefined),
};

async function show(answer: Handler, locale: 'sk' | 'gb' = 'sk') {
  const live = await showLive(
    <FieldTexts value={words}>
      <Timeline deviceId={ID} />
    </FieldTexts>,
    { routes: { [PATH]: answer }, locale },
  );
  await pass(0);
  return live;
}
/** Row texts without the time. */
const rows = () =>
  [...document.querySelectorAll('li[data-kind]')].map((row) =>
    page.textOf(row).replace(/^\d\d:\d\d:\d\d( [ap]m)?/i, ''),
  );

const person = { user_id: 2, name: 'Ján Mlynár' };
it.each<[string, Partial<DeviceChange>, string, string]>([
  [
    'a name',
    { fields: [{ field: 'alias', old: null, new: 'Studňa' }] },
    'Názov predtýmbez názvu→terazStudňaEva Vodná',
    'Name beforeno name→nowStudňaEva Vodná',
  ],
  [
    'a firmware update with its duration',
    {
      kind: 'firmware',
      action: 'updated',
      finished_at: T - 128,
      fields: [{ field: 'version', old: '1.4.1', new: '1.4.2' }],
      steps: [{ at: T - 200, step: 'pump_stopped' }],
    },
    'Firmvér predtým1.4.1→teraz1.4.2Eva Vodnánainštalované za 1:52',
    'Firmware before1.4.1→now1.4.2Eva Vodnáinstalled in 1:52',
  ],
  [
    'a rejected configuration field by field',
    {
      kind: 'config',
      status: 'refused',
      reason: 'out_of_range pressure.max',
      by: { user_id: 2, name: 'Ján Mlynár', role: 'Technician' },
      fields: [
        { field: 'pressure.max', old: 5, new: 5.5 },
        { field: 'AnalogInput2.alias', old: null, new: 'Hladina' },
      ],
    },
    'Nastavenie: 2 hodnoty Ján Mlynár · Technikzariadenie odmietlo: Najvyšší požadovaný tlak: Zariadenie túto hodnotu nedovoľujeNajvyšší požadovaný tlakpredtým5 bar→teraz5,5 barAnalógový vstup 2, Názovpredtýmnenastavené→terazHladina',
    'Settings: 2 values',
  ],
  [
    'a switch that was not set before',
    { kind: 'config', fields: [{ field: 'AnalogInput2.enabled', old: null, new: 0 }] },
    'predtýmnenastavené→teraznie',
    'Settings: 1 value',
  ],
  [
    'settings of alert rules, which the board does not apply, by the words of their feature',
    { kind: 'config', fields: [{ field: 'alerts.leak', old: true, new: false }] },
    'Pravidlá upozornení: 1 hodnota Eva Vodná<alerts.leak>predtým<true>→teraz<false>',
    'Alert rules: 1 value',
  ],
  [
    'who receives alerts',
    { kind: 'config', fields: [{ field: 'escalation.delegates', old: 1, new: 2 }] },
    'Komu prídu upozornenia: 1 hodnota Eva Vodnáescalation.delegatespredtým1→teraz2',
    'Who receives alerts: 1 value',
  ],
  [
    'the time zone of a device, which the board does not apply',
    { kind: 'config', fields: [{ field: 'zone', old: 'Europe/Bratislava', new: 'Europe/Lisbon' }] },
    'Čas v mieste zariadenia Eva VodnáČasové pásmopredtýmEurope/Bratislava→terazEurope/Lisbon',
    'Local time of the device',
  ],
  [
    'granted access',
    { kind: 'access', action: 'granted', person, fields: [{ field: 'expires_at', old: null, new: null }] },
    'Prístup: Ján Mlynár predtýmžiadny→terazrovnaké práva, bez koncaEva Vodná',
    'Access: Ján Mlynár beforenone→nowthe same rights, without endEva Vodná',
  ],
  [
    'R4.18 a lower level of access',
    {
      kind: 'access',
      action: 'changed',
      person,
      fields: [
        { field: 'expires_at', old: null, new: null },
        { field: 'level', old: 'full', new: 'watch' },
      ],
    },
    'Prístup: Ján Mlynár predtýmrovnaké práva, bez konca→terazpozerá, bez konca',
    'Access: Ján Mlynár beforethe same rights, without end→nowwatches, without end',
  ],
  [
    'R4.18 an invitation is no access yet',
    {
      kind: 'access',
      action: 'added',
      fields: [
        { field: 'level', old: null, new: 'watch' },
        { field: 'way', old: null, new: 'mail' },
      ],
    },
    'Pozvánka e‑mailom Eva Vodná',
    'Invitation by e-mail Eva Vodná',
  ],
  [
    'R4.18 a person who is told, which no board applies',
    { kind: 'config', action: 'changed', fields: [{ field: 'recipient', old: null, new: 'Ján' }] },
    'Koho upozorníme predtýmnikto→terazJánEva Vodná',
    'Who is told beforenobody→nowJánEva Vodná',
  ],
  [
    'expired access',
    { kind: 'access', action: 'expired', person, by: null },
    'Prístup: Ján Mlynár predtýmprístup→terazskončil saautomaticky',
    'Access: Ján Mlynár beforeaccess→nowexpiredautomatic',
  ],
  [
    'a new owner without the name of the former owner',
    { kind: 'owner', action: 'transferred', person, by: null },
    'Nový vlastník: Ján Mlynár predchádzajúci vlastník',
    'New owner: Ján Mlynár former owner',
  ],
  [
    'a role',
    { kind: 'role', action: 'granted', person, fields: [{ field: 'role', old: null, new: 'Seller' }] },
    'Rola: Ján Mlynár predtýmžiadna→terazPredajcaEva Vodná',
    'Role: Ján Mlynár beforenone→nowSellerEva Vodná',
  ],
  [
    'a lock-out tag',
    { kind: 'lock_out', action: 'set', reason: 'čistím filter', fields: [] },
    'Visačka nastavená: „čistím filter“ Eva Vodná',
    'Lock-out tag set: “čistím filter” Eva Vodná',
  ],
])('R5.7b the timeline describes %s in Slovak and English', async (_title, change, sk, gb) => {
  const { leave } = await show(answerWith([entryOf(change)]));
  expect(rows()[0]).toContain(sk);
  await leave();
  await pass(3000);
  await show(answerWith([entryOf(change)]), 'gb');
  expect(rows()[0]).toContain(gb);
});

it('R5.7b a rejected command shows its reason, a confirmed one its duration', async () => {
  const commands = [
    aCommand({
      id: '01HV3B5Z8Q2M4N6P0002',
      status: 'rejected',
      problem: 'LOCAL_CONTROL',
      created_at: T - 10,
    }),
    aCommand({
      id: '01HV3B5Z8Q2M4N6P0001',
      op: 'write',
      value: 0.45,
      old_value: 0.42,
      normalizer: 10,
      created_at: T - 20,
      finished_at: T - 19.1,
    }),
    aCommand({
      id: '01HV3B5Z8Q2M4N6P0000',
      op: 'write',
      value: 0.45,
      old_value: 0.42,
      status: 'rejected',
      problem: 'CONFIG_UNKNOWN',
      created_at: T - 30,
    }),
  ];
  await show(answerWith(commands.map((command) => ({ kind: 'command', at: command.created_at, command }))));
  expect(rows()[0]).toContain('Zapnúť čerpadlo Eva VodnáOdmietnuté: ');
  expect(rows()[0]).toContain('z klávesnice meniča');
  expect(rows()[1]).toBe('Požadovaný tlak predtým4,2 bar→teraz4,5 barEva Vodnápotvrdené za 0,9 s');
  expect(rows()[2]).toContain('Požadovaný tlak predtým0,42→teraz0,45Eva Vodná');
});

it('R5.7b the timeline groups entries under a heading per day', async () => {
  await show(
    answerWith([
      entryOf({ id: '3' }),
      entryOf({ id: '2' }, T - 86_400),
      entryOf({ id: '1' }, T - 9 * 86_400),
    ]),
  );
  const headings = page.all('heading').map(page.textOf);
  expect(headings).toHaveLength(3);
  expect(headings[0]).toMatch(/^Dnes /);
  expect(headings[1]).toMatch(/^Včera /);
});

it('R5.7b chips show counts and filter the list and the CSV export by kind', async () => {
  const { server } = await show(answerWith([entryOf({ id: '2' }), entryOf({ id: '1', kind: 'owner' })]));
  expect(page.all('button').map(page.textOf)).toEqual(['Všetko 2', 'Prístup 1', 'Názov 1']);
  await page.click(page.get('button', 'Prístup 1'));
  await pass(0);
  expect(server.requestsTo(PATH).at(-1)?.path).toBe(`${PATH}?limit=50&kind=access&kind=owner&kind=role`);
  expect(page.get('link', 'Stiahnuť CSV').getAttribute('href')).toBe(
    `/api${PATH}.csv?kind=access&kind=owner&kind=role&zone=${encodeURIComponent(browserTimeZone())}`,
  );
});

it('R5.7b new entries stay hidden until the user shows them; a known row updates in place', async () => {
  const known = entryOf({ id: '1', kind: 'config', status: 'pending', finished_at: null });
  const { server } = await show(answerWith([known]));
  const applied = entryOf({ id: '1', kind: 'config', status: 'done' });
  server.routes[PATH] = answerWith([entryOf({ id: '2' }, T), applied]);
  FakeEventSource.current.emit('activity', { device_id: ID });
  await pass(0);
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toContain('použité zariadením');
  await page.click(page.get('button', 'Zobraziť 1 novú udalosť'));
  expect(rows()).toHaveLength(2);
});

it('R5.7b the Older button appends the next page from the cursor', async () => {
  const { server } = await show(answerWith([entryOf({ id: '2' })], '1799999760000-02'));
  server.routes[PATH] = answerWith([entryOf({ id: '1' }, T - 300)]);
  await page.click(page.get('button', 'Staršie'));
  await pass(0);
  expect(server.requestsTo(PATH).at(-1)?.path).toBe(`${PATH}?limit=50&before=1799999760000-02`);
  expect(rows()).toHaveLength(2);
});

it('R5.7b a failed timeline request shows an error instead of an empty list, and a retry loads it', async () => {
  const { server } = await show(() => ({ status: 500, json: { detail: 'INTERNAL' } }));
  expect(page.text()).toContain('Udalosti sa nepodarilo načítať.');
  server.routes[PATH] = answerWith([]);
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(0);
  expect(page.text()).toContain('Zatiaľ sa nič nestalo.');
});

it.each([
  ['keypad', 'Čerpadlo sa spustilo', 'na klávesnici meniča'],
  ['itself', 'Čerpadlo sa spustilo', 'samo, bez príkazu'],
  ['retry', 'Čerpadlo sa spustilo', 'znova doskou po chode nasucho'],
  ['command', 'Čerpadlo sa spustilo', 'na príkaz'],
] as const)(
  'R5.11 a start names its origin, and only an unwanted one is a trouble: %s',
  async (started_by, title, origin) => {
    const event = {
      id: 'e1',
      code: 'STARTED',
      started_by,
      severity: 'info',
      raised_at: T - 60,
      cleared_at: T - 60,
      reading: {},
    } as const;
    await show(answerWith([{ kind: 'event', at: T - 60, event }]));
    const [row] = document.querySelectorAll<HTMLElement>('li[data-kind=event]');
    expect(page.textOf(row as HTMLElement)).toContain(title);
    expect(page.textOf(row as HTMLElement)).toContain(origin);
    expect(row?.dataset.tone).toBe(started_by === 'keypad' || started_by === 'itself' ? 'stop' : 'off');
  },
);
