import { openBrowsers } from '@manoboard/testkit/chromium';
import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';

const MOST_CHARACTERS = 1500;
/** A hanging page does not answer. */
const PATIENCE_MS = 5000;

/** Dialogs and alerts first: in the page's text they are at the end. */
async function read(page: Page): Promise<string> {
  const above = await page.locator('[role=dialog], [role=alert]').allInnerTexts();
  const texts = [await page.title(), ...above, ...(await page.locator('body').allInnerTexts())];
  return texts.map((text) => text.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS)).join('\n  ');
}

async function tell(page: Page): Promise<string> {
  const silence = new Promise<string>((done) => setTimeout(done, PATIENCE_MS, '(no answer)'));
  return `${page.url()}\n  ${await Promise.race([read(page).catch(String), silence])}`;
}

/** Logs the open pages on a failure. Where tests run concurrently, all pages are logged. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const contexts = [...openBrowsers].flatMap((browser) => browser.contexts());
  const pages = contexts.flatMap((context) => context.pages()).filter((page) => page.url() !== 'about:blank');
  const told = await Promise.all(pages.map(tell));
  console.error(`What the pages showed when "${task.name}" failed:\n${told.join('\n')}`);
});
