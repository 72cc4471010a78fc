import { type Locale, locales } from '@manoboard/contract/locales';
import type { Files } from '@manoboard/i18n/messages';
import { sk } from '@manoboard/i18n/sk/files';
import { texts } from '@manoboard/i18n/texts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { invalidateQueriesOnLiveEvents } from '../app/query-invalidation.ts';
import { languageAtom } from '../lib/texts/locale-store.ts';

const SELECTORS = {
  alert: '[role=alert]',
  button: 'button',
  checkbox: 'input[type=checkbox]:not([role])',
  columnheader: 'th[scope=col]',
  combobox: 'select',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  radio: 'input[type=radio]',
  region: 'section[aria-label], section[aria-labelledby]',
  status: '[role=status]',
  switch: '[role=switch]',
};
type Role = keyof typeof SELECTORS;

/** Also replaces the non-breaking spaces between numbers and units. */
const collapseSpaces = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby');
  if (labelledBy) return collapseSpaces(document.getElementById(labelledBy)?.textContent);
  const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
  const label = isField ? element.labels?.[0] : undefined;
  return collapseSpaces(element.getAttribute('aria-label') ?? (label ?? element).textContent);
}

/** Queries of the page by role, name and text. */
export const page = {
  all: (role: Role, name?: string | RegExp): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(SELECTORS[role])].filter((element) =>
      name === undefined || typeof name === 'string'
        ? name === undefined || nameOf(element) === name
        : name.test(nameOf(element)),
    ),
  get(role: Role, name?: string | RegExp): HTMLElement {
    const [found, second] = page.all(role, name);
    if (!found || second) throw new Error(`${found ? 'several' : 'no'} ${role} ${name}: ${page.text()}`);
    return found;
  },
  text: () => collapseSpaces(document.body.textContent),
  /** The value with this label, with its unit and age. */
  value(label: string): HTMLElement {
    const term = [...document.querySelectorAll('dt')].find((dt) => collapseSpaces(dt.textContent) === label);
    const value = term?.nextElementSibling;
    if (!(value instanceof HTMLElement)) throw new Error(`no value ${label}: ${page.text()}`);
    return value;
  },
  textOf: (element: Element) => collapseSpaces(element.textContent),
  isDisabled: (element: Element | null) =>
    element?.hasAttribute('disabled') || element?.getAttribute('aria-disabled') === 'true',
  async click(element: HTMLElement) {
    await act(async () => element.click());
  },
};

/** Remove what a test rendered; `test-setup.ts` calls them after each test. */
export const cleanUps: (() => Promise<void>)[] = [];

const TEXT_FILES = (Object.keys(sk) as (keyof Files)[]).filter((file) => file !== 'server');

export async function showPage(children: ReactNode, locale: Locale = 'sk') {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  languageAtom.set({ locale, messages: texts[locale], files: [...TEXT_FILES] });
  // Links need a router; no route is shown.
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <IntlProvider locale={locales[locale].tag} messages={texts[locale]} timeZone="Europe/Bratislava">
        <QueryClientProvider client={queryClient}>
          <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
        </QueryClientProvider>
      </IntlProvider>,
    ),
  );
  const stopInvalidation = invalidateQueriesOnLiveEvents(queryClient);
  const leave = async () => {
    stopInvalidation();
    await act(async () => root.unmount());
    container.remove();
    queryClient.clear();
  };
  cleanUps.push(leave);
  return { leave };
}
