import { type ActivityEntry, ActivityKind } from '@manoboard/contract/activity/activity';
import type { Command } from '@manoboard/contract/command/command';
import { aChange, aCommand } from '@manoboard/testkit/factories';
import { expect, it, vi } from 'vitest';
import { Toaster } from '../../../app/shell/toaster.tsx';
import { browserTimeZone } from '../../../lib/time/time-zone.ts';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { ActivityCard } from './activity-card.tsx';
import { CsvLink } from './csv-link.tsx';

freezeTime();

const PATH = `/devices/${ID}/activity`;
const aCommandEntry = (change: Partial<Command>): ActivityEntry => {
  const command = aCommand({ created_at: T - 240, ...change });
  return { kind: 'command', at: command.created_at, command };
};
const event: ActivityEntry = {
  kind: 'event',
  at: T - 7200,
  event: { id: 'e1', code: 'DRY_RUN', severity: 'alarm', raised_at: T - 7200, cleared_at: null, reading: {} },
};
const countsOf = (items: readonly ActivityEntry[]) =>
  Object.fromEntries(
    ActivityKind.options.map((kind) => [kind, items.filter((entry) => entry.kind === kind).length]),
  );
const answerWith =
  (items: ActivityEntry[], total = items.length): Handler =>
  () => ({ json: { items, total, counts: countsOf(items), next: null } });

async function show(answer: Handler, locale: 'sk' | 'gb' = 'sk') {
  const live = await showLive(
    <ActivityCard deviceId={ID} link={(text) => <a href="#timeline">{text}</a>} />,
    { routes: { [PATH]: answer }, locale },
  );
  await pass(0);
  return live;
}
const rows = () => [...document.querySelectorAll('li')];
const rowTexts = () => rows().map((row) => page.textOf(row.querySelector('summary') ?? row));

it.each<[string, Partial<Command>, string, string]>([
  ['start', { value: true }, 'Zapnúť čerpadlo', 'Switch the pump on'],
  ['stop', { value: false }, 'Vypnúť čerpadlo', 'Switch the pump off'],
  ['unlock', { op: 'set_lock', value: false }, 'Odomknúť klávesnicu', 'Unlock the keypad'],
  [
    'a pressure, in bar',
    { op: 'write', value: 0.45, old_value: 0.42, normalizer: 10 },
    'Požadovaný tlak: 4,2 bar → 4,5 bar',
    'Required pressure: 4.2 bar → 4.5 bar',
  ],
  [
    'a pressure with an unknown old value',
    { op: 'write', value: 4.5, old_value: null, normalizer: 1 },
    'Požadovaný tlak: 4,5 bar',
    'Required pressure: 4.5 bar',
  ],
  [
    'a pressure of a board whose mode was unknown, without a unit',
    { op: 'write', value: 0.45, old_value: 0.42 },
    'Požadovaný tlak: 0,42 → 0,45',
    'Required pressure: 0.42 → 0.45',
  ],
  [
    'a reset',
    { op: 'reset', what: 'electro_meter', value: null },
    'Vynulovať: Spotreba od vynulovania',
    'Reset: Electricity meter (since zeroing)',
  ],
  [
    'a register',
    { op: 'reg_write', what: 'P09.01', value: 400, old_value: 380 },
    'Register P09.01: 380 → 400',
    'Register P09.01: 380 → 400',
  ],
])(
  'R5.6 the activity card describes a command with outcome, age and author: %s',
  async (_what, change, sk, gb) => {
    const { leave } = await show(answerWith([aCommandEntry(change)]));
    expect(rowTexts()).toEqual([`${sk}Potvrdenépred 4 min · Eva Vodná`]);
    await leave();
    await pass(3000);
    await show(answerWith([aCommandEntry(change)]), 'gb');
    expect(rowTexts()).toEqual([`${gb}Confirmed4 min ago · Eva Vodná`]);
  },
);

it.each([
  ['published', 'Odoslané', 'wait'],
  ['done', 'Potvrdené', 'run'],
  ['rejected', 'Odmietnuté', 'stop'],
  ['failed', 'Nepodarilo sa', 'stop'],
  ['expired', 'Vypršalo', 'stop'],
  ['timeout', 'Bez odpovede', 'stop'],
] as const)('R5.6 a command with status %s shows its text and tone', async (status, text, tone) => {
  await show(answerWith([aCommandEntry({ status, finished_at: status === 'published' ? null : T })]));
  expect(rowTexts()[0]).toContain(text);
  expect(rows()[0]?.dataset.tone).toBe(tone);
});

it('R5.6 a rejected command shows its reason in the closed row and its timed steps in the details', async () => {
  const refused = {
    status: 'rejected',
    problem: 'LOCAL_CONTROL',
    detail: 'not_in_comm_control',
    created_at: T + 0.25,
    published_at: null,
    accepted_at: null,
    finished_at: T + 0.5,
  } as const;
  await show(answerWith([aCommandEntry(refused)]));
  expect(rowTexts()[0]).toContain('Menič neprijíma príkazy dosky.');
  const details = page.textOf(document.querySelector('details') as HTMLElement);
  expect(details).toContain('Čerpadlo sa ovláda z klávesnice meniča');
  expect(details).toContain('Menič neprijíma príkazy dosky.');
  expect(details).toMatch(/Zapísané\d\d:\d\d:\d\d,250Odmietnuté\d\d:\d\d:\d\d,500$/);
});

