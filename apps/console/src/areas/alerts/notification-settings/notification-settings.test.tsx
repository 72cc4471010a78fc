import type { NotificationSettings } from '@manoboard/contract/alert/alert-delivery';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, pass, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { NotificationSettingsCards } from './notification-settings.tsx';

freezeTime();

const PATH = '/users/me/notifications';
const all = { mail: true, push: true, webhook: false };

const CARDS = (
  <NotificationSettingsCards>
    {({ matrix, quiet }) => (
      <>
        {matrix}
        {quiet}
      </>
    )}
  </NotificationSettingsCards>
);

async function show(change: Partial<NotificationSettings> = {}) {
  let settings: NotificationSettings = {
    matrix: { alarm: all, warning: all },
    quiet_hours: null,
    zone: 'Europe/Bratislava',
    digest_over: 5,
    ...change,
  };
  const answer: Handler = ({ method, body }) => {
    if (method === 'PUT') settings = body as NotificationSettings;
    return { json: { settings, targets: [], mail_service: 'server' } };
  };
  const live = await showLive(CARDS, { routes: { [PATH]: answer } });
  await pass(0);
  return { ...live, settings: () => settings };
}

const time = (label: string) => {
  const found = [...document.querySelectorAll('label')].find((each) => page.textOf(each).startsWith(label));
  return found?.querySelector('input') as HTMLInputElement;
};
const fill = (label: string, text: string) =>
  act(async () => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    time(label).focus();
    setter?.call(time(label), text);
    time(label).dispatchEvent(new Event('input', { bubbles: true }));
  });
const leave = (label: string) => act(async () => time(label).blur());

const switches = () => page.all('switch') as HTMLInputElement[];

describe('settings of notifications', () => {
  it('a switch of the matrix is saved at once', async () => {
    const { settings } = await show();
    const row = [true, true, false];
    expect(switches().map(({ checked }) => checked)).toEqual([...row, ...row, ...row, ...row, false]);
    const [, , alarmByWebhook] = switches();
    if (alarmByWebhook) await page.click(alarmByWebhook);
    await pass(0);
    expect(settings().matrix.alarm).toEqual({ mail: true, push: true, webhook: true });
    expect(settings().matrix.warning).toEqual(all);
  });

  it('the connection has channels of its own, which begin as those of other warnings', async () => {
    const { settings } = await show();
    const connectionByPush = switches()[7];
    if (connectionByPush) await page.click(connectionByPush);
    await pass(0);
    expect(settings().matrix.connection).toEqual({ ...all, push: false });
    expect(settings().matrix.warning).toEqual(all);
    expect(settings().matrix.unusual).toBeUndefined();
  });

  it('alarms that reach the user by no channel are named', async () => {
    await show({ matrix: { alarm: { mail: false, push: false, webhook: false }, warning: all } });
    expect(page.textOf(page.get('alert'))).toBe(
      'Kritické upozornenia vám teraz neprídu nijako. Zapnite aspoň jeden spôsob.',
    );
  });

  it('quiet hours are turned on with usual hours; warnings wait then', async () => {
    const { settings } = await show();
    const quiet = switches().at(-1);
    if (quiet) await page.click(quiet);
    await pass(0);
    expect(settings().quiet_hours).toEqual({ from: '22:00', to: '07:00' });
    expect(page.text()).toContain('hneď, v tichom čase počká');
  });

  it('what another tab has changed meanwhile is not set back by the change of this one', async () => {
    const { server, settings } = await show();
    const put = server.routes[PATH] as Handler;
    const quiet_hours = { from: '21:00', to: '06:00' };
    await put({ method: 'PUT', path: PATH, body: { ...settings(), quiet_hours } } as never);
    const [, , alarmByWebhook] = switches();
    if (alarmByWebhook) await page.click(alarmByWebhook);
    await pass(0);
    expect(settings().matrix.alarm.webhook).toBe(true);
    expect(settings().quiet_hours).toEqual(quiet_hours);
    expect(time('Od').value).toBe('21:00');
  });

  it('a failed save keeps the stored settings', async () => {
    const { server, settings } = await show();
    server.routes[PATH] = () => 'network error';
    const [alarmByMail] = switches();
    if (alarmByMail) await page.click(alarmByMail);
    await pass(0);
    expect(switches()[0]?.checked).toBe(true);
    expect(settings().matrix.alarm).toEqual(all);
  });

  it('a time that is typed while another one is being saved stays, and is saved', async () => {
    const { server, settings } = await show({ quiet_hours: { from: '22:00', to: '07:00' } });
    const answer = server.routes[PATH] as Handler;
    const { promise, resolve } = Promise.withResolvers<void>();
    server.routes[PATH] = async (request) => {
      await promise;
      return answer(request);
    };
    await fill('Od', '21:00');
    await leave('Od');
    await fill('Do', '06:00');
    await leave('Do');
    resolve();
    await pass(0);
    await pass(0);
    expect([time('Od').value, time('Do').value]).toEqual(['21:00', '06:00']);
    expect(settings().quiet_hours).toEqual({ from: '21:00', to: '06:00' });
  });

  it('a time that could not be saved stays in its field', async () => {
    const { server } = await show({ quiet_hours: { from: '22:00', to: '07:00' } });
    server.routes[PATH] = () => 'network error';
    await fill('Od', '21:00');
    await leave('Od');
    await pass(0);
    expect(time('Od').value).toBe('21:00');
  });

  it('settings that cannot be read offer a retry', async () => {
    await showLive(CARDS, { routes: { [PATH]: () => 'network error' } });
    await pass(0);
    expect(page.get('button', 'Skúsiť znova')).toBeTruthy();
  });
});
