import { DEFAULT_NOTIFICATIONS } from '@manoboard/domain/alerts/delivery/settings';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
// Preloads the lazy page: its load does not count towards the time of the first test.
import '../../../app/pages/notifications-page.tsx';
import {
  aBrowser,
  aCall,
  aWebhook,
  ENDPOINT,
  installBrowser,
  nowS,
  openNotifications,
  PUSH,
} from '../../../testing/notifications.tsx';
import { page } from '../../../testing/page.tsx';
import { errorOf, eventually, submit, type } from '../../../testing/whole-app.tsx';

beforeEach(() => {
  const digest = async () => new Uint8Array([0xe0]).buffer;
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(digest);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const region = (name: string) => page.textOf(page.get('region', name));
const card = () => page.textOf(document.querySelector('[aria-labelledby=reach-title]') as Element);
const hereSwitch = () => page.get('switch', 'V tomto telefóne alebo počítači');

describe('whether alarms reach the user', () => {
  it('is said first, with each way and its last proof', async () => {
    installBrowser().state.subscription = { endpoint: ENDPOINT } as PushSubscription;
    await openNotifications({ browsers: [aBrowser(1, { endpoint_hash: 'e0' }), aBrowser(2)] });
    await eventually(() => expect(card()).toContain('Dozviete sa topred 5 min: doručené'));
    expect(card()).toContain('E-mailomjana.kovacova@example.sk');
    expect(region('Ďalšie prehliadače')).toContain('Chrome, Android');
  });

  it('R9.5 is denied in one sentence, with the reason of each way', async () => {
    installBrowser();
    await openNotifications({
      routes: {
        '/users/me/notifications': () => ({
          json: { settings: DEFAULT_NOTIFICATIONS, targets: [], mail_service: 'files' },
        }),
      },
    });
    await eventually(() => expect(card()).toContain('Nedozviete sa to'));
    expect(card()).toContain('Server neposiela e-maily');
    expect(page.all('button', 'Poslať skúšku')).toEqual([]);
    expect(region('Webhooky')).toContain('Zatiaľ žiadne webhooky');
  });

  it('is unknown while the server does not answer, not denied, and a retry loads it', async () => {
    const app = await openNotifications({
      routes: { [PUSH]: () => ({ status: 500, json: { detail: 'INTERNAL' } }) },
    });
    expect(card()).toContain('Zisťuje sa, či sa to dozviete');
    app.server.routes[PUSH] = () => ({ json: [] });
    await page.click(page.get('button', 'Skúsiť znova'));
    await eventually(() => expect(card()).not.toContain('Zisťuje sa, či'));
  });
});

describe('notifications of this browser', () => {
  it('are turned on after the permission and turned off again', async () => {
    const { state, pushManager } = installBrowser();
    const app = await openNotifications();
    expect(hereSwitch().dataset.position).toBe('off');
    await page.click(hereSwitch());
    await eventually(() => expect(hereSwitch().dataset.position).toBe('on'));
    expect(pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: 'BKEY',
    });
    expect(app.server.requestsTo(PUSH).find(({ method }) => method === 'POST')?.body).toMatchObject({
      endpoint: ENDPOINT,
    });
    await page.click(hereSwitch());
    await eventually(() => expect(hereSwitch().dataset.position).toBe('off'));
    expect(state.subscription).toBeUndefined();
  });

  it('stay off without the permission, with an explanation', async () => {
    const { state } = installBrowser();
    state.answer = 'default';
    await openNotifications();
    await page.click(hereSwitch());
    await eventually(() =>
      expect(page.get('alert').textContent).toContain('Prehliadač oznámenia nepovolil.'),
    );
    expect(hereSwitch().dataset.position).toBe('off');
  });

  it('show the reason when the push service fails', async () => {
    const { pushManager } = installBrowser();
    pushManager.subscribe.mockRejectedValue(new DOMException('push service error', 'AbortError'));
    await openNotifications();
    await page.click(hereSwitch());
    await eventually(() =>
      expect(page.get('alert').textContent).toContain('Služba oznámení tohto prehliadača'),
    );
  });

  it('that were blocked explain where to allow them', async () => {
    installBrowser('denied');
    await openNotifications();
    expect(card()).toContain('Povoľte ich v nastaveniach prehliadača');
    expect(page.isDisabled(hereSwitch())).toBe(true);
  });

  it('on an iPhone need the installed app', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Safari');
    await openNotifications();
    expect(card()).toContain('najprv pridajte konzolu na plochu');
  });

  it('of other browsers are listed and removed', async () => {
    await openNotifications({ browsers: [aBrowser(1, { failure: 'status', failed_at: nowS() - 300 })] });
    expect(region('Ďalšie prehliadače')).toContain('pred 5 min: odmietnuté');
    await page.click(page.get('button', 'Odstrániť: Chrome, Android'));
    await eventually(() => expect(region('Ďalšie prehliadače')).toContain('Nikde inde'));
  });
});

