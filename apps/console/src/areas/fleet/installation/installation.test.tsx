import type { AlertReach } from '@manoboard/contract/alert/alert-delivery';
import type { Installation } from '@manoboard/contract/installation/installation';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
// Preloads the lazy page: its load does not count towards the time of the first test.
import '../../../app/pages/installation-page.tsx';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';

const HREF = '/admin/super-seller/installation';

const anInstallation = (change: Partial<Installation> = {}): Installation => ({
  address: {
    public_url: window.location.origin,
    links_url: window.location.origin,
    host: window.location.host,
    is_forwarded: false,
    is_proxy_trusted: false,
    has_tls: false,
  },
  mail: { server: 'mail.example.com', folder: null, from: 'no-reply@example.com' },
  database: { is_embedded: true, version: '17.5', size_bytes: 1_500_000_000 },
  disk: { space: 'ok', free_bytes: 250_000_000_000, retention_days: 30 },
  memory: { used_bytes: 240_000_000, heap_limit_bytes: 4_200_000_000, heap_growth_percent: 100 },
  broker: {
    public_url: 'mqtts://pumps.example.com:8883',
    url: 'mqtt://127.0.0.1:1883',
    fingerprint: null,
    is_up: true,
  },
  backup: {
    every_hours: 24,
    last: { at: '2026-11-16T01:50:00.000Z', size_bytes: 12_300_000, is_encrypted: true },
    failure: null,
    copy: { at: '2026-11-16T01:52:00.000Z', error: null },
    check: null,
    is_healthy: true,
  },
  ...change,
});

const NO_BACKUP: Installation['backup'] = {
  every_hours: 24,
  last: null,
  failure: null,
  copy: null,
  check: null,
  is_healthy: true,
};

async function openPage(
  installation: Handler = () => ({ json: anInstallation() }),
  testMail: Handler = () => ({ json: { to: 'jana@example.sk', failure: null, detail: null } }),
  reach: Partial<NonNullable<AlertReach['installation']>> = {},
) {
  const app = await openApp(HREF, {
    routes: {
      ...loggedIn(['Super Seller']),
      '/installation': installation,
      '/installation/test-mail': testMail,
      '/enrolments/blocked': () => ({ json: [] }),
      '/enrolments/renewals': () => ({ json: [] }),
      '/installation/security-events': () => ({ json: { events: [], next: null } }),
      '/users/me/alert-reach': () => ({
        json: {
          mail: { service: 'server', folder: null, failing_since: null },
          own: null,
          installation: { unreached_owners: 0, owners: [], undelivered_alerts: 0, ...reach },
        },
      }),
    },
  });
  await eventually(() => expect(page.get('heading', 'Inštalácia')).toBeTruthy());
  await eventually(() => expect(page.text()).not.toContain('Načítava'));
  return app;
}
const region = (name: string) => page.textOf(page.get('region', name));
const TEST = 'Poslať si skúšobný e-mail';

it('a complete installation is shown with its facts and without warnings', async () => {
  await openPage();
  await eventually(() => expect(region('Verejná adresa')).toContain('Adresa je v poriadku'));
  expect(region('E-maily')).toContain('mail.example.com');
  expect(region('Spojenie dosiek')).toContain('mqtts://pumps.example.com:8883');
  expect(region('Server')).toContain('PostgreSQL 17.5, súčasť servera');
  expect(region('Server')).toContain('1,5 GB');
  expect(region('Server')).toContain('30 dní');
  expect(region('Server')).toMatch(/0,24\sGB, halda najviac 4,2\sGB; čistí sa, keď narastie o 100\s%/);
  expect(region('Zálohy')).toContain('24 hodín');
  expect(region('Zálohy')).toContain('12,3 MB');
  expect(region('Zálohy')).toContain('Zálohy sú v poriadku');
  await eventually(() =>
    expect(region('Doručenie upozornení')).toContain(
      'Kritické upozornenia sa dostanú ku každému vlastníkovi',
    ),
  );
});

it('owners whom alarms do not reach are listed with the reason', async () => {
  const ways = { mail: 'unconfirmed', push: 'no_browser', webhook: 'no_webhook' } as const;
  const owners = [{ name: 'Eva Malá', email: 'eva@example.sk', ways }];
  await openPage(undefined, undefined, { unreached_owners: 3, owners, undelivered_alerts: 1 });
  await eventually(() =>
    expect(region('Doručenie upozornení')).toContain('3 vlastníkom kritické upozornenia neprídu.'),
  );
  expect(region('Doručenie upozornení')).toContain(
    'Eva Malá eva@example.ske-mail nie je potvrdený, žiadny prehliadač nemá zapnuté oznámeniaa 2 ďalší',
  );
});

