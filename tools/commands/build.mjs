import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled, projectNode } from '../env/bootstrap.mjs';
import { filesBelow, isTest } from '../env/files.mjs';
import { root } from '../env/root.mjs';
import { run } from '../env/run.mjs';
import { CommandError, log } from '../env/terminal.mjs';

const console_ = join(root, 'apps', 'console');
const built = join(console_, 'dist', 'index.html');
const stamp = join(root, '.cache', 'console-build-hash');
const SOURCES = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'apps/console/vite-app-worker.ts',
  'apps/console/vite-first-files.ts',
  'apps/console/vite-messages.ts',
  'apps/console/vite-precompress.ts',
  'apps/console/vite-shell-chunk.ts',
  'apps/console/vite-summaries.ts',
  'packages/contract/src',
  'packages/domain/src',
  'packages/i18n/src',
  'package-lock.json',
];

/** Builds the console if one of its sources has changed since the last build. */
export async function buildConsole({ force = false } = {}) {
  const hash = hashOf(SOURCES.map((source) => join(root, source)));
  const isFresh = existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isFresh && !force) return;
  log('Building the console …');
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, lastLines } = await run(projectNode(), [vite, 'build'], {
    cwd: console_,
    env: { NODE_ENV: 'production' },
    quiet: true,
  });
  if (code !== 0)
    throw new CommandError(`${lastLines}\n\nThe console could not be built: see the lines above.`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Hash of the names and contents of files and folders; tests are not part of a build and are left out. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  const files = paths.flatMap(filesBelow).filter((path) => !isTest(path));
  for (const path of files) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

/** @type {import('../env/command.mjs').Command} */
export const build = {
  summary: 'build the console',
  usage: `Usage: npm run build [-- --force]
Builds the console if a source has changed; with --force always.`,
  options: { force: { type: 'boolean' } },
  async run({ values }) {
    await ensureInstalled();
    await buildConsole({ force: values.force });
    log('The console is built.');
    return 0;
  },
};
