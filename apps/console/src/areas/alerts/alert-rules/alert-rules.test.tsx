import type { ChangeValue } from '@manoboard/contract/activity/device-change';
import type { Escalation, EscalationSettings } from '@manoboard/contract/alert/alert-delivery';
import type { Rehearsal } from '@manoboard/contract/alert/alert-rehearsal';
import type { AlertSettings } from '@manoboard/contract/alert/alert-settings';
import { DEFAULT_ESCALATION } from '@manoboard/domain/alerts/delivery/settings';
import { DAY_S } from '@manoboard/domain/time';
import { act } from 'react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeZone } from '../../../lib/time/time-zone.ts';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { AlertRules } from './alert-rules.tsx';
import { useRuleFields } from './use-rule-fields.ts';

freezeTime();
beforeAll(() => setTimeZone('Europe/Bratislava'));
afterAll(() => setTimeZone(null));

const SETTINGS = `/devices/${ID}/alert-settings`;
const COUNTS = `/devices/${ID}/alert-counts`;
const REHEARSAL = `/devices/${ID}/alert-rehearsals`;

const settings = (change: Partial<AlertSettings> = {}): AlertSettings => ({
  thresholds: {},
  off: [],
  changed_at: null,
  changed_by: null,
  ...change,
});

/** Two alerts with the numbers in force, five with the new ones. */
function aRehearsal(numbers: Record<string, number>): Rehearsal {
  const alert = (day: number, hours: number, isOnlyHere: boolean) => ({
    raised_at: T - day * DAY_S,
    since: T - day * DAY_S - 600,
    cleared_at: T - day * DAY_S + hours * 3600,
    severity: 'warning' as const,
    numbers: {},
    is_only_here: isOnlyHere,
  });
  const today = [alert(3, 3, false), alert(9, 5, false)];
  const isChanged = numbers.perHour !== 20;
  const added = isChanged ? [alert(1, 1, true), alert(4, 1, true), alert(6, 1, true)] : [];
  return {
    kind: 'short_cycling',
    vary: 'perHour',
    from: T - 30 * DAY_S,
    to: T,
    frames: 9000,
    today: {
      numbers: { afterS: 0, clearAfterS: 1800, perHour: 20, perDay: 150 },
      count: 2,
      only_here: 0,
      alerts: today,
    },
    changed: { numbers, count: 2 + added.length, only_here: added.length, alerts: [...added, ...today] },
    others: [
      { value: 14, count: 5 },
      { value: 20, count: 2 },
    ],
    days: Array.from({ length: 30 }, (_, i) => ({
      t: T - (30 - i) * DAY_S,
      peak: 6 + (i % 9),
      today: 0,
      changed: 0,
      is_new: false,
    })),
  };
}

const ESCALATION = `/devices/${ID}/escalation`;

async function show(view?: string, canConfigure = true, stored = settings()) {
  const views: string[] = [];
  let saved = stored;
  let escalation: Escalation = {
    settings: DEFAULT_ESCALATION,
    changed_by: null,
    changed_timestamp: null,
  };
  const routes: Record<string, Handler> = {
    [ESCALATION]: ({ method, body }) => {
      if (method === 'PUT')
        escalation = {
          settings: body as EscalationSettings,
          changed_by: 'Eva Vodná',
          changed_timestamp: T,
        };
      return { json: escalation };
    },
    [SETTINGS]: ({ method, body }) => {
      if (method === 'PUT') saved = { ...settings(body as object), changed_at: T, changed_by: 'Eva Vodná' };
      return { json: saved };
    },
    [COUNTS]: () => ({ json: { days: 30, counts: [{ kind: 'dry_run', count: 2 }] } }),
    [REHEARSAL]: ({ body }) => {
      const { thresholds } = body as { thresholds: Record<string, number> };
      return { json: { result: aRehearsal(thresholds) } };
    },
  };
  const live = await showLive(
    <AlertRules
      device={{ id: ID, name: 'Studňa' }}
      canConfigure={canConfigure}
      canEscalate={canConfigure}
      view={view}
      onView={(next) => views.push(next)}
    />,
    { routes },
  );
  await pass(0);
  return { ...live, views, saved: () => saved, escalation: () => escalation };
}

const sentence = () => page.textOf(page.get('region', 'Výsledok skúšky'));

