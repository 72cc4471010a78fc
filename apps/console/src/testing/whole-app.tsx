import type { User } from '@manoboard/contract/nouns/account';
import type { Locale } from '@manoboard/i18n/locales';
import { createMemoryHistory } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { queryClient } from '../app/query-client.ts';
import { createAppRouter } from '../app/router.tsx';
import { watchSession } from '../app/watch-session.ts';
import { startLanguage } from '../lib/locale-store.ts';
import { session } from '../lib/session.ts';
import { type Handler, pollRoutes, startFakeServer } from './fake-server.ts';

export const aUser: User = {
  id: 7,
  email: 'jana.kovacova@example.sk',
  name: 'Jana',
  surname: 'Kováčová',
  phone_number: null,
  address: null,
  email_confirmed: true,
  pending_email: null,
  terms_version: '0123456789ab',
  terms_accepted_at: 1_790_000_000,
};

export const unauthorized: Handler = () => ({ status: 401, json: { detail: 'UNAUTHORIZED' } });

/** The server of a user who is logged in with these roles. */
export const loggedIn = (roles: string[] = []): Record<string, Handler> => ({
  ...pollRoutes([], []),
  '/users/me': () => ({ json: aUser }),
  '/roles/check': () => ({ json: roles }),
  '/users-devices/get-devices': () => ({ json: [] }),
  '/users-devices/get-all-fc-devices': () => ({ json: [] }),
  '/inbox': () => ({ json: { notifications: [], messages: [] } }),
  '/auth/jwt/logout': () => ({ status: 204 }),
});

export const loggedOut = (): Record<string, Handler> => ({
  '/users/me': unauthorized,
  '/roles/check': unauthorized,
  '/auth/jwt/logout': unauthorized,
});

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  localStorage.clear();
  sessionStorage.clear();
});

interface Setting {
  routes?: Record<string, Handler>;
  locale?: Locale;
  /** Somebody had logged in on this browser before. */
  isMarked?: boolean;
}

/** The whole console at an address: real providers, router and guards; only the network is the test's. */
export async function openApp(href: string, { routes = loggedIn(), locale, isMarked = true }: Setting = {}) {
  const server = startFakeServer(routes);
  queryClient.clear();
  session.begin();
  if (!isMarked) localStorage.removeItem('loggedIn');
  if (locale) localStorage.setItem('locale', locale);

  await startLanguage();
  const router = createAppRouter(createMemoryHistory({ initialEntries: [href] }));
  watchSession(router);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  await act(async () => root.render(<App router={router} />));
  const leave = async () => {
    await act(async () => root.unmount());
    container.remove();
  };
  cleanUps.push(leave);
  return {
    server,
    router,
    leave,
    path: () => router.state.location.pathname,
    go: (to: string) => act(async () => router.history.push(to)),
  };
}

/**
 * Waits until the expectation holds. Meanwhile the app works by itself, as it does in a browser: what it does then is
 * no part of an action of the test.
 */
export async function eventually(expectation: () => void) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    // A busy machine may take seconds to load a part of the app.
    await vi.waitFor(expectation, { timeout: 15_000, interval: 10 });
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }
}

export async function type(label: string, value: string) {
  const input = field(label);
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** An input by the words of its label. */
export function field(name: string): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find(
    (element) => element.textContent?.trim() === name,
  );
  const input =
    document.querySelector(`input[aria-label="${name}"]`) ??
    (label?.htmlFor ? document.getElementById(label.htmlFor) : label?.querySelector('input'));
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${name}`);
  return input;
}

/** What stands under a field. */
export function errorOf(label: string): string {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

export async function submit() {
  await act(async () => document.querySelector('form')?.requestSubmit());
}

/** The width of the window, with what the browser does about it. */
export async function setWidth(width: number) {
  await act(async () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
    happyDOM.setViewport({ width });
  });
}
