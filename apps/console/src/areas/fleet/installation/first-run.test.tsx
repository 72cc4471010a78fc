import type { FirstRun, Installation } from '@manoboard/contract/installation/installation';
import { expect, it } from 'vitest';
// Preloads the lazy parts: their load does not count towards the time of the first test.
import '../../../app/pages/fleet-pages.tsx';
import '../../../app/pages/installation-page.tsx';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';

const HREF = '/admin/super-seller/main-list';
/** Tests open the console on the machine of the server, whose name is no public address. */
const EXAMPLE_HOST = 'pumps.example.com';
const TOKEN = 'x'.repeat(43);

const anInstallation = (change: Partial<Installation> = {}): Installation => ({
  address: {
    public_url: window.location.origin,
    links_url: window.location.origin,
    host: window.location.host,
    is_forwarded: false,
    is_proxy_trusted: false,
    has_tls: false,
  },
  mail: { server: 'smtp.vodoservis.sk:587', folder: null, from: 'manoboard@vodoservis.sk' },
  database: { is_embedded: true, version: '18.4', size_bytes: 1_500_000_000 },
  disk: { space: 'ok', free_bytes: 212_000_000_000, retention_days: 30 },
  memory: { used_bytes: 240_000_000, heap_limit_bytes: 4_200_000_000, heap_growth_percent: 100 },
  broker: {
    public_url: 'mqtts://voda.vodoservis.sk:8883',
    url: 'mqtt://127.0.0.1:1883',
    fingerprint: null,
    is_up: true,
  },
  backup: { every_hours: 24, last: null, failure: null, copy: null, check: null, is_healthy: true },
  ...change,
});

const aFirstRun = (change: Partial<FirstRun> = {}): FirstRun => ({
  is_shown: true,
  mail: { sent: null, opened_at: null },
  boards: { enrolled: 0, reported: 0 },
  ...change,
});

async function openPanel(firstRun: FirstRun, installation = anInstallation(), href = HREF) {
  const state = { firstRun };
  const app = await openApp(href, {
    routes: {
      ...loggedIn(['Super Seller']),
      '/installation': () => ({ json: installation }),
      '/installation/first-run': () => ({ json: state.firstRun }),
      '/installation/first-run/dismiss': () => {
        state.firstRun = { ...state.firstRun, is_shown: false };
        return { status: 204 };
      },
      '/installation/test-mail/opened': () => {
        state.firstRun = {
          ...state.firstRun,
          mail: { ...state.firstRun.mail, opened_at: '2026-11-17T08:12:00.000Z' },
        };
        return { status: 204 };
      },
    },
  });
  return app;
}
const region = (name: string) => page.textOf(page.get('region', name));

it('a new installation shows three steps, each with its state, and the first failed check with its advice', async () => {
  await openPanel(
    aFirstRun(),
    anInstallation({
      address: { ...anInstallation().address, public_url: null },
      mail: { server: null, folder: 'mail', from: 'no-reply@example.com' },
    }),
  );
  await eventually(() => expect(page.get('heading', 'MaNoBoard beží, ostávajú 3 kroky')).toBeTruthy());
  expect(page.text()).toContain('hotové 0 z 3');
  expect(region('E-mail s testom')).toContain('treba opraviť');
  expect(region('E-mail s testom')).toContain('Nastavte SMTP_URL');
  const address = region('Verejná adresa');
  expect(address).toContain('PUBLIC_URL nie je nastavená');
  expect(address).toContain(`PUBLIC_URL=https://${EXAMPLE_HOST}`);
  expect(address).toContain('Adresa nie je nastavená');
  expect(address).not.toContain('Otvorená je iná adresa');
  expect(address.match(/overí sa po oprave/g)).toHaveLength(3);
  expect(region('Prvá doska')).toContain('čaká na krok 2');
  expect(region('Prvá doska')).toContain('mqtts://voda.vodoservis.sk:8883');
  expect(region('Čo už beží')).toContain('212');
});

it('the list leads to what comes afterwards; backups are named while they are not enabled', async () => {
  const { router } = await openPanel(
    aFirstRun(),
    anInstallation({
      backup: { every_hours: null, last: null, failure: null, copy: null, check: null, is_healthy: true },
    }),
  );
  await eventually(() => expect(region('Potom')).toContain('Pravidelné zálohy'));
  await page.click(page.get('link', /^Kto dostane čo a kedy/));
  await eventually(() => expect(router.state.location.pathname).toBe('/admin/profile/notifications'));
});

it('the link of the test mail ends its step, and its token leaves the address', async () => {
  const sent = { to: 's.hudak@vodoservis.sk', at: '2026-11-17T08:11:00.000Z' };
  const { server, router } = await openPanel(
    aFirstRun({ mail: { sent, opened_at: null } }),
    anInstallation(),
    `/admin/super-seller/installation#mail-${TOKEN}`,
  );
  await eventually(() => expect(region('E-mail s testom')).toContain('odkaz v nej ste otvorili'));
  expect(server.requestsTo('/installation/test-mail/opened').map(({ body }) => body)).toEqual([
    { token: TOKEN },
  ]);
  expect(router.state.location.href).toBe(HREF);
  expect(page.get('heading', 'MaNoBoard beží, ostáva jeden krok')).toBeTruthy();
});

it('the list disappears when it is dismissed', async () => {
  await openPanel(aFirstRun());
  await eventually(() => expect(page.get('button', 'Skryť zoznam')).toBeTruthy());
  await page.click(page.get('button', 'Skryť zoznam'));
  await eventually(() => expect(page.text()).not.toContain('MaNoBoard beží'));
});

it.each([
  [
    'all steps are done',
    aFirstRun({
      mail: { sent: null, opened_at: '2026-11-17T08:12:00.000Z' },
      boards: { enrolled: 1, reported: 1 },
    }),
  ],
  ['it was dismissed', aFirstRun({ is_shown: false })],
])('the main panel has no list when %s', async (_case, firstRun) => {
  const { server } = await openPanel(firstRun);
  await eventually(() => expect(server.requestsTo('/installation/first-run').length).toBeGreaterThan(0));
  expect(page.text()).not.toContain('MaNoBoard beží');
});
