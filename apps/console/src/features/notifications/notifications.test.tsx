import type { PushBrowser } from '@manoboard/contract/nouns/push-subscription';
import type { Webhook, WebhookCall } from '@manoboard/contract/nouns/webhook';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
// Preloads the lazy page: its load does not count towards the time of the first test.
import '../../app/pages/notifications-page.tsx';
import type { Handler } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import { errorOf, eventually, loggedIn, openApp, submit, type } from '../../testing/whole-app.tsx';

const HREF = '/admin/profile/notifications';
const PUSH = '/users/me/push-subscriptions';
const ENDPOINT = 'https://push.example.com/send/1';
/** Stands for the SHA-256 of `ENDPOINT`. */
const HASH = 'e0';
const nowS = () => Math.floor(Date.now() / 1000);

const aBrowser = (id: number, change: Partial<PushBrowser> = {}): PushBrowser => ({
  id,
  endpoint_hash: `${id}`,
  user_agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile',
  created_at: nowS() - 86_400,
  sent_at: nowS() - 300,
  failed_at: null,
  failure: null,
  ...change,
});
const aCall = (change: Partial<WebhookCall> = {}): WebhookCall => ({
  id: 1,
  at: nowS() - 300,
  is_test: false,
  status: 200,
  duration_ms: 42,
  failure: null,
  answer: 'ok',
  ...change,
});
const aWebhook = (id: number, change: Partial<Webhook> = {}): Webhook => ({
  id,
  scope: 'user',
  name: 'ntfy',
  url: 'https://ntfy.example.com/pump',
  created_at: nowS(),
  last_call: null,
  ...change,
});

interface Setting {
  browsers?: PushBrowser[];
  webhooks?: Webhook[];
  roles?: string[];
  routes?: Record<string, Handler>;
}

/** A server with these rows, which it changes. */
function routesOf({
  browsers = [],
  webhooks = [],
  roles = [],
  routes = {},
}: Setting): Record<string, Handler> {
  const state = { browsers, webhooks };
  return {
    ...loggedIn(roles),
    '/push/key': () => ({ json: { public_key: 'BKEY' } }),
    [PUSH]: ({ method }) => {
      if (method === 'GET') return { json: state.browsers };
      const added = aBrowser(9, { endpoint_hash: HASH, sent_at: null });
      state.browsers = [...state.browsers, added];
      return { status: 201, json: added };
    },
    ...Object.fromEntries(
      [9, ...browsers.map(({ id }) => id)].map((id) => [
        `${PUSH}/${id}`,
        () => {
          state.browsers = state.browsers.filter((browser) => browser.id !== id);
          return { status: 204 };
        },
      ]),
    ),
    '/webhooks': ({ method, body }) => {
      if (method === 'GET') return { json: state.webhooks };
      const added = aWebhook(5, body as Partial<Webhook>);
      state.webhooks = [...state.webhooks, added];
      return { status: 201, json: { ...added, secret: 'whsec_abc' } };
    },
    '/users/me/notifications': () => ({
      json: {
        settings: {
          matrix: {
            alarm: { mail: true, push: true, webhook: true },
            warning: { mail: true, push: true, webhook: true },
          },
          quiet_hours: null,
          zone: 'Europe/Bratislava',
          digest_over: 5,
        },
        targets: [{ channel: 'mail', id: 'mail', label: 'jana.kovacova@example.sk' }],
      },
    }),
    ...routes,
  };
}

