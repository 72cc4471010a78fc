import type { Page } from 'playwright-core';
import type { World } from './world.ts';

export interface Outage {
  start(world: World, page: Page): Promise<unknown>;
  end(world: World, page: Page): Promise<unknown>;
  /** The page detects the loss and disables its controls. */
  isDetected: boolean;
}

/** Headless browsers cannot hide a tab, so the page gets a synthetic visibility change. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

/** How a page loses the connection, and how it gets it back. */
export const outages = {
  offline: {
    start: (_world, page) => page.context().setOffline(true),
    end: (_world, page) => page.context().setOffline(false),
    isDetected: true,
  },
  /** Like a router that drops its connections: traffic stalls, then all connections break. */
  stalled: {
    start: async ({ proxy }) => proxy.stall(),
    end: async ({ proxy }) => proxy.reset(),
    isDetected: false,
  },
  /** The browser is online, and the server is down. */
  refused: {
    start: async ({ proxy }) => proxy.refuse(),
    end: async ({ proxy }) => proxy.accept(),
    isDetected: true,
  },
  hidden: {
    start: (_world, page) => setHidden(page, true),
    end: (_world, page) => setHidden(page, false),
    isDetected: true,
  },
  /** No loss: a control case. */
  none: { start: async () => undefined, end: async () => undefined, isDetected: false },
} as const satisfies Record<string, Outage>;
export type OutageName = keyof typeof outages;
