import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A build without a user interface: opening a page takes an eighth of the processor time. */
export const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const OTHER_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Path of a Chromium on this machine: CHROMIUM_PATH, else an installed one.
 * Plain JavaScript, since the tools call it before the project's own Node runs.
 * @param {Record<string, string | undefined>} env
 * @param {(path: string) => boolean} exists
 * @returns {string | undefined}
 */
export function findChromium(env = process.env, exists = existsSync) {
  const { CHROMIUM_PATH: set, PATH: path = '' } = env;
  if (set) return exists(set) ? set : undefined;
  const inPath = NAMES.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return [...inPath, ...OTHER_PLACES].find(exists);
}
