import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findChromium, HEADLESS_SHELL } from '../../packages/testkit/src/find-chromium.mjs';
import { canInstallWithApt, installWithApt } from './apt.mjs';
import { projectNode } from './bootstrap.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { CommandError, log } from './terminal.mjs';

/** The path of Chromium; installs it if the machine has none. */
export async function ensureChromium() {
  const found = findChromium();
  const isBest =
    process.env.CHROMIUM_PATH || !canInstallWithApt() || basename(found ?? '') === HEADLESS_SHELL;
  if (found && isBest) return found;
  if (process.env.CHROMIUM_PATH) {
    throw new CommandError(`CHROMIUM_PATH is "${process.env.CHROMIUM_PATH}", but there is no such file.`);
  }
  const brought = await playwrightChromium();
  if (brought) return brought;
  log('Installing Chromium for the browser tests … (once)');
  await installWithApt([HEADLESS_SHELL]);
  if (!findChromium()) await installWithApt(['chromium']);
  const installed = findChromium() ?? (await installWithPlaywright());
  if (installed) return installed;
  throw new CommandError(
    'The browser tests need Chromium, and it could not be installed: install the package "chromium" of your system, or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}

async function installWithPlaywright() {
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  await run(projectNode(), [cli, 'install', 'chromium'], { quiet: true });
  return playwrightChromium();
}

/** Playwright's own build, in the user's cache folder. */
async function playwrightChromium() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
