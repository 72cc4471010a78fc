import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { LinkBanner, OfflineBanner } from './device-banner.tsx';

freezeTime();

const show = (online: string[]) =>
  showLive(<OfflineBanner deviceId={ID} />, { last: [measured({})], online });
const WIFI = 'Zariadenie je offline. Skontrolujte pripojenie k sieti Wi-Fi.';
const BROKER = 'Server teraz neprijíma správy zariadení. Vaša Wi-Fi za to nemôže, chvíľu počkajte.';

it('R4.4 OfflineBanner advises to check the Wi-Fi of an offline device', async () => {
  await show([]);
  expect(page.text()).toBe(WIFI);
});

it('R4.5 OfflineBanner does not blame the Wi-Fi while the broker is down', async () => {
  const { receiveBroker, receiveOnline } = await show([ID]);
  await receiveBroker(false);
  expect(page.text()).toBe('');
  await receiveOnline(false);
  expect(page.text()).toBe(BROKER);
  await receiveBroker(true);
  expect(page.text()).toBe(WIFI);
});

it('R4.5 OfflineBanner takes the broker state from the first snapshot', async () => {
  await show([]);
  const snapshot = { now: T, last_data: [], online: [], commands: [], broker: false };
  await act(async () => FakeEventSource.current.emit('snapshot', snapshot));
  await pass(20);
  expect(page.text()).toBe(BROKER);
});

it('R4.5 LinkBanner shows that the server is unreachable and the values are the last known', async () => {
  const { loseServer } = await showLive(<LinkBanner />);
  expect(page.text()).toBe('');
  await loseServer();
  expect(page.text()).toBe('Server nie je dostupný. Zobrazené sú posledné známe hodnoty.');
});

it.each([
  ['an error', { status: 500, json: { detail: 'Internal Server Error' } }],
  ['no list', { json: '<html>' }],
  ['rows that are not understood', { json: [{ device_id: null }] }],
])('R8 LinkBanner shows that the server answers with an error: %s', async (_what, answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { server, loseServer } = await showLive(<LinkBanner />);
  server.routes['/actual-data/all-last-data'] = () => answer;
  await act(async () => FakeEventSource.current.refuse());
  await pass(7000);
  expect(page.text()).toBe('Server odpovedá chybou. Zobrazené sú posledné známe hodnoty.');
  await loseServer();
  expect(page.text()).toBe('Server nie je dostupný. Zobrazené sú posledné známe hodnoty.');
});

it('R4.5 LinkBanner blames the network of the browser, not the server', async () => {
  const { loseNetwork } = await showLive(<LinkBanner />);
  await loseNetwork();
  expect(page.text()).toBe('Prehliadač nemá pripojenie k sieti. Zobrazené sú posledné známe hodnoty.');
});

it('R6 LinkBanner shows that the stream was closed for too many windows until the next stream', async () => {
  const { receiveClosed } = await showLive(<LinkBanner />);
  await receiveClosed();
  expect(page.text()).toMatch(/^Máte otvorených priveľa okien konzoly\. .* každých 6 sekúnd;/);
  await pass(20_000);
  expect(FakeEventSource.opened).toHaveLength(1);
  await act(async () => window.dispatchEvent(new Event('online')));
  await act(async () =>
    FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] }),
  );
  expect(page.text()).toBe('');
});

it('LinkBanner shows a low or full disk, what fails, and that control works', async () => {
  const { receiveDisk } = await showLive(<LinkBanner />);
  await receiveDisk('low');
  expect(page.text()).toMatch(/^Serveru dochádza miesto na disku\. Exporty .* ovládanie čerpadiel funguje\./);
  await receiveDisk('full');
  expect(page.text()).toMatch(/^Disk servera je plný\. Namerané hodnoty .* doplnia ich neskôr/);
  await receiveDisk('ok');
  expect(page.text()).toBe('');
});

it('LinkBanner shows that the database is down, what fails, and that a pump can be stopped', async () => {
  const { receiveDatabase } = await showLive(<LinkBanner />);
  await receiveDatabase(false);
  expect(page.text()).toMatch(/^Server teraz nemôže ukladať ani načítať údaje\. .* čerpadlo môžete vypnúť/);
  await receiveDatabase(true);
  expect(page.text()).toBe('');
});
