import type { Page } from 'playwright-core';
import type { World } from './world.ts';

export interface Way {
  lose(world: World, page: Page): Promise<unknown>;
  restore(world: World, page: Page): Promise<unknown>;
  /** The page knows that it hears nothing, and lets nobody act on what it last heard. */
  isNoticed: boolean;
}

/** No browser without a screen hides a tab: the page is told what a hidden one is told. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

/** How a page loses the server. */
export const ways = {
  offline: {
    lose: (_world, page) => page.context().setOffline(true),
    restore: (_world, page) => page.context().setOffline(false),
    isNoticed: true,
  },
  /** A router that forgets its connections: nothing comes for a while, then all of them break. */
  broken: {
    lose: async ({ line }) => line.stall(),
    restore: async ({ line }) => line.replace(),
    isNoticed: false,
  },
  /** The browser has its network, and the server is away. */
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
  /** Nothing is lost: the page watches it happen. */
  watching: { lose: async () => undefined, restore: async () => undefined, isNoticed: false },
} as const satisfies Record<string, Way>;
export type WayName = keyof typeof ways;
