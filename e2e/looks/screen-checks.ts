import axe from 'axe-core';
import type { Page } from 'playwright-core';

export const WIDTHS = [390, 768, 1440] as const;
export type Width = (typeof WIDTHS)[number];
export const THEMES = ['light', 'dark'] as const;
/** `npm run cli -- looks --every`: each screen in each language, theme and width, in half an hour; else in one of them. */
export const IS_WHOLE = process.env.LOOKS_EVERY === '1';

/** Injected through the debugger protocol: the page's policy blocks foreign scripts. */
export async function violations(page: Page, part: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(
    (where) =>
      (window as unknown as { axe: typeof axe }).axe.run(where, {
        resultTypes: ['violations'],
        iframes: false,
      }),
    part,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** A transition, however short, gives axe the former colour of an element that has just changed. */
export const stopTransitions = (page: Page) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });

/** Records blocked resources and requests to other origins; must stay empty. */
export function watchRequests(page: Page, origin: string, wrong: string[]): void {
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(origin) || request.url().startsWith('data:');
    if (!isOurs) wrong.push(request.url());
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) wrong.push(message.text());
  });
}

/** Labels of buttons that do not fit into them, and column heads of one word on several lines. */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const isCut = (label: Element) => label.scrollWidth > label.clientWidth + 1;
    /** A text has a rectangle for each of its lines. */
    const isBroken = (head: Element) => {
      const text = document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode();
      if (!text || /[\s-]/.test(head.textContent ?? '')) return false;
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getClientRects().length > 1;
    };
    const labels = [...document.querySelectorAll('[data-button-label]')].filter(isCut);
    const heads = [...document.querySelectorAll('thead th')].filter(isBroken);
    return [...labels, ...heads].map(({ textContent }) => textContent ?? '');
  });

/** Whether the page is wider than its window. */
export async function overflowsAt(page: Page, width: number): Promise<boolean> {
  await page.setViewportSize({ width, height: 900 });
  return page.evaluate(
    () =>
      new Promise<boolean>((done) =>
        requestAnimationFrame(() => done(document.documentElement.scrollWidth > innerWidth)),
      ),
  );
}

/** Idle and delayed loads are not part of the first load; on a busy machine they are hard to separate. */
export const stopDelayedLoads = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
    const later = window.setTimeout;
    window.setTimeout = ((act: () => void, ms = 0, ...more: []) =>
      ms < 1000 ? later(act, ms, ...more) : 0) as typeof setTimeout;
  });
