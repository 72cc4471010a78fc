import type { BrowserContext, Page } from 'playwright-core';

/**
 * Each page opens its own event stream, as in a browser without shared workers: requests of such a worker bypass
 * `page.route`, the records of a page and an offline context.
 */
export const openOwnStreams = (target: BrowserContext | Page) =>
  target.addInitScript(() => void Reflect.deleteProperty(window, 'SharedWorker'));
