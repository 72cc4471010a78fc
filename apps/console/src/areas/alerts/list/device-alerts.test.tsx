import { anAlert, anAlertPage } from '@manoboard/testkit/alert-factories';
import { aDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { resetLive } from '../../../device/live/live.ts';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';

const ID = 'MNB-TE0001';
const nowS = Math.floor(Date.now() / 1000);
const dry = anAlert({ id: 3, timestamp: nowS - 840 });
const weak = anAlert({
  id: 2,
  kind: 'weak_wifi',
  code: 'WEAK_WIFI',
  severity: 'warning',
  timestamp: nowS - 7200,
  titles: { sk: 'Slabý signál Wi-Fi', gb: 'Weak Wi-Fi signal' },
});

async function open(path: string, alerts = [dry, weak]) {
  const routes: Record<string, Handler> = {
    ...loggedIn(),
    '/users-devices/get-devices': () => ({ json: [aDevice({ id_dev: ID, alias: 'Studňa' })] }),
    '/alerts': ({ path: asked }) => {
      const query = new URLSearchParams(asked.split('?')[1]);
      const isAsked = ({ resolved }: { resolved: boolean }) => query.get('resolved') !== `${!resolved}`;
      return { json: anAlertPage(alerts.filter(isAsked)) };
    },
  };
  resetLive();
  return openApp(path, { routes });
}
it('the tab of a device lists its open alerts, and resolved ones on request', async () => {
  await open(`/admin/overview?device=${ID}&tool=alerts`, [
    dry,
    { ...weak, resolved: true, resolved_timestamp: nowS },
  ]);
  await act(() => vi.dynamicImportSettled());
  await eventually(() => expect(page.all('link', /^Chod nasucho/)).toHaveLength(1));
  expect(page.all('link', /^Slabý signál Wi-Fi/)).toEqual([]);
  const choice = [...document.querySelectorAll<HTMLElement>('label, button')].find(
    (element) => element.textContent === 'Vyriešené',
  );
  if (choice) await page.click(choice);
  await eventually(() => expect(page.all('link', /^Slabý signál Wi-Fi/)).toHaveLength(1));
});

it('the tab names an empty list and a failed request', async () => {
  const { server, leave } = await open(`/admin/overview?device=${ID}&tool=alerts`, []);
  await eventually(() => expect(page.text()).toContain('Žiadne otvorené upozornenie'));
  await leave();
  server.routes['/alerts'] = () => ({ status: 500, json: { detail: 'INTERNAL' } });
  await openApp(`/admin/overview?device=${ID}&tool=alerts`, { routes: server.routes });
  await eventually(() => expect(page.text()).toContain('Upozornenia sa nepodarilo načítať'));
});