it('each part names what is wrong', async () => {
  const { address, broker } = anInstallation();
  await openPage(() => ({
    json: anInstallation({
      address: {
        ...address,
        public_url: 'http://pumps.example.com',
        links_url: 'http://pumps.example.com',
        is_forwarded: true,
      },
      mail: { server: null, folder: 'mail', from: 'no-reply@example.com' },
      disk: { space: 'low', free_bytes: null, retention_days: 1 },
      broker: { ...broker, public_url: null, is_up: false },
    }),
  }));
  await eventually(() =>
    expect(region('Verejná adresa')).toContain('Otvorili ste inú adresu, než je nastavená.'),
  );
  expect(region('Verejná adresa')).toContain('nie je šifrované');
  expect(region('Verejná adresa')).toContain('nie je v TRUSTED_PROXIES');
  expect(region('E-maily')).toContain('aj upozornenia zapisuje len ako súbory do DATA_DIR/mail');
  expect(region('Spojenie dosiek')).toContain('spojenia dosiek neprijíma');
  expect(region('Spojenie dosiek')).toContain('na tom istom počítači');
  expect(region('Server')).toContain('málo miesta');
  expect(region('Server')).toContain('Nedá sa zistiť');
});

it.each([
  ['off', { ...NO_BACKUP, every_hours: null }, 'Pravidelné zálohy nie sú zapnuté'],
  ['new', NO_BACKUP, 'Prvá záloha sa spustí'],
  ['late', { ...anInstallation().backup, is_healthy: false }, 'Chýbajú aspoň dve zálohy'],
  [
    'failed',
    {
      ...anInstallation().backup,
      failure: { at: '2026-11-16T02:50:00.000Z', error: 'There is no space left.' },
      is_healthy: false,
    },
    'zlyhala: There is no space left.',
  ],
  ['encrypted and copied', anInstallation().backup, 'Skopírovaná inam'],
  [
    'not copied',
    {
      ...anInstallation().backup,
      copy: { at: '2026-11-16T02:50:00.000Z', error: 'restic ended with 1' },
      is_healthy: false,
    },
    'zlyhala: restic ended with 1',
  ],
  [
    'damaged',
    {
      ...anInstallation().backup,
      check: { at: '2026-11-16T14:50:00.000Z', error: 'The backup is damaged: it ends too early.' },
      is_healthy: false,
    },
    'nedá obnoviť',
  ],
])('backups that are %s are shown as such', async (_state, backup, text) => {
  await openPage(() => ({ json: anInstallation({ backup }) }));
  await eventually(() => expect(region('Zálohy')).toContain(text));
});

it('a test mail shows its outcome, and a failure its reason and the answer of the mail server', async () => {
  const detail = '535 5.7.8 Bad credentials';
  const answers: ReturnType<Handler>[] = [
    { json: { to: 'jana@example.sk', failure: null, detail: null } },
    { json: { to: 'jana@example.sk', failure: 'login', detail } },
    { status: 429, json: { detail: 'TOO_MANY_REQUESTS' } },
  ];
  await openPage(undefined, () => answers.shift() ?? { status: 500 });
  await eventually(() => expect(page.get('button', TEST)).toBeTruthy());
  await page.click(page.get('button', TEST));
  await eventually(() => expect(region('E-maily')).toContain('prijal skúšobný e-mail pre jana@example.sk'));
  await page.click(page.get('button', TEST));
  await eventually(() => expect(page.textOf(page.get('alert'))).toContain('neprijal meno alebo heslo'));
  expect(page.textOf(page.get('alert'))).toContain(detail);
  await page.click(page.get('button', TEST));
  await eventually(() => expect(page.textOf(page.get('alert'))).not.toContain(detail));
});

it('a failed load offers a retry; facts that cannot be refetched are marked with their time', async () => {
  let answer: ReturnType<Handler> = { status: 500, json: { detail: 'INTERNAL' } };
  await openPage(() => answer);
  await eventually(() => expect(page.textOf(page.get('alert'))).toContain('nepodarilo načítať'));
  answer = { json: anInstallation() };
  await page.click(page.get('button', 'Skúsiť znova'));
  await eventually(() => expect(region('Server')).toContain('PostgreSQL 17.5'));
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(async () => window.dispatchEvent(new Event('offline')));
  expect(page.text()).toMatch(/Server neodpovedá\. Údaje sú z \d/);
  online.mockRestore();
  await act(async () => window.dispatchEvent(new Event('online')));
});

it('R7.1 only a Super Seller opens the page', async () => {
  const { path } = await openApp(HREF, { routes: loggedIn(['Seller']) });
  await eventually(() => expect(page.all('heading').length).toBeGreaterThan(0));
  expect(path()).toBe('/admin/dashboard');
});
