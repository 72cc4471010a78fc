import type { Alert, AlertDetail } from '@manoboard/contract/alert/alert';
import type { AlertDeliveries, AlertDelivery } from '@manoboard/contract/alert/alert-delivery';
import type { History } from '@manoboard/contract/history/history';
import { aDelivery, anAlert, anAlertPage } from '@manoboard/testkit/alert-factories';
import type { Page } from 'playwright-core';
import { type Screen, SLOW, WELL } from './screen.ts';

const STEP_S = 5;
const LENGTH_S = 1260;
/** A pump that runs dry at 2/3 of the range; the demo has no alert with such values. */
function aHistory(fromS: number, sinceS: number, raisedS: number): History {
  const t = Array.from({ length: LENGTH_S / STEP_S }, (_, i) => fromS + i * STEP_S);
  const series = (before: number, held: number, after: number) => {
    const avg = t.map((atS, i) => {
      const noise = 1 + 0.01 * Math.sin(i * 1.7);
      return noise * (atS < sinceS ? before : atS < raisedS ? held : after);
    });
    return { avg, last: avg, gaps: [], min: avg, max: avg };
  };
  return {
    level: 'raw',
    step_s: STEP_S,
    t,
    to: (t.at(-1) ?? 0) + STEP_S,
    since: null,
    series: {
      pressure: series(4, 0.3, 0.2),
      frequency_fc: series(41, 50, 0),
      motor_power: series(1.1, 0.6, 0),
    },
  };
}

/** One delivery in each state, and a step of escalation that is due. */
function someDeliveries(raisedS: number): AlertDeliveries {
  const delivery = (id: number, change: Partial<AlertDelivery>) =>
    aDelivery({ id, timestamp: raisedS, ...change });
  const adam = { receiver: { user_id: 6, name: 'Adam Vrábel' }, step: 'delegates' } as const;
  return {
    items: [
      delivery(1, { channel: 'push', state: 'seen', seen_timestamp: raisedS + 90 }),
      delivery(2, { target: 'jana.kovacova@example.com' }),
      delivery(3, {
        ...adam,
        state: 'failed',
        sent_timestamp: null,
        failure: 'rejected',
        reason: '550 mailbox full',
      }),
      delivery(4, {
        ...adam,
        channel: 'push',
        state: 'held',
        sent_timestamp: null,
        next_timestamp: raisedS + 7200,
      }),
      delivery(5, { step: 'installation', channel: 'webhook', receiver: null, target: 'ntfy' }),
    ],
    unreached: [
      {
        step: 'delegates',
        receiver: { user_id: 7, name: 'Eva Malá' },
        timestamp: raisedS + 900,
        ways: { mail: 'unconfirmed', push: 'no_browser', webhook: 'no_webhook' },
      },
    ],
    ladder: [
      { step: 'owner', after_minutes: 0, state: 'reached', timestamp: raisedS },
      { step: 'delegates', after_minutes: 15, state: 'reached', timestamp: raisedS + 900 },
      { step: 'technicians', after_minutes: 30, state: 'due', timestamp: raisedS + 1800 },
    ],
    next: { step: 'technicians', timestamp: raisedS + 1800 },
  };
}

/** Answers of the server for one alert that was raised a while ago. */
async function showAlert(page: Page) {
  const raisedS = Math.floor(Date.now() / 1000) - 840;
  const alert: Alert = anAlert({
    id: 20418,
    timestamp: raisedS,
    since_timestamp: raisedS - 60,
    occurrences: 2,
    id_dev: WELL,
    alias: 'Studňa pri dome',
    owner_id: 'FC-04C71E',
    notes: 'Volané vlastníčke.',
    owner: { name: 'Jana Kováčová', phone_number: '+421 905 118 240' },
  });
  const details: AlertDetail = {
    ...alert,
    numbers: {},
    fc_refusal: null,
    trip: null,
    thresholds: { afterS: 10, clearAfterS: 60 },
    evidence: {
      fields: ['pressure', 'required_pressure', 'frequency_fc', 'motor_power'],
      from: raisedS - 900,
      to: raisedS,
    },
  };
  const earlier = anAlert({
    id: 19007,
    timestamp: raisedS - 40 * 86_400,
    resolved: true,
    id_dev: WELL,
    resolved_by: 'Peter Horváth',
    notes: 'Doplnená studňa, sanie o 2 m nižšie.',
  });
  await page.route('**/api/alerts/20418', (route) => route.fulfill({ json: details }));
  await page.route('**/api/alerts/20418/deliveries', (route) =>
    route.fulfill({ json: someDeliveries(raisedS) }),
  );
  await page.route('**/api/alerts?*', (route) => route.fulfill({ json: anAlertPage([alert, earlier]) }));
  await page.route('**/api/devices/*/history?*', (route) =>
    route.fulfill({ json: aHistory(raisedS - 900, raisedS - 60, raisedS) }),
  );
  await page.reload();
}

/** One alert with its evidence. */
export const alertScreens: readonly Screen[] = [
  {
    name: 'alert',
    who: 'technician',
    path: '/admin/alerts/20418',
    async open(page, { alertPage, alertDeliveries }) {
      await showAlert(page);
      await page.getByRole('list', { name: alertDeliveries.ladder.label }).waitFor(SLOW);
      await page.getByRole('figure', { name: alertPage.evidence.of }).waitFor(SLOW);
      await page.getByText('Peter Horváth').waitFor(SLOW);
    },
  },
  {
    name: 'alert-shelve',
    who: 'owner',
    isAbove: true,
    path: '/admin/alerts/20418',
    async open(page, { alertPage, alertShelf }) {
      await showAlert(page);
      await page.getByRole('figure', { name: alertPage.evidence.of }).waitFor(SLOW);
      await page.getByRole('main').getByRole('button', { name: alertPage.more }).click();
      await page.getByRole('button', { name: alertShelf.span.week }).waitFor();
    },
  },
  {
    name: 'visit',
    who: 'technician',
    isAbove: true,
    path: '/admin/alerts/20418',
    async open(page, { alertPage, visit }) {
      await showAlert(page);
      await page.getByRole('main').getByRole('button', { name: alertPage.more }).click(SLOW);
      await page.getByRole('button', { name: visit.plan }).click();
      await page.getByRole('dialog').getByLabel(visit.note).waitFor(SLOW);
    },
  },
];