describe('webhooks', () => {
  const dialog = () => eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());

  it('are added, and the secret is shown once', async () => {
    const app = await openNotifications();
    await page.click(page.all('button', 'Pridať webhook')[0] as HTMLElement);
    await dialog();
    await type('Názov', 'ntfy');
    await type('Adresa', 'ntfy.example.com');
    await submit();
    expect(errorOf('Adresa')).toContain('Zadajte celú adresu');
    await type('Adresa', 'https://ntfy.example.com/pump');
    await submit();
    await eventually(() => expect(page.text()).toContain('whsec_abc'));
    expect(app.server.requestsTo('/webhooks').find(({ method }) => method === 'POST')?.body).toEqual({
      scope: 'user',
      name: 'ntfy',
      url: 'https://ntfy.example.com/pump',
    });
    await page.click(page.get('button', 'Hotovo'));
    await eventually(() => expect(region('Webhooky')).toContain('https://ntfy.example.com/pump'));
    expect(page.text()).not.toContain('whsec_abc');
  });

  it('a secret is renewed by its own button only, also after that button has failed', async () => {
    const app = await openNotifications({
      webhooks: [aWebhook(1)],
      routes: { '/webhooks/1': () => ({ status: 422, json: { detail: 'CHANNEL_ADDRESS_REFUSED' } }) },
    });
    await page.click(page.get('button', 'Upraviť: ntfy'));
    await dialog();
    await page.click(page.get('button', 'Nový tajný kľúč'));
    await eventually(() => expect(errorOf('Adresa')).toContain('WEBHOOK_LOCAL'));
    await submit();
    const sent = () => app.server.requestsTo('/webhooks/1').map(({ body }) => body);
    await eventually(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).not.toHaveProperty('renew_secret');
  });

  it('with a refused address show the reason at the field', async () => {
    await openNotifications({
      webhooks: [aWebhook(1)],
      routes: { '/webhooks/1': () => ({ status: 422, json: { detail: 'CHANNEL_ADDRESS_REFUSED' } }) },
    });
    await page.click(page.get('button', 'Upraviť: ntfy'));
    await dialog();
    await submit();
    await eventually(() => expect(errorOf('Adresa')).toContain('WEBHOOK_LOCAL'));
  });

  it('of the installation are offered to Super Sellers only', async () => {
    await openNotifications({ roles: ['Super Seller'], webhooks: [aWebhook(1, { scope: 'installation' })] });
    expect(region('Webhooky')).toContain('Celá inštalácia');
    await page.click(page.all('button', 'Pridať webhook').at(-1) as HTMLElement);
    await dialog();
    expect(page.text()).toContain('Upozornenia, ktoré dostávate vy');
  });

  it('have a log of their calls', async () => {
    await openNotifications({
      webhooks: [aWebhook(1)],
      routes: {
        '/webhooks/1/calls': () => ({
          json: [aCall({ status: 404, failure: 'status', answer: 'no topic', is_test: true })],
        }),
      },
    });
    await page.click(page.get('button', 'Záznam: ntfy'));
    await eventually(() => expect(page.text()).toContain('prijímač odmietol (HTTP 404)42 ms'));
    expect(page.text()).toContain('skúškano topic');
  });

  it('are removed after a confirmation', async () => {
    let isRemoved = false;
    await openNotifications({
      webhooks: [aWebhook(1)],
      routes: {
        '/webhooks': () => ({ json: isRemoved ? [] : [aWebhook(1)] }),
        '/webhooks/1': () => {
          isRemoved = true;
          return { status: 204 };
        },
      },
    });
    await page.click(page.get('button', 'Odstrániť: ntfy'));
    await dialog();
    expect(isRemoved).toBe(false);
    await submit();
    await eventually(() => expect(region('Webhooky')).toContain('Zatiaľ žiadne webhooky'));
  });
});

it.each([
  [{ sent: true, reason: null }, 'Skúška je odoslaná a prijatá'],
  [{ sent: false, reason: 'HTTP 404' }, 'Skúšku sa nepodarilo doručiť: HTTP 404'],
])('a test shows its result %j', async (json, text) => {
  const app = await openNotifications({
    webhooks: [aWebhook(1)],
    routes: { '/users/me/notifications/test': () => ({ json }) },
  });
  await page.click(page.all('button', 'Poslať skúšku: ntfy')[0] as HTMLElement);
  await act(() => vi.dynamicImportSettled());
  await eventually(() => expect(page.text()).toContain(text));
  expect(app.server.requestsTo('/users/me/notifications/test').at(-1)?.body).toEqual({
    channel: 'webhook',
    target: '1',
  });
});