it('the activity card lists a board event and whether it lasts', async () => {
  await show(answerWith([event]));
  expect(rowTexts()).toEqual(['chod nasuchoTrvápred 2 h']);
});

it('R5.6 a stale answer does not overwrite a command step that the stream delivered during the request', async () => {
  const running = { id: '01HV3B5Z8Q2M4N6P7R9T', created_at: T, finished_at: null };
  const staleAnswer = answerWith([aCommandEntry({ ...running, status: 'accepted' })]);
  let answer = () => {};
  const slowAnswer: Handler = async (request) => {
    await new Promise<void>((done) => {
      answer = done;
    });
    return staleAnswer(request);
  };
  const { receiveCommand } = await show(slowAnswer);
  const emitDone = () => receiveCommand({ ...running, status: 'done', finished_at: T });
  await emitDone();
  answer();
  await pass(0);
  expect(rowTexts()).toEqual(['Zapnúť čerpadloPotvrdenépráve teraz · Eva Vodná']);

  FakeEventSource.current.emit('alert', { device_id: ID, alert_id: 1, change: 'raised' });
  await pass(0);
  await emitDone();
  answer();
  await pass(0);
  expect(rowTexts()).toEqual(['Zapnúť čerpadloPotvrdenépráve teraz · Eva Vodná']);
});

it('R5.6 the stream inserts a new command on top and updates the status of its row', async () => {
  const { receiveCommand } = await show(answerWith([event]));
  const running = { id: '01HV3B5Z8Q2M4N6P7R9T', created_at: T, finished_at: null };
  await receiveCommand({ ...running, status: 'created' });
  expect(rowTexts()).toEqual(['Zapnúť čerpadloZapísanépráve teraz · Eva Vodná', 'chod nasuchoTrvápred 2 h']);
  await receiveCommand({ ...running, status: 'accepted' });
  await receiveCommand({ ...running, status: 'timeout', finished_at: T + 10 });
  expect(rowTexts()).toHaveLength(2);
  expect(rowTexts()[0]).toContain('Bez odpovede');
});

it('R5.6 the activity card ignores commands of other devices and register reads', async () => {
  const { receiveCommand } = await show(answerWith([]));
  await receiveCommand({ device_id: 'MNB-TE0002' });
  await receiveCommand({ op: 'reg_read' });
  expect(page.text()).toContain('Zatiaľ sa nič nestalo.');
});

it('an alert event of the device refetches the activity', async () => {
  const { server } = await show(answerWith([]));
  server.routes[PATH] = answerWith([event]);
  FakeEventSource.current.emit('alert', { device_id: ID, alert_id: 1, change: 'raised' });
  await pass(0);
  expect(rowTexts()).toHaveLength(1);
});

it('R5.7b the activity card requests 10 entries and links to the timeline and to the CSV export', async () => {
  const { server } = await show(answerWith([aCommandEntry({})], 30));
  expect(page.get('link', 'Stiahnuť CSV').getAttribute('href')).toBe(
    `/api/devices/${ID}/activity.csv?zone=${encodeURIComponent(browserTimeZone())}`,
  );
  page.get('link', 'Celá časová os');
  expect(server.requestsTo(PATH).map(({ path }) => path)).toEqual([`${PATH}?limit=10`]);
});

it.each([
  ['a refusal', { status: 429, json: { detail: 'TOO_MANY_EXPORTS' } }, 'Práve sa sťahuje priveľa súborov.'],
  ['a broken connection', 'network error', 'Server neodpovedá.'],
] as const)('R5.7b the CSV download reports %s in a toast', async (_case, answer, message) => {
  const csv: Handler = () => answer as Awaited<ReturnType<Handler>>;
  await showLive(
    <>
      <CsvLink deviceId={ID} />
      <Toaster />
    </>,
    { routes: { [`/devices/${ID}/activity.csv`]: csv } },
  );
  await page.click(page.get('link', 'Stiahnuť CSV'));
  await vi.waitFor(() => expect(page.text()).toContain(message));
});

it('R5.7b a rejected configuration change shows its outcome, author and reason', async () => {
  const change = aChange({
    kind: 'config',
    fields: [{ field: 'pressure.max', old: 5, new: 5.5 }],
    status: 'refused',
    reason: 'out_of_range pressure.max',
  });
  await show(answerWith([{ kind: 'config', at: T - 240, change }]));
  expect(rowTexts()).toEqual([
    'Nastavenie: 1 hodnotazariadenie odmietlopred 4 min · Eva VodnáNajvyšší požadovaný tlak: Zariadenie túto hodnotu nedovoľuje',
  ]);
});

it('R5.6 a failed activity request shows an error instead of an empty list, and a retry loads it', async () => {
  const { server } = await show(() => ({ status: 500, json: { detail: 'INTERNAL' } }));
  expect(page.text()).toContain('Udalosti sa nepodarilo načítať.');
  server.routes[PATH] = answerWith([event]);
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(0);
  expect(rowTexts()).toHaveLength(1);
});
