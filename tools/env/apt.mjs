import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** True on Debian as root, as in a container or on CI: there the tests may install packages. */
export const canInstallWithApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Fails within seconds without a network. */
const PATIENCE = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'];

/** @param {string[]} args */
const apt = (...args) =>
  run('apt-get', [...PATIENCE, ...args], { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });

let update;

/**
 * Installs packages; the caller checks afterwards whether they are present.
 * @param {string[]} packages
 */
export async function installWithApt(packages) {
  if (!canInstallWithApt()) return;
  // The lists of packages, once for a command that installs several programs.
  update ??= apt('update');
  await update;
  const install = (...names) => apt('install', '--yes', '--no-install-recommends', ...names);
  const { code } = await install(...packages);
  // One unknown package makes the whole install fail: install them one by one.
  if (code !== 0 && packages.length > 1) for (const name of packages) await install(name);
}
