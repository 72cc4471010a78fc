import type { Page } from 'playwright-core';
import { motorIs, waterCard } from '../pump-page.ts';
import type { texts } from '../texts.ts';

export type Locale = keyof typeof texts;
export type Texts = (typeof texts)[Locale];

/** One screen, and the steps to reach it. */
export interface Screen {
  name: string;
  /** Without it no user is logged in. */
  who?: 'owner' | 'technician' | 'seller' | 'super';
  path: string;
  /** A dialog above a page, which has its own picture. */
  isAbove?: true;
  /** Sends a command to the pump, so it must not run concurrently. */
  isAct?: true;
  /** The part of the page that differs from other screens. */
  part?: (texts: Texts) => string;
  /** Steps on the page until the screen is complete. */
  open: (page: Page, texts: Texts) => Promise<void>;
}

/** Generous for a machine with two busy cores. */
export const SLOW = { timeout: 40_000 };

type PumpState = Parameters<typeof motorIs>[1];
/** Waits for one of these states: without demand a running pump falls asleep. Offline the last known one is shown. */
export async function pumpIs(page: Page, texts: Texts, ...states: PumpState[]) {
  const [lastKnown = ''] = texts.water.motorWas.split('{');
  const labels = states.map((state) =>
    state === 'offline' ? waterCard(page).getByText(lastKnown) : motorIs(page, state, texts),
  );
  const [first, second = first] = labels;
  await first?.or(second ?? first).waitFor(SLOW);
}

/** The overview is complete when its last part has loaded. */
export const pumpStateShown =
  (...states: PumpState[]): Screen['open'] =>
  async (page, texts) => {
    await pumpIs(page, texts, ...states);
    await page.getByText('kWh').first().waitFor(SLOW);
    const events = page.getByRole('region', { name: texts.activity.title });
    await events.getByRole('listitem').or(events.getByText(texts.activity.empty)).first().waitFor(SLOW);
  };

export const overview = (deviceId: string, tool = '') =>
  `/admin/overview?device=${deviceId}${tool && `&tool=${tool}`}`;
export const WELL = 'MNB-DE0001';
