import type {
  AlertReceiver,
  AlertReceivers,
  OwnDelivery,
  Ways,
} from '@manoboard/contract/alert/alert-delivery';
import { aDevice } from '@manoboard/testkit/factories';
import { describe, expect, it } from 'vitest';
// Preloads the lazy page: its load does not count towards the time of the first test.
import '../../../app/pages/notifications-page.tsx';
import { openNotifications } from '../../../testing/notifications.tsx';
import { page } from '../../../testing/page.tsx';
import { eventually } from '../../../testing/whole-app.tsx';

const dialogText = () => document.querySelector('[role=dialog]')?.textContent ?? '';
const region = (name: string) => page.textOf(page.get('region', name));

describe('the receivers of a pump', () => {
  const OK = { push: 'ok', mail: 'ok', webhook: 'no_webhook' } as const;
  const NO_MAIL = { ...OK, mail: 'no_mail_server' } as const;
  const NOTHING = { ...NO_MAIL, push: 'no_browser' } as const;
  const person = (name: string, ways: Ways, is_self = false): AlertReceiver => ({
    name,
    is_self,
    do_warnings_wait: is_self,
    alarm: ways,
    warning: ways,
  });
  const after = (alarm: number | null, warning: number | null) => ({ after_minutes: { alarm, warning } });
  const receivers: AlertReceivers = {
    mail_service: 'files',
    steps: [
      {
        step: 'owner',
        is_on: true,
        count: 1,
        ...after(0, 0),
        people: [person('Martin Novák', NO_MAIL, true)],
        reached: { any: 1, push: 1, mail: 0, webhook: 0 },
      },
      {
        step: 'delegates',
        is_on: true,
        count: 1,
        ...after(10, null),
        people: [person('Jana Nováková', NOTHING)],
        reached: { any: 0, push: 0, mail: 0, webhook: 0 },
      },
      {
        step: 'technicians',
        is_on: true,
        count: 3,
        ...after(20, null),
        people: [],
        reached: { any: 3, push: 3, mail: 0, webhook: 0 },
      },
    ],
    installation_webhooks: 0,
  };
  const device = aDevice({ alias: 'Studňa' });
  const show = (answer: AlertReceivers = receivers) =>
    openNotifications({
      routes: {
        '/users-devices/get-devices': () => ({ json: [device] }),
        [`/devices/${device.id_dev}/alert-receivers`]: () => ({ json: answer }),
      },
    });
  const card = () => region('Keď nič neurobíte');

  it('R4.18 are extended by people who need no right, from here', async () => {
    await show();
    await eventually(() => expect(page.get('button', 'Pridať príjemcu')).toBeTruthy());
    await page.click(page.get('button', 'Pridať príjemcu'));
    await eventually(() => expect(dialogText()).toContain('Ľudia Studňa'));
  });

  it('are people with their channels, times and whether it arrives, with the reason if not', async () => {
    await show();
    await eventually(() => expect(card()).toContain('Martin Novák'));
    expect(card()).toContain('Martin Novákvlastník, vypríde');
    expect(card()).toContain('neodíde');
    expect(card()).toContain('iba Push');
    expect(card()).toContain('hneď, v tichom čase počká');
    expect(card()).toContain('nedostane nič');
    expect(card()).toContain('Server neposiela e-maily a iný spôsob nie je.');
    expect(card()).toContain('Technici3 ľudia3 z 3');
    expect(page.get('link', 'Upraviť poradie').getAttribute('href')).toBe(
      `/admin/overview?device=${device.id_dev}&tool=rules`,
    );
  });

  it('are shown as a ladder with an example of today, failures included', async () => {
    await show();
    await eventually(() => expect(card()).toContain('Keby sa to stalo dnes:'));
    expect(card()).toContain(
      'hneďMartin Novák (vy)pushpo 10 minJana Novákováteraz nič neprídepo 20 minTechnicipush',
    );
    expect(card()).toContain(
      'chod nasucho o 2:14 → o 2:14 Martin Novák (vy): push, o 2:24 Jana Nováková: nič, o 2:34 Technici: push.',
    );
  });

  it('a step without people is shown as skipped, and the next one has its time', async () => {
    const [owner, delegates, technicians] = receivers.steps;
    if (!owner || !delegates || !technicians) throw new Error('three steps');
    const empty = { ...delegates, ...after(null, null), count: 0, people: [] };
    await show({ ...receivers, steps: [owner, empty, { ...technicians, ...after(10, null) }] });
    await eventually(() => expect(card()).toContain('Nikto ďalší nemá prístupnikto'));
    expect(card()).toContain('o 2:14 Martin Novák (vy): push, o 2:24 Technici: push.');
  });
});

it('the last messages to the user have their device, channel and result', async () => {
  const device = aDevice({ alias: 'Studňa' });
  const delivery = (id: number, change: Partial<OwnDelivery>): OwnDelivery => ({
    id,
    alert_id: id,
    change: 'raised',
    channel: 'mail',
    state: 'sent',
    target: 'jana@example.com',
    timestamp: 1_000_000_000,
    next_timestamp: null,
    sent_timestamp: 1_000_000_003,
    failure: null,
    titles: { sk: 'Chod nasucho', gb: 'Dry running' },
    id_dev: device.id_dev,
    ...change,
  });
  await openNotifications({
    routes: {
      '/users-devices/get-devices': () => ({ json: [device] }),
      '/users/me/notifications/deliveries': () => ({
        json: [
          delivery(2, { state: 'failed', failure: 'rejected', sent_timestamp: null }),
          delivery(1, { channel: 'push', id_dev: 'MNB-000009', target: 'Pixel 9' }),
        ],
      }),
    },
  });
  await page.click(page.get('button', 'Posledné doručenia'));
  await eventually(() => expect(dialogText()).toContain('E-mail (jana@example.com): nepodarilo sa doručiť'));
  expect(dialogText()).toContain('Chod nasuchonovéStudňa ·');
  expect(dialogText()).toContain('Chod nasuchonovéMNB-000009 ·');
  expect(dialogText()).toContain('Push (Pixel 9): odoslané');
});
