import type { Alert } from '@manoboard/contract/alert/alert';
import { anAlert, anAlertPage } from '@manoboard/testkit/alert-factories';
import { aDevice } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp, setWidth } from '../../../testing/whole-app.tsx';

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
  const routes: Record<string, Handler> = {
    ...loggedIn(),
    '/users-devices/get-devices': () => ({ json: [aDevice({ id_dev: 'MNB-TE0001', alias: 'Studňa' })] }),
    '/alerts': ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const ids = query.getAll('id').flatMap((text) => text.split(',').map(Number));
      const isResolved = query.get('resolved');
      return {
        json: anAlertPage(
          alerts.filter(
            ({ id, resolved }) =>
              (ids.length === 0 || ids.includes(id)) && (isResolved === null || `${resolved}` === isResolved),
          ),
        ),
      };
    },
  };
  return routes;
}
const group = (name: string) =>
  page.all('region', name).flatMap((region) => [...region.querySelectorAll('li')]);
const cards = (name: string) => group(name).map((row) => page.textOf(row));

it('R7.4 everybody has the alerts in three groups: by harm, with place, time and who has it', async () => {
  const taken = { user_id: 9, name: 'Tomáš Technik', since: nowS - 60 };
  const passed = anAlert({
    id: 4,
    severity: 'warning',
    timestamp: nowS - 1800,
    since_timestamp: nowS - 1800,
    cleared_timestamp: nowS - 1080,
    titles: { sk: 'Nízky tlak', gb: 'Low pressure' },
  });
  await openApp('/admin/alerts', { routes: routesOf([warm, { ...well, assignee: taken }, over, passed]) });
  await eventually(() => expect(cards('Hrozí škoda')).toHaveLength(1));
  expect(cards('Hrozí škoda')[0]).toMatch(
    /^Chod nasucho, KritickéStudňa · Lesná 14, Zvolentrvá 15 minTTTomáš Technik$/,
  );
  expect(cards('Treba sa pozrieť')).toMatchObject([expect.stringContaining('Teplý menič, VarovanieChata')]);
  await eventually(() => expect(cards('Skončilo')).toHaveLength(2));
  expect(cards('Skončilo')[0]).toContain('prešlo samo, trvalo 12 min');
  expect(cards('Skončilo')[1]).toContain('Sad · Lesná 14, Zvolen · vyriešené: P. Horváth');
  const entry = page.get('link', /^Upozornenia/);
  expect(entry.getAttribute('href')).toBe('/admin/alerts');
  await page.click(page.get('button', /^Bez človeka 1/));
  expect(cards('Hrozí škoda')).toEqual([]);
  expect(cards('Treba sa pozrieť')).toHaveLength(1);
});

it('R7.4 the table with the columns of the spec is one click away for everybody', async () => {
  const { router } = await openApp('/admin/alerts', { routes: routesOf([well]) });
  await eventually(() => expect(cards('Hrozí škoda')).toHaveLength(1));
  await page.click(page.get('radio', 'Tabuľka'));
  await eventually(() => expect(page.all('columnheader', 'Čas e-mailu')).toHaveLength(1));
  expect(router.state.location.search).toEqual({ view: 'table' });
});

const wellPage: Record<string, Handler> = {
  '/alerts/1': () => ({
    json: {
      ...well,
      fc_refusal: null,
      trip: null,
      numbers: {},
      thresholds: {},
      evidence: { fields: [], from: nowS - 900, to: nowS },
    },
  }),
};

it('R7.4 the way back of an alert and the bell lead to the list', async () => {
  const routes = { ...routesOf([well]), ...wellPage };
  await openApp('/admin/alerts/1', { routes });
  await eventually(() => expect(page.all('link', 'Upozornenia').length).toBeGreaterThan(0));
  const hrefs = () => page.all('link', /^Upozornenia/).map((link) => link.getAttribute('href'));
  await eventually(() => expect(hrefs()).toEqual(['/admin/alerts', '/admin/alerts']));
  await page.click(page.get('button', /^Oznámenia/));
  await eventually(() =>
    expect(page.get('link', /1 otvorené upozornenie, 1 kritické/).getAttribute('href')).toBe('/admin/alerts'),
  );
});

it('R7.4 the open dialog of an alert stays when a tablet is turned', async () => {
  await openApp('/admin/alerts/1', { routes: { ...routesOf([well]), ...wellPage } });
  await eventually(() => expect(page.all('button', 'Vyriešiť…')).toHaveLength(1));
  await page.click(page.get('button', 'Vyriešiť…'));
  const dialogs = () => document.querySelectorAll('[role=dialog]');
  await eventually(() => expect(dialogs()).toHaveLength(1));
  const [dialog] = dialogs();
  await setWidth(1440);
  await eventually(() => expect(page.all('heading', 'Upozornenia')).toHaveLength(1));
  expect([...dialogs()]).toEqual([dialog]);
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
