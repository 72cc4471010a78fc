import type { User } from '@manoboard/contract/account/account';
import type { Locale } from '@manoboard/contract/locales';
import { createMemoryHistory } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { App } from '../app/app.tsx';
import { queryClient } from '../app/query-client.ts';
import { createAppRouter } from '../app/router.tsx';
import { watchSession } from '../app/watch-session.ts';
import { drafts } from '../lib/forms/drafts.ts';
import { session } from '../lib/http/session.ts';
import { languageAtom, loadTexts, startLanguage } from '../lib/texts/locale-store.ts';
import { type Handler, pollRoutes, startFakeServer } from './fake-server.ts';
import { cleanUps } from './page.tsx';

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

/** Routes of a server for a logged-in user with these roles. */
export const loggedIn = (roles: string[] = []): Record<string, Handler> => ({
  ...pollRoutes([], []),
  '/users/me': () => ({ json: aUser }),
  '/users/me/sessions': () => ({ json: [] }),
  '/users/me/logins': () => ({ json: [] }),
  '/users/me/factors': () => ({
    json: {
      factors: [],
      is_required: false,
      recovery_codes: { left: 0, total: 0, created_at: null },
      reset_at: null,
    },
  }),
  '/users/me/tokens': () => ({ json: { tokens: [], refusal: null } }),
  '/integrations': () => ({ json: { broker_url: null, integrations: [], refusal: null } }),
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

/** Four of 400 time zones: drawing all of them takes a second per test. */
Intl.supportedValuesOf = () => ['America/New_York', 'Asia/Tokyo', 'Europe/Bratislava', 'Europe/London'];

interface Setting {
  routes?: Record<string, Handler>;
  locale?: Locale;
  /** A user logged in with this browser before. */
  isMarked?: boolean;
  /** Content of the browser's storage. */
  stored?: Record<string, string>;
}

/** Renders the whole console: real providers, router and guards, with a fake server. */
export async function openApp(
  href: string,
  { routes = loggedIn(), locale, isMarked = true, stored = {} }: Setting = {},
) {
  const server = startFakeServer(routes);
  queryClient.clear();
  session.begin();
  // A reload forgets drafts.
  drafts.setOwner(Number.NaN);
  if (!isMarked) localStorage.removeItem('loggedIn');
  if (locale) localStorage.setItem('locale', locale);
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);

  // Lazy parts that an earlier test has loaded stay loaded, and so do their texts.
  const known = languageAtom.get()?.files ?? [];
  await startLanguage();
  await loadTexts(...known);
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

/** Waits until the expectation holds. Updates meanwhile are outside `act`, as in a browser. */
export async function eventually(expectation: () => void) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    // Loading a lazy component may take seconds on a busy machine.
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

/** An input by its label. */
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

/** Description and error below a field. */
export function errorOf(label: string): string {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** Submits the form of the dialog, else the first one of the page. */
export async function submit() {
  const form =
    document.querySelector<HTMLFormElement>('[role=dialog] form') ?? document.querySelector('form');
  await act(async () => form?.requestSubmit());
}

/** Sets the width of the window; media queries are updated. */
export async function setWidth(width: number) {
  await act(async () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
    happyDOM.setViewport({ width });
  });
}

/** R3.8: the session has expired, which any answer shows, and the user logs in again; then as `user`. */
export async function expireAndLogIn(
  { server, router }: Pick<Awaited<ReturnType<typeof openApp>>, 'server' | 'router'>,
  user: User = aUser,
) {
  await act(async () => session.expire(session.epoch(), async () => undefined));
  await eventually(() => {
    if (router.state.location.pathname !== '/auth/login') throw new Error('no login page');
    // The page before it may have an e-mail field too.
    field('Heslo');
  });
  Object.assign(server.routes, {
    '/auth/jwt/login': () => ({ status: 204 }),
    '/users/me': () => ({ json: user }),
  });
  await type('E-mail', user.email);
  await type('Heslo', 'Studna2026');
  await submit();
}