describe('the alert rules of a device', () => {
  it('are one sentence each in four groups, exceptions first, with how often they came', async () => {
    const { views } = await show(
      undefined,
      true,
      settings({ thresholds: { weak_wifi: { dbm: -70 } }, off: ['leak'] }),
    );
    expect(page.all('region').map((group) => page.textOf(group).slice(0, 14))).toEqual([
      'Nastavené inak',
      expect.stringMatching(/^Voda/),
      expect.stringMatching(/^Čerpadlo/),
      'Menič a elektr',
      expect.stringMatching(/^Spojenie/),
      expect.stringMatching(/^Komu to príde/),
    ]);
    const row = (name: RegExp) => page.textOf(page.get('button', name));
    expect(row(/^Príliš časté spúšťanie/)).toMatch(
      /^Príliš časté spúšťanie čerpadla – varovanie alebo kritické$/,
    );
    expect(row(/^Chod nasucho/)).toMatch(/^Chod nasucho – varovanie alebo kritické – po 10 sza 30 dní 2×$/);
    expect(page.textOf(page.get('region', 'Nastavené inak'))).toMatch(
      /Podozrenie na únik vody – vypnuté.*Signál slabší než -70 dBm namiesto -80 dBm/,
    );
    await page.click(page.get('button', /^Príliš časté spúšťanie/));
    expect(views).toEqual(['short_cycling']);
  });

  it('R7.5 a switch turns one rule off at once; a server without counts shows none', async () => {
    const { saved, server } = await show(undefined, true, settings({ off: ['leak'] }));
    server.routes[COUNTS] = () => ({ status: 404, json: { detail: 'NOT_FOUND' } });
    await page.click(page.get('switch', 'Hrozí zamrznutie'));
    await pass(0);
    expect(saved().off).toEqual(['leak', 'frost']);
  });

  it('a rule shows what it raised, and with a new number what it would raise', async () => {
    await show('short_cycling');
    expect(sentence()).toContain('S terajšími limitmi za posledných 30 dní prišli 2 upozornenia.');
    await page.click(page.get('button', /^14 za hodinu/));
    await pass(0);
    expect(sentence()).toContain('dostali 5 upozornení namiesto 2.');
    expect(sentence()).toContain(
      'Pribudli by 3 nové; 3 sa skončili samy do dvoch hodín. Pravdepodobne príliš citlivé.',
    );
    expect(page.textOf(page.get('region', 'Čo by prišlo'))).toContain('nové');
  });

  it('a time is typed in minutes or hours, and stored in seconds', async () => {
    const { saved } = await show('short_cycling');
    const fields = () => {
      const labels = [...document.querySelectorAll('label')];
      const label = labels.find(({ textContent }) => textContent?.startsWith('Ako dlho musí byť v poriadku'));
      const field = label && document.getElementById(label.htmlFor);
      const unit = field?.parentElement?.querySelector('select');
      return { field: field as HTMLInputElement, unit: unit as HTMLSelectElement };
    };
    const change = (element: HTMLInputElement | HTMLSelectElement, value: string, event: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value);
        element.dispatchEvent(new Event(event, { bubbles: true }));
      });
    expect([fields().field.value, fields().unit.value]).toEqual(['30', 'min']);
    expect(page.text()).toContain('Najviac 24 h; 0 znamená hneď. Odporúčané: 30 min.');
    await change(fields().field, '1.5', 'input');
    await change(fields().unit, 'h', 'change');
    expect(page.text()).toMatch(/30 min ?→ ?90 min/);
    await change(fields().field, '30', 'input');
    expect(fields().field.getAttribute('aria-invalid')).toBe('true');
    await change(fields().field, '2', 'input');
    await act(async () => fields().field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    await pass(0);
    expect([fields().field.value, fields().unit.value]).toEqual(['2', 'h']);
    await page.click(page.get('button', 'Uložiť zmenu'));
    await pass(0);
    expect(saved()).toMatchObject({ thresholds: { short_cycling: { clearAfterS: 7200 } } });
  });

  it('is saved after the rehearsal; numbers that equal the default are not stored', async () => {
    const { saved } = await show('short_cycling', true, settings({ off: ['leak'] }));
    await page.click(page.get('button', /^14 za hodinu/));
    await pass(0);
    await page.click(page.get('button', 'Uložiť zmenu'));
    await pass(0);
    expect(saved()).toMatchObject({ thresholds: { short_cycling: { perHour: 14 } }, off: ['leak'] });
  });

  it('a number beyond its limit is not saved as the part of it that is within; discarding removes it', async () => {
    const { saved } = await show('short_cycling');
    const field = () => document.querySelector<HTMLInputElement>('input[type=number][max="60"]');
    for (const text of ['1', '10', '100'])
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
        field()?.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await act(async () => field()?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    await pass(0);
    expect(field()?.value).toBe('100');
    expect(page.isDisabled(page.get('button', 'Uložiť zmenu'))).toBe(true);
    await act(async () => document.querySelector('form')?.requestSubmit());
    await pass(0);
    expect(saved().thresholds).toEqual({});
    await page.click(page.get('button', 'Zahodiť'));
    expect(field()?.value).toBe('20');
    expect(field()?.getAttribute('aria-invalid')).toBe('false');
  });

  it('users who may not configure see the rehearsal and cannot change the numbers', async () => {
    await show('short_cycling', false);
    expect(sentence()).toContain('2 upozornenia');
    expect(page.all('button', 'Uložiť zmenu')).toHaveLength(0);
    expect(page.isDisabled(page.get('button', /^14 za hodinu/))).toBe(true);
    expect(page.isDisabled(page.get('checkbox'))).toBe(true);
  });

  it('who receives an alert and when is shown, changed and saved with its author', async () => {
    const { escalation } = await show();
    const card = () => page.textOf(page.get('region', 'Komu to príde'));
    expect(card()).toContain('Kritickéhneďvlastníkpo 15 minľudia s prístupompo 30 mintechnici');
    expect(card()).toContain('Varovaniehneďvlastníknikdy');
    const field = document.querySelector<HTMLSelectElement>('select[aria-label="Kritické pošli ďalej"]');
    await act(async () => {
      if (field) field.value = '5';
      field?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    const [delegates] = page.all('checkbox');
    if (delegates) await page.click(delegates);
    expect(card()).toContain('Kritickéhneďvlastníkpo 5 mintechnici');
    await page.click(page.get('button', 'Uložiť zmenu'));
    await pass(0);
    expect(escalation().settings).toEqual({
      ...DEFAULT_ESCALATION,
      alarm_minutes: 5,
      delegates: false,
    });
    expect(card()).toContain('Eva Vodná.');
  });

  it('a choice that is made while the escalation is being saved stays', async () => {
    const { server, escalation } = await show();
    const answer = server.routes[ESCALATION] as Handler;
    const { promise, resolve } = Promise.withResolvers<void>();
    server.routes[ESCALATION] = async (request) => {
      await promise;
      return answer(request);
    };
    const boxes = () => page.all('checkbox') as HTMLInputElement[];
    const [first, second] = boxes();
    const before = second?.checked;
    if (first) await page.click(first);
    await page.click(page.get('button', 'Uložiť zmenu'));
    if (second) await page.click(second);
    resolve();
    await pass(0);
    expect(escalation().settings.delegates).toBe(!DEFAULT_ESCALATION.delegates);
    expect(boxes()[1]?.checked).toBe(!before);
    expect(page.isDisabled(page.get('button', 'Uložiť zmenu'))).toBe(false);
  });

  it('a rule that another tab has changed meanwhile is not set back by the save of this one', async () => {
    const { server, saved } = await show('leak');
    const put = server.routes[SETTINGS] as Handler;
    await put({ method: 'PUT', path: SETTINGS, body: { thresholds: {}, off: ['weak_wifi'] } } as never);
    await page.click(page.get('checkbox'));
    await page.click(page.get('button', 'Uložiť zmenu'));
    await pass(0);
    expect(saved().off).toEqual(['weak_wifi', 'leak']);
  });

  it('a user who may not set the escalation sees it', async () => {
    await show(undefined, false);
    expect(page.textOf(page.get('region', 'Komu to príde'))).toContain('po 15 minľudia s prístupom');
    expect(page.all('button', 'Uložiť zmenu')).toEqual([]);
    expect(page.all('checkbox')).toEqual([]);
  });

  it('a rule whose inputs are not stored has no rehearsal', async () => {
    const { server } = await show('register_drift');
    expect(page.textOf(page.get('status'))).toContain('nedá vyskúšať');
    expect(server.requestsTo(REHEARSAL)).toHaveLength(0);
  });
});

function Words({ path, old, next }: { path: string; old: ChangeValue; next: ChangeValue }) {
  const { nameOf, textOf } = useRuleFields();
  return `${nameOf(path)}: ${textOf(path, old)} → ${textOf(path, next)}`;
}

it.each<[path: string, old: ChangeValue, next: ChangeValue, expected: string]>([
  ['alerts.leak', true, false, 'Podozrenie na únik vody: zapnuté → vypnuté'],
  ['alerts.over_temperature.warnC', 75, 60, 'Prehriaty menič: Varovanie od teploty: 75 °C → 60 °C'],
  ['alerts.weak_wifi.afterS', 600, 60, 'Slabý signál Wi-Fi: Ako dlho to musí trvať: 10 min → 60 s'],
  ['escalation.alarm_minutes', 15, null, 'Kritické pošli ďalej: 15 min → nikdy'],
  ['escalation.technicians', false, true, 'Poslať technikom: vypnuté → zapnuté'],
  ['pressure.max', 5, 6, 'undefined: undefined → undefined'],
])('R5.7b the timeline has words for %s', async (path, old, next, expected) => {
  await showLive(<Words path={path} old={old} next={next} />, { routes: {} });
  expect(page.text()).toContain(expected);
});
