import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { filesBelow, isTest } from '../../env/files.mjs';
import { isRelease, root } from '../../env/root.mjs';
import { run } from '../../env/run.mjs';
import { CommandError, log } from '../../env/terminal.mjs';

const PACKAGES = ['packages/contract/src', 'packages/domain/src', 'packages/i18n/src', 'package-lock.json'];
const CONSOLE_SOURCES = ['apps/console', ...PACKAGES];
const PROGRAM_SOURCES = ['apps/server/src', 'apps/board/src', 'tools/commands/build/bundle.mjs', ...PACKAGES];

/** Builds the console and the programs, each if one of its sources has changed since its last build. */
export async function buildProduct({ force = false } = {}) {
  if (isRelease) return;
  await buildConsole(force);
  await buildPrograms(force);
}

async function buildConsole(force) {
  const isBuilt = await buildIfStale(
    {
      what: 'console',
      progress: 'Building the console …',
      sources: CONSOLE_SOURCES,
      result: 'apps/console/dist/index.html',
      command: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
      folder: 'apps/console',
    },
    force,
  );
  if (isBuilt) await precompress(join(root, 'apps/console/dist'));
}

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|wasm|webmanifest)$/;

/** Compresses the files of the console, so that the server does not compress them for each request. */
const precompress = (folder) =>
  Promise.all(
    filesBelow(folder)
      .filter((path) => COMPRESSIBLE.test(path))
      .map(async (path) => {
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(content));
        writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );

/** The programs of the server and the board, one bundle each. */
export const buildPrograms = (force = false) =>
  buildIfStale(
    {
      what: 'programs',
      progress: 'Building the server and the board …',
      sources: PROGRAM_SOURCES,
      result: 'apps/board/dist/main.mjs',
      command: [join(root, 'tools', 'commands', 'build', 'bundle.mjs')],
      folder: '.',
    },
    force,
  );

async function buildIfStale({ what, progress, sources, result, command, folder }, force) {
  const stamp = join(root, '.cache', `${what}-build-hash`);
  const hash = hashOf(sources.map((source) => join(root, source)));
  const isFresh = existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isFresh && !force) return false;
  log(progress);
  rmSync(stamp, { force: true });
  const options = { cwd: join(root, folder), env: { NODE_ENV: 'production' }, quiet: true };
  const { code, lastLines } = await run(projectNode(), command, options);
  if (code !== 0)
    throw new CommandError(`${lastLines}\n\nThe ${what} could not be built: see the lines above.`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

/**
 * Hash of the contents of files and folders and of their names below `base`, so that a copied folder counts as built.
 * Tests are not part of a build and are left out.
 */
export function hashOf(paths, base = root) {
  const hash = createHash('sha256');
  const files = paths.flatMap(filesBelow).filter((path) => !isTest(path));
  for (const path of files)
    hash
      .update(`${relative(base, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

/** @type {import('../../env/command.mjs').Command} */
export const build = {
  summary: 'build the console, the server and the board',
  usage: `Usage: npm run build [-- --force]
Builds the console and the programs of the server and the board if a source has changed; with --force always.`,
  options: { force: { type: 'boolean' } },
  async run({ values }) {
    await ensureInstalled();
    await buildProduct({ force: values.force });
    log('The product is built.');
    return 0;
  },
};
