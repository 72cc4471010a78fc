import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** True on Debian as root, as in a container or on CI: there the tests may install packages. */
export const canInstallWithApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs packages; the caller checks afterwards whether they are present.
 * @param {string[]} packages
 */
export async function installWithApt(packages) {
  if (!canInstallWithApt()) return;
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  // Fail within seconds without a network.
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'];
  await run('apt-get', [...patience, 'update'], options);
  const install = (...names) =>
    run('apt-get', [...patience, 'install', '--yes', '--no-install-recommends', ...names], options);
  const { code } = await install(...packages);
  // One unknown package makes the whole install fail: install them one by one.
  if (code !== 0 && packages.length > 1) for (const name of packages) await install(name);
}
