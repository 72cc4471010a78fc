import type { InboxEvent, InboxItem } from '@manoboard/contract/inbox/inbox';
import { aDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { tab } from '../../../testing/tab.ts';
import { aUser, eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';
import { parseMarks } from './read-marks.ts';

afterEach(() => vi.restoreAllMocks());

const KEY = `inbox-read-${aUser.id}`;
const device = { device_id: 'MNB-TE0001', alias: 'Studňa' };
const dryRun: InboxEvent = { type: 'alert', ...device, alert_id: 3, code: 'DRY_RUN' };

const anItem = (id: string, event: unknown = dryRun, name = 'Veta servera'): InboxItem => ({
  id,
  name,
  unread: true,
  details: { name: 'Peter Technik', type: 'alert' },
  ts: Math.floor(Date.now() / 1000) - 5 * 60,
  event: event as InboxEvent,
});

type Lists = { notifications?: unknown[]; messages?: unknown[] };
const answer =
  ({ notifications = [], messages = [] }: Lists) =>
  () => ({ json: { notifications, messages } });

async function open(lists: Lists, locale: 'sk' | 'gb' = 'sk', href = '/admin/profile') {
  const app = await openApp(href, {
    routes: {
      ...loggedIn(),
      '/users-devices/get-devices': () => ({ json: [aDevice({ alias: 'Studňa' })] }),
      '/inbox': answer(lists),
    },
    locale,
  });
  await eventually(() => expect(document.querySelector('h1')).not.toBeNull());
  await eventually(() => expect(app.server.requestsTo('/inbox')).not.toEqual([]));
  return app;
}
const bell = () => page.get('button', /^(Oznámenia|Notifications)/);
const entries = () => [...document.querySelectorAll('header li')].map(page.textOf);

it.each<[string, unknown, string, string]>([
  ['an alert', dryRun, 'Studňa: chod nasucho', 'Studňa: dry running'],
  [
    'access with an end',
    { type: 'delegation_received', ...device, by: 'Eva Vodná', expires_at: 1_800_000_000 },
    'Eva Vodná: dostali ste prístup k zariadeniu Studňa do 15. 1. 2027',
    'Eva Vodná gave you access to Studňa until 15 Jan 2027',
  ],
  [
    'access without an end',
    { type: 'delegation_received', ...device, by: 'Eva Vodná', expires_at: null },
    'Eva Vodná: dostali ste prístup k zariadeniu Studňa',
    'Eva Vodná gave you access to Studňa',
  ],
  [
    'access that ended',
    { type: 'delegation_ended', ...device, reason: 'revoked' },
    'Váš prístup k zariadeniu Studňa bol odobratý',
    'Your access to Studňa was revoked',
  ],
  [
    'a device without a name',
    { type: 'firmware_available', ...device, alias: null, version: '1.5.0', devices: 1 },
    'Pre zariadenie MNB-TE0001 je dostupný firmvér 1.5.0',
    'Firmware 1.5.0 is available for MNB-TE0001',
  ],
  [
    'firmware for several devices',
    { type: 'firmware_available', ...device, version: '1.5.0', devices: 6 },
    'Pre zariadenie Studňa a 5 ďalších je dostupný firmvér 1.5.0',
    'Firmware 1.5.0 is available for Studňa and 5 more',
  ],
  [
    'a device taken by staff',
    { type: 'device_taken', ...device, by: 'Eva Vodná' },
    'Eva Vodná: zariadenie Studňa už nie je vaše',
    'Eva Vodná took Studňa from you',
  ],
  [
    'the first night of a leak',
    { type: 'leak_suspected', ...device, minutes: 15, lpm: 0.4 },
    'Zariadenie Studňa: v noci možno niekde tiekla voda, čerpadlo sa spúšťalo každých 15 min, asi 0,4 l/min. Ak sa to zopakuje, príde upozornenie.',
    'Studňa: water may have been running at night, the pump started every 15 min, about 0.4 l/min. If it happens again, you get an alert.',
  ],
  [
    'the summary of a week',
    { type: 'weekly_summary', ...device, wifi_h: 6, offline_min: 0, short_h: 2 },
    'Týždeň zariadenia Studňa: slabá Wi-Fi 6 h. Odber väčší ako výkon čerpadla 2 h.',
    'The week of Studňa: weak Wi-Fi for 6 h. A draw larger than the pump gives, 2 h.',
  ],
  ['an unknown event type', { type: 'moon_landing', on: 1 }, 'Veta servera', 'Veta servera'],
  ['an unknown alert code', { ...dryRun, code: 'NEW' }, 'Veta servera', 'Veta servera'],
])('R1.7 an entry shows its text in the console language and its age: %s', async (_what, event, sk, gb) => {
  const { leave } = await open({ notifications: [anItem('1', event)] });
  await eventually(() => expect(page.textOf(bell())).toBe('Oznámenia1Neprečítané: 1'));
  await page.click(bell());
  await eventually(() => expect(entries()).toEqual([`${sk}pred 5 min`]));
  await leave();
  await open({ notifications: [anItem('1', event)] }, 'gb');
  await eventually(() => expect(page.textOf(bell())).toBe('Notifications11 unread'));
  await page.click(bell());
  await eventually(() => expect(entries()).toEqual([`${gb}5 min ago`]));
});

it('R1.7 a click marks an entry as read and opens its alert; the mark survives a reload', async () => {
  const { path, leave } = await open({ notifications: [anItem('1'), anItem('2')] });
  await eventually(() => expect(page.textOf(bell())).toContain('Neprečítané: 2'));
  await page.click(bell());
  await eventually(() => expect(entries()).toHaveLength(2));
  const [first] = page.all('link', /chod nasucho/);
  if (first) await page.click(first);
  await eventually(() => expect(path()).toBe('/admin/alerts/3'));
  await eventually(() => expect(entries()).toEqual([]));
  await eventually(() => expect(page.textOf(bell())).toContain('Neprečítané: 1'));
  await leave();
  await open({ notifications: [anItem('1'), anItem('2')] });
  await eventually(() => expect(page.textOf(bell())).toContain('Neprečítané: 1'));
});

it('R1.7 Mark all as read affects one list only', async () => {
  const message = { type: 'message', ...device, by: 'Peter Technik', text: 'Dobrý deň' };
  await open({ notifications: [anItem('1'), anItem('2')], messages: [anItem('3', message, 'Dobrý deň')] });
  await eventually(() => expect(page.textOf(bell())).toContain('Neprečítané: 2'));
  await page.click(bell());
  await eventually(() => expect(entries()).toHaveLength(2));
  await page.click(page.get('button', 'Označiť všetko ako prečítané'));
  expect(page.textOf(bell())).toBe('Oznámenia');
  await page.click(page.get('button', /^Správy.*Neprečítané: 1$/));
  await eventually(() => expect(entries()).toHaveLength(3));
  expect(entries()).toContain('Dobrý deňPeter Technik · pred 5 min');
});

it('R1.7 an entry about ended access has no link, and a click marks it as read', async () => {
  const { path } = await open({
    notifications: [anItem('1', { type: 'delegation_ended', ...device, reason: 'expired' })],
  });
  await eventually(() => expect(page.textOf(bell())).toContain('Neprečítané: 1'));
  await page.click(bell());
  await eventually(() => expect(entries()).toHaveLength(1));
  await page.click(page.get('button', /^Váš prístup/));
  expect(path()).toBe('/admin/profile');
  expect(page.textOf(bell())).toBe('Oznámenia');
});

it('R1.7 read marks of removed entries are pruned, those of another user are kept', async () => {
  localStorage.setItem(KEY, '["1","gone"]');
  localStorage.setItem('inbox-read-99', '["gone"]');
  await open({ notifications: [anItem('1'), anItem('2')] });
  await eventually(() => expect(localStorage.getItem(KEY)).toBe('["1"]'));
  expect(localStorage.getItem('inbox-read-99')).toBe('["gone"]');
  await eventually(() => expect(page.textOf(bell())).toContain('Neprečítané: 1'));
});

it.each(['no json', '{"1":true}', '[1,null]'])('R1.7 parseMarks ignores invalid stored marks: %s', (stored) =>
  expect([...parseMarks(stored)]).toEqual([]),
);

it('R1.7 a read mark of another tab is applied', async () => {
  await open({ notifications: [anItem('1')] });
  await eventually(() => expect(page.textOf(bell())).toContain('Neprečítané: 1'));
  localStorage.setItem(KEY, '["1"]');
  window.dispatchEvent(new Event('storage'));
  await eventually(() => expect(page.textOf(bell())).toBe('Oznámenia'));
});

it('R1.7 a failed inbox request shows an error instead of an empty list, and a retry loads it', async () => {
  const { server } = await openApp('/admin/profile', {
    routes: { ...loggedIn(), '/inbox': () => ({ status: 500, json: { detail: 'INTERNAL' } }) },
  });
  await eventually(() => expect(server.requestsTo('/inbox')).toHaveLength(1));
  await page.click(bell());
  await eventually(() => expect(page.text()).toContain('Nepodarilo sa načítať'));
  expect(page.text()).not.toContain('Žiadne oznámenia');
  server.routes['/inbox'] = answer({ notifications: [anItem('1')] });
  await page.click(page.get('button', 'Skúsiť znova'));
  await eventually(() => expect(entries()).toEqual(['Studňa: chod nasuchopred 5 min']));
});

it('R1.7 a page without the stream refetches the inbox when the user returns', async () => {
  const { server } = await open({});
  server.routes['/inbox'] = answer({ notifications: [anItem('1')] });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  tab.hide();
  tab.show();
  await eventually(() => expect(page.textOf(bell())).toContain('Neprečítané: 1'));
});

it('R1.7 an inbox event of the stream refetches the inbox', async () => {
  const { server } = await open({}, 'sk', '/admin/dashboard');
  await eventually(() => expect(FakeEventSource.opened).toHaveLength(1));
  server.routes['/inbox'] = answer({ notifications: [anItem('1')] });
  await eventually(() => {
    // On a busy machine the page may have replaced its stream meanwhile; a real one would begin with a snapshot.
    FakeEventSource.current.emit('inbox', {});
    expect(page.textOf(bell())).toContain('Neprečítané: 1');
  });
});

it('the bell counts open alerts live; the list states how many are critical', async () => {
  const open = { info: 0, warning: 2, alarm: 1 };
  await openApp('/admin/dashboard', {
    routes: {
      ...loggedIn(),
      '/alerts': () => ({ json: { items: [], total: 3, next: null, open: { ...open }, shelved: 0 } }),
    },
  });
  await eventually(() => expect(page.textOf(bell())).toBe('Oznámenia3Otvorené upozornenia: 3'));
  await page.click(bell());
  await eventually(() => expect(page.text()).toContain('3 otvorené upozornenia, 1 kritické'));
  open.alarm = 0;
  await act(async () =>
    FakeEventSource.current.emit('alert', { device_id: 'MNB-TE0001', alert_id: 3, change: 'resolved' }),
  );
  await eventually(() => expect(page.textOf(bell())).toBe('Oznámenia2Otvorené upozornenia: 2'));
});
