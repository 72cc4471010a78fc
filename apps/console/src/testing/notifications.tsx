import type { PushBrowser } from '@manoboard/contract/alert/push-subscription';
import type { Webhook, WebhookCall } from '@manoboard/contract/alert/webhook';
import { expect, vi } from 'vitest';
import type { Handler } from './fake-server.ts';
import { page } from './page.tsx';
import { eventually, loggedIn, openApp } from './whole-app.tsx';

const HREF = '/admin/profile/notifications';
export const PUSH = '/users/me/push-subscriptions';
export const ENDPOINT = 'https://push.example.com/send/1';
/** Stands for the SHA-256 of `ENDPOINT`. */
const HASH = 'e0';
export const nowS = () => Math.floor(Date.now() / 1000);

export const aBrowser = (id: number, change: Partial<PushBrowser> = {}): PushBrowser => ({
  id,
  endpoint_hash: `${id}`,
  user_agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile',
  created_at: nowS() - 86_400,
  sent_at: nowS() - 300,
  failed_at: null,
  failure: null,
  ...change,
});
export const aCall = (change: Partial<WebhookCall> = {}): WebhookCall => ({
  id: 1,
  at: nowS() - 300,
  is_test: false,
  status: 200,
  duration_ms: 42,
  failure: null,
  answer: 'ok',
  ...change,
});
export const aWebhook = (id: number, change: Partial<Webhook> = {}): Webhook => ({
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
        mail_service: 'server',
      },
    }),
    ...routes,
  };
}

/** The parts of a browser that notifications need; happy-dom has none of them. */
export function installBrowser(permission: NotificationPermission = 'default') {
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

export async function openNotifications(setting: Setting = {}) {
  const app = await openApp(HREF, { routes: routesOf(setting) });
  await eventually(() => expect(page.all('heading', 'Webhooky')).toHaveLength(1));
  await eventually(() => expect(page.text()).not.toContain('Načítava'));
  return app;
}