/** The parts of a browser that notifications need; happy-dom has none of them. */
function installBrowser(permission: NotificationPermission = 'default') {
  const state = { permission, subscription: undefined as object | undefined, answer: 'granted' };
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
    unsubscribe: async () => {
      state.subscription = undefined;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => state.subscription ?? null,
    subscribe: vi.fn(async () => {
      state.subscription = subscription;
      return subscription;
    }),
  };
  const registration = { pushManager };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    async requestPermission() {
      state.permission = state.answer as NotificationPermission;
      return state.answer;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
  return { state, subscription, pushManager };
}

beforeEach(() => {
  const digest = async () => new Uint8Array([0xe0]).buffer;
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(digest);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(setting: Setting = {}) {
  const app = await openApp(HREF, { routes: routesOf(setting) });
  await eventually(() => expect(page.all('heading', 'Webhooky')).toHaveLength(1));
  await eventually(() => expect(page.text()).not.toContain('Načítava'));
  return app;
}
const region = (name: string) => page.textOf(page.get('region', name));
const card = () => region('Push oznámenia');
const hereSwitch = () => page.get('switch', 'Tento prehliadač');

describe('the channels', () => {
  it('show target, state and last result of each', async () => {
    await open({
      browsers: [aBrowser(1), aBrowser(2)],
      webhooks: [
        aWebhook(1),
        aWebhook(2, { name: 'Dom', last_call: aCall({ failure: 'refused', status: null }) }),
      ],
    });
    expect(region('E-mail')).toContain('jana.kovacova@example.skpotvrdený');
    expect(card()).toContain('Chrome, Android · Chrome, Android2 zariadeniapred 5 min: doručené');
    expect(region('Webhook')).toContain('zlyhávapred 5 min: spojenie odmietnuté');
    expect(region('Webhooky')).toContain('ntfyhttps://ntfy.example.com/pumpzatiaľ nič neodoslané');
  });

  it('without anything set up say so', async () => {
    installBrowser();
    await open();
    expect(card()).toContain('Nie sú zapnuté nikdevypnuté');
    expect(region('Webhook')).toContain('Žiadna adresažiadny');
    expect(region('Webhooky')).toContain('Zatiaľ žiadne webhooky');
  });

  it('that could not be loaded are unknown, not off, and a retry loads them', async () => {
    const app = await open({ routes: { [PUSH]: () => ({ status: 500, json: { detail: 'INTERNAL' } }) } });
    expect(card()).toContain('Server zatiaľ neodpovedalneznáme');
    expect(card()).not.toContain('vypnuté');
    expect(page.get('alert').textContent).toContain('Tieto údaje sa nepodarilo načítať.');
    app.server.routes[PUSH] = () => ({ json: [] });
    await page.click(page.get('button', 'Skúsiť znova'));
    await eventually(() => expect(card()).toContain('vypnuté'));
  });
});

describe('notifications of this browser', () => {
  it('are turned on after the permission and turned off again', async () => {
    const { state, pushManager } = installBrowser();
    const app = await open();
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
    await open();
    await page.click(hereSwitch());
    await eventually(() =>
      expect(page.get('alert').textContent).toContain('Prehliadač oznámenia nepovolil.'),
    );
    expect(hereSwitch().dataset.position).toBe('off');
  });

  it('show the reason when the push service fails', async () => {
    const { pushManager } = installBrowser();
    pushManager.subscribe.mockRejectedValue(new DOMException('push service error', 'AbortError'));
    await open();
    await page.click(hereSwitch());
    await eventually(() =>
      expect(page.get('alert').textContent).toContain('Služba oznámení tohto prehliadača'),
    );
  });

  it('that were blocked explain where to allow them', async () => {
    installBrowser('denied');
    await open();
    expect(region('Kde sa oznámenia zobrazia')).toContain('Povoľte ich v nastaveniach prehliadača');
    expect(page.isDisabled(hereSwitch())).toBe(true);
    expect(page.all('button', 'Zapnúť tu')).toEqual([]);
  });

  it('on an iPhone need the installed app', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Safari');
    await open();
    expect(region('Kde sa oznámenia zobrazia')).toContain('najprv pridajte konzolu na plochu');
  });

  it('of other browsers are listed and removed', async () => {
    await open({ browsers: [aBrowser(1, { failure: 'status', failed_at: nowS() - 300 })] });
    expect(region('Kde sa oznámenia zobrazia')).toContain('pred 5 min: odmietnuté');
    await page.click(page.get('button', 'Odstrániť: Chrome, Android'));
    await eventually(() => expect(card()).toContain('vypnuté'));
  });
});

describe('webhooks', () => {
  const dialog = () => eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());

  it('are added, and the secret is shown once', async () => {
    const app = await open();
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

  it('with a refused address show the reason at the field', async () => {
    await open({
      webhooks: [aWebhook(1)],
      routes: { '/webhooks/1': () => ({ status: 422, json: { detail: 'CHANNEL_ADDRESS_REFUSED' } }) },
    });
    await page.click(page.get('button', 'Upraviť: ntfy'));
    await dialog();
    await submit();
    await eventually(() => expect(errorOf('Adresa')).toContain('WEBHOOK_LOCAL'));
  });

  it('of the installation are offered to Super Sellers only', async () => {
    await open({ roles: ['Super Seller'], webhooks: [aWebhook(1, { scope: 'installation' })] });
    expect(region('Webhooky')).toContain('Celá inštalácia');
    await page.click(page.all('button', 'Pridať webhook').at(-1) as HTMLElement);
    await dialog();
    expect(page.text()).toContain('Upozornenia, ktoré dostávate vy');
  });

  it('have a log of their calls', async () => {
    await open({
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
    await open({
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
  const app = await open({
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
