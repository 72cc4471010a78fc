import type { Escalation } from '@manoboard/contract/alert/alert-delivery';
import type { Rehearsal } from '@manoboard/contract/alert/alert-rehearsal';
import type { AlertSettings } from '@manoboard/contract/alert/alert-settings';
import type { Page } from 'playwright-core';
import { overview, type Screen, SLOW, WELL } from './screen.ts';

const DAY_S = 86_400;
const END_S = Date.parse('2026-11-16T00:00:00Z') / 1000;
const PEAKS = [
  6, 8, 7, 12, 9, 8, 15, 11, 7, 6, 9, 22, 16, 8, 7, 10, 9, 13, 15, 8, 7, 9, 17, 12, 8, 11, 27, 15, 9, 7,
];

/** Starts of 30 days; four days reach the new number and two the one in force. The demo has no such past. */
function aRehearsal(): Rehearsal {
  const dayOf = (i: number) => END_S - (30 - i) * DAY_S;
  const alert = (i: number, isOnlyHere: boolean) => ({
    raised_at: dayOf(i) + 24_000,
    since: dayOf(i) + 20_400,
    cleared_at: dayOf(i) + 24_000 + (PEAKS[i] ?? 0) * 400,
    severity: 'warning' as const,
    numbers: { hour: PEAKS[i] ?? 0, day: 90 },
    is_only_here: isOnlyHere,
  });
  const today = [26, 11].map((i) => alert(i, false));
  const added = [27, 22, 18, 12, 6].map((i) => alert(i, true));
  const numbers = { afterS: 0, clearAfterS: 1800, perHour: 20, perDay: 150 };
  return {
    kind: 'short_cycling',
    vary: 'perHour',
    from: dayOf(0),
    to: END_S,
    frames: 86_000,
    today: { numbers, count: 2, only_here: 0, alerts: today },
    changed: {
      numbers: { ...numbers, perHour: 14 },
      count: 7,
      only_here: 5,
      alerts: [...today, ...added].sort((a, b) => b.raised_at - a.raised_at),
    },
    others: [
      [12, 8],
      [14, 7],
      [16, 3],
      [18, 2],
      [20, 2],
      [24, 1],
    ].map(([value = 0, count = 0]) => ({ value, count })),
    days: PEAKS.map((peak, i) => ({
      t: dayOf(i),
      peak,
      today: Number(peak > 20),
      changed: Number(peak > 14),
      is_new: peak > 14 && peak <= 20,
    })),
  };
}

/** One changed rule, and one that is off. */
const SETTINGS: AlertSettings = {
  thresholds: { weak_wifi: { dbm: -85 } },
  off: ['clock_unset'],
  changed_at: END_S - 3 * DAY_S,
  changed_by: 'Eva Vodná',
};

const ESCALATION: Escalation = {
  settings: { alarm_minutes: 10, warning_minutes: null, delegates: true, technicians: true },
  changed_by: 'Eva Vodná',
  changed_timestamp: END_S - 3 * DAY_S,
};

async function showRules(page: Page) {
  await page.route('**/alert-settings', (route) => route.fulfill({ json: SETTINGS }));
  await page.route('**/escalation', (route) => route.fulfill({ json: ESCALATION }));
  await page.route('**/alert-rehearsals', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: JSON.stringify({ result: aRehearsal() }) }),
  );
  await page.reload();
}

/** Alert rules of a device, and the rehearsal of one. */
export const rulesScreens: readonly Screen[] = [
  {
    name: 'rules',
    who: 'super',
    path: overview(WELL, 'rules'),
    async open(page, { rules, escalation }) {
      await showRules(page);
      await page.getByRole('list', { name: escalation.of.alarm }).waitFor(SLOW);
      await page.getByRole('heading', { name: rules.list }).waitFor(SLOW);
    },
  },
  {
    name: 'rehearsal',
    who: 'super',
    path: `${overview(WELL, 'rules')}&view=short_cycling`,
    async open(page, { rules }) {
      await showRules(page);
      await page.getByRole('button', { name: /^14 / }).click(SLOW);
      await page.getByRole('region', { name: rules.alerts }).waitFor(SLOW);
    },
  },
];
