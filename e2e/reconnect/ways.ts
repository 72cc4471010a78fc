import type { Page } from 'playwright-core';
import type { World } from './world.ts';

export interface Way {
  lose(world: World, page: Page): Promise<unknown>;
  restore(world: World, page: Page): Promise<unknown>;
  /** The page detects the loss and disables its controls. */
  isNoticed: boolean;
}

/** Headless browsers cannot hide a tab, so the page gets a synthetic visibility change. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

/** Ways to lose the connection. */
export const ways = {
  offline: {
    lose: (_world, page) => page.context().setOffline(true),
    restore: (_world, page) => page.context().setOffline(false),
    isNoticed: true,
  },
  /** A router that drops its connections: silence for a while, then all break. */
  broken: {
    lose: async ({ line }) => line.stall(),
    restore: async ({ line }) => line.replace(),
    isNoticed: false,
  },
  /** The browser is online, and the server is down. */
  shut: {
    lose: async ({ line }) => line.shut(),
    restore: async ({ line }) => line.open(),
    isNoticed: true,
  },
  hidden: {
    lose: (_world, page) => setHidden(page, true),
    restore: (_world, page) => setHidden(page, false),
    isNoticed: true,
  },
  /** No loss: a control case. */
  watching: { lose: async () => undefined, restore: async () => undefined, isNoticed: false },
} as const satisfies Record<string, Way>;
export type WayName = keyof typeof ways;
