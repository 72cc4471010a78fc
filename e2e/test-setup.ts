import { openBrowsers } from '@manoboard/testkit/chromium';
import type { Page } from 'playwright-core';
import { afterEach, inject } from 'vitest';
import { failedRequests } from './product.ts';

/** `startProduct` copies this template. `npm run cli -- shots` runs without it, in an empty folder. */
const template = inject('demoTemplate');
if (template) process.env.DEMO_TEMPLATE = template;

const MAX_CHARACTERS = 4000;
/** A hanging page does not answer. */
const READ_TIMEOUT_MS = 5000;

/** Dialogs and alerts first: in the page's text they are at the end. */
async function readTexts(page: Page): Promise<string> {
  const above = await page.locator('[role=dialog], [role=alert]').allInnerTexts();
  const body = await page.locator('body').allInnerTexts();
  const texts = [await page.title(), ...(failedRequests.get(page) ?? []), ...above, ...body];
  return texts.map((text) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS)).join('\n  ');
}

async function describePage(page: Page): Promise<string> {
  const timeout = new Promise<string>((done) => setTimeout(done, READ_TIMEOUT_MS, '(no answer)'));
  return `${page.url()}\n  ${await Promise.race([readTexts(page).catch(String), timeout])}`;
}

/** Logs the open pages on a failure. Where tests run concurrently, all pages are logged. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const contexts = [...openBrowsers].flatMap((browser) => browser.contexts());
  const pages = contexts.flatMap((context) => context.pages()).filter((page) => page.url() !== 'about:blank');
  const descriptions = await Promise.all(pages.map(describePage));
  console.error(`Open pages when "${task.name}" failed:\n${descriptions.join('\n')}`);
});
