import type { Alert } from '@manoboard/contract/alert/alert';
import { anAlert, anAlertPage } from '@manoboard/testkit/alert-factories';
import { aDevice } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { aUser, eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';

const nowS = Math.floor(Date.now() / 1000);
const TITLES = { sk: 'Teplý menič', gb: 'Warm converter' };

const well = anAlert({
  id: 1,
  timestamp: nowS - 840,
  retry_timestamp: nowS + 3600,
  descriptions: { sk: 'Doska zastavila čerpadlo.', gb: 'The board stopped the pump.' },
});
const warm = anAlert({ id: 2, severity: 'warning', timestamp: nowS - 60, alias: 'Chata', titles: TITLES });
const over = anAlert({
  id: 3,
  resolved: true,
  resolved_by: 'P. Horváth',
  alias: 'Sad',
  timestamp: nowS - 9000,
});

function routesOf(alerts: Alert[]) {
  const store = { alerts };
  const routes: Record<string, Handler> = {
    ...loggedIn(),
    '/users-devices/get-devices': () => ({ json: [aDevice({ id_dev: 'MNB-TE0001', alias: 'Studňa' })] }),
    '/alerts': ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const ids = query.getAll('id').flatMap((text) => text.split(',').map(Number));
      const isResolved = query.get('resolved');
      return {
        json: anAlertPage(
          store.alerts.filter(
            ({ id, resolved }) =>
              (ids.length === 0 || ids.includes(id)) && (isResolved === null || `${resolved}` === isResolved),
          ),
        ),
      };
    },
    '/alerts/1/assignee': () => {
      const assignee = { user_id: aUser.id, name: 'Jana Kováčová', since: nowS };
      store.alerts = store.alerts.map((alert) => (alert.id === 1 ? { ...alert, assignee } : alert));
      return { json: store.alerts.find(({ id }) => id === 1) };
    },
  };
  return routes;
}
const cards = () =>
  [...document.querySelectorAll('section[aria-labelledby=open-alerts] li')].map((card) => page.textOf(card));

it('R7.4 an owner has the alerts of all pumps: by harm, with what happened, and over ones below', async () => {
  await openApp('/admin/alerts', { routes: routesOf([warm, well, over]) });
  await eventually(() => expect(cards()).toHaveLength(2));
  expect(cards()[0]).toMatch(
    /^Chod nasuchoStudňaDoska zastavila čerpadlo\. Znova to skúsi o \d+:\d\d\.Kritické/,
  );
  expect(cards()[1]).toContain('Teplý meničChata');
  expect(page.text()).toContain('2 otvorené na 1 zariadení');
  await eventually(() => expect(page.text()).toContain('Sad · vyriešené: P. Horváth'));
  const entry = page.get('link', /^Upozornenia/);
  expect(entry.getAttribute('href')).toBe('/admin/alerts');
  await eventually(() => expect(page.textOf(entry)).toBe('Upozornenia2Otvorené upozornenia: 2'));
});

it('R7.5 an owner takes an alert from the list; the person takes the place of the button', async () => {
  const { server } = await openApp('/admin/alerts', { routes: routesOf([well, warm]) });
  await eventually(() => expect(cards()).toHaveLength(2));
  await page.click(page.get('button', 'Beriem si to: Chod nasucho, Studňa'));
  await eventually(() => expect(cards()[0]).toContain('Beriete vy'));
  expect(server.requestsTo('/alerts/1/assignee').map(({ method }) => method)).toEqual(['PUT']);
  await page.click(page.get('button', /^Moje/));
  await eventually(() => expect(cards()).toHaveLength(1));
});

it('R7.4 the way back of an alert and the bell lead to the list', async () => {
  const routes = routesOf([well]);
  routes['/alerts/1'] = () => ({
    json: {
      ...well,
      fc_refusal: null,
      trip: null,
      numbers: {},
      thresholds: {},
      evidence: { fields: [], from: nowS - 900, to: nowS },
    },
  });
  await openApp('/admin/alerts/1', { routes });
  await eventually(() => expect(page.all('link', 'Upozornenia').length).toBeGreaterThan(0));
  const hrefs = () => page.all('link', /^Upozornenia/).map((link) => link.getAttribute('href'));
  await eventually(() => expect(hrefs()).toEqual(['/admin/alerts', '/admin/alerts']));
  await page.click(page.get('button', /^Oznámenia/));
  await eventually(() =>
    expect(page.get('link', /1 otvorené upozornenie, 1 kritické/).getAttribute('href')).toBe('/admin/alerts'),
  );
});

it('the list names an empty and a failed state', async () => {
  const routes = routesOf([]);
  const app = await openApp('/admin/alerts', { routes });
  await eventually(() => expect(page.text()).toContain('Žiadne otvorené upozornenie'));
  await app.leave();
  routes['/alerts'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
  await openApp('/admin/alerts', { routes });
  await eventually(() => expect(page.all('alert').map(page.textOf).join()).toContain('nepodarilo načítať'));
});
