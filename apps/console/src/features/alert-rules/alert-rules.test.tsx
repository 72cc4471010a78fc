import type { Rehearsal } from '@manoboard/contract/nouns/alert-rehearsal';
import type { AlertSettings } from '@manoboard/contract/nouns/alert-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeZone } from '../../lib/time-zone.ts';
import type { Handler } from '../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive, T } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { AlertRules } from './alert-rules.tsx';

freezeTime();
beforeAll(() => setTimeZone('Europe/Bratislava'));
afterAll(() => setTimeZone(null));

const DAY_S = 86_400;
const SETTINGS = `/devices/${ID}/alert-settings`;
const REHEARSAL = `/devices/${ID}/alert-rehearsals`;

const settings = (change: Partial<AlertSettings> = {}): AlertSettings => ({
  ...{ thresholds: {}, off: [], changed_at: null, changed_by: null, ...change },
});

/** Two alerts with the numbers in force, five with the new ones. */
function aRehearsal(numbers: Record<string, number>): Rehearsal {
  const alert = (day: number, hours: number, isOnlyHere: boolean) => ({
    ...{
      raised_at: T - day * DAY_S,
      since: T - day * DAY_S - 600,
      cleared_at: T - day * DAY_S + hours * 3600,
    },
    ...{ severity: 'warning' as const, numbers: {}, is_only_here: isOnlyHere },
  });
  const today = [alert(3, 3, false), alert(9, 5, false)];
  const isChanged = numbers.perHour !== 20;
  const added = isChanged ? [alert(1, 1, true), alert(4, 1, true), alert(6, 1, true)] : [];
  return {
    ...{ kind: 'short_cycling', vary: 'perHour', from: T - 30 * DAY_S, to: T, frames: 9000 },
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
      ...{ t: T - (30 - i) * DAY_S, peak: 6 + (i % 9), today: 0, changed: 0, is_new: false },
    })),
  };
}

async function show(view?: string, canConfigure = true, stored = settings()) {
  const views: string[] = [];
  let saved = stored;
  const routes: Record<string, Handler> = {
    [SETTINGS]: ({ method, body }) => {
      if (method === 'PUT') saved = { ...settings(body as object), changed_at: T, changed_by: 'Eva Vodná' };
      return { json: saved };
    },
    [REHEARSAL]: ({ body }) => {
      const { thresholds } = body as { thresholds: Record<string, number> };
      return { json: { result: aRehearsal(thresholds) } };
    },
  };
  const live = await showLive(
    <AlertRules
      device={{ id: ID, name: 'Studňa' }}
      {...{ canConfigure, view }}
      onView={(next) => views.push(next)}
      graphLink={(atS, text) => <a href={`#${atS}`}>{text}</a>}
    />,
    { routes },
  );
  await pass(0);
  return { ...live, views, saved: () => saved };
}

const sentence = () => page.textOf(page.get('region', 'Výsledok skúšky'));

describe('the alert rules of a device', () => {
  it('are listed with their numbers, changed ones and those that are off', async () => {
    const { views } = await show(
      undefined,
      true,
      settings({ thresholds: { weak_wifi: { dbm: -70 } }, off: ['leak'] }),
    );
    const row = (name: RegExp) => page.textOf(page.get('button', name));
    expect(row(/^Príliš časté spúšťanie/)).toContain('20 za hodinu');
    expect(row(/-70 dBm \(zmenené\)/)).toContain('Ako dlho to musí trvať 10 min');
    expect(row(/vypnuté/)).toContain('Ako dlho to musí trvať hneď');
    await page.click(page.get('button', /^Príliš časté spúšťanie/));
    expect(views).toEqual(['short_cycling']);
  });

  it('a rule shows what it raised, and with a new number what it would raise', async () => {
    await show('short_cycling');
    expect(sentence()).toContain('S dnešnými číslami za posledných 30 dní prišli 2 upozornenia.');
    await page.click(page.get('button', /^14 za hodinu/));
    await pass(0);
    expect(sentence()).toContain('dostali 5 upozornení namiesto 2.');
    expect(sentence()).toContain(
      'Pribudli by 3 nové; 3 sa skončili samy do dvoch hodín. Pravdepodobne príliš citlivé.',
    );
    expect(page.textOf(page.get('region', 'Čo by prišlo'))).toContain('nové');
  });

  it('is saved after the rehearsal; numbers that equal the default are not stored', async () => {
    const { saved } = await show('short_cycling', true, settings({ off: ['leak'] }));
    await page.click(page.get('button', /^14 za hodinu/));
    await pass(0);
    await page.click(page.get('button', 'Uložiť zmenu'));
    await pass(0);
    expect(saved()).toMatchObject({ thresholds: { short_cycling: { perHour: 14 } }, off: ['leak'] });
  });

  it('users who may not configure see the rehearsal and cannot change the numbers', async () => {
    await show('short_cycling', false);
    expect(sentence()).toContain('2 upozornenia');
    expect(page.all('button', 'Uložiť zmenu')).toHaveLength(0);
    expect(page.isDisabled(page.get('button', /^14 za hodinu/))).toBe(true);
    expect(page.isDisabled(page.get('checkbox'))).toBe(true);
  });

  it('a rule whose inputs are not stored has no rehearsal', async () => {
    const { server } = await show('register_drift');
    expect(page.textOf(page.get('status'))).toContain('nedá vyskúšať');
    expect(server.requestsTo(REHEARSAL)).toHaveLength(0);
  });
});
