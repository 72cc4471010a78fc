import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { runCommand } from './lib/command.mjs';
import { filesBelow, isTest } from './lib/files.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { Refusal, say } from './lib/terminal.mjs';

const console_ = join(root, 'apps', 'console');
const built = join(console_, 'dist', 'index.html');
const stamp = join(root, '.cache', 'console-build-hash');
const SOURCES = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'apps/console/vite-first-files.ts',
  'apps/console/vite-messages.ts',
  'apps/console/vite-precompress.ts',
  'apps/console/vite-summaries.ts',
  'packages/contract/src',
  'packages/domain/src',
  'packages/i18n/src',
  'package-lock.json',
];

/** Builds the console if anything that goes into it has changed since the last build. */
export async function buildConsole({ force = false } = {}) {
  const hash = hashOf(SOURCES.map((source) => join(root, source)));
  const isFresh = existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isFresh && !force) return;
  say('Building the console …');
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, lastLines } = await run(projectNode(), [vite, 'build'], {
    cwd: console_,
    env: { NODE_ENV: 'production' },
    quiet: true,
  });
  if (code !== 0)
    throw new Refusal(`${lastLines}\n\nThe console could not be built: the lines above say why.`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** One hash of the names and contents of files and folders; tests do not count, they are not built. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  const files = paths.flatMap(filesBelow).filter((path) => !isTest(path));
  for (const path of files) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const usage =
    'Usage: npm run build [-- --force]\nBuilds the console if anything has changed; with --force even if not.';
  await runCommand({ usage, options: { force: { type: 'boolean' } } }, async ({ values }) => {
    await ensureInstalled();
    await buildConsole({ force: values.force });
    say('The console is built.');
    return 0;
  });
}
