import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findChromium } from './find-chromium.mjs';

/** Nothing but the pages under test: no updates, no sync, no first-run talk to the network. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** Those that run now: who wants to know what was on their pages looks here. */
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
