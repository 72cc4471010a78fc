import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Where the tests may install what they need: a Debian that we are root of, as in a container or on CI. */
export const canInstallWithApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs packages quietly; whoever asked looks afterwards whether they are there.
 * @param {string[]} packages
 */
export async function installWithApt(packages) {
  if (!canInstallWithApt()) return;
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  // Without a network the tests shall not wait for minutes.
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'];
  await run('apt-get', [...patience, 'update'], options);
  const install = (...names) =>
    run('apt-get', [...patience, 'install', '--yes', '--no-install-recommends', ...names], options);
  const { code } = await install(...packages);
  // One name that this system does not know keeps out all the others.
  if (code !== 0 && packages.length > 1) for (const name of packages) await install(name);
}
