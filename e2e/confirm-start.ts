import type { Page } from 'playwright-core';
import { texts } from './texts.ts';

/** R5.12: holds the button of the question before a start; the clock of the page is installed. */
export async function confirmStart(page: Page, locale: 'sk' | 'gb' = 'sk') {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: texts[locale].start.hold }).hover();
  await page.mouse.down();
  await page.clock.fastForward(1000);
  await dialog.waitFor({ state: 'detached' });
  await page.mouse.up();
}
