import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findChromium } from './find-chromium.mjs';

/** Disables updates, sync and other network traffic besides the pages under test. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** Running browsers; failure reports read their pages. */
export const openBrowsers = new Set<Browser>();

export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findChromium() ?? chromium.executablePath();
  const isRoot = process.getuid?.() === 0;
  const args = [...FLAGS, ...(isRoot ? ['--no-sandbox'] : []), ...(options.args ?? [])];
  const browser = await chromium.launch({ ...options, executablePath, args });
  openBrowsers.add(browser);
  browser.once('disconnected', () => openBrowsers.delete(browser));
  return browser;
}
