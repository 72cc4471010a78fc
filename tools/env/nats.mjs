import { spawnSync } from 'node:child_process';
import { canInstallWithApt, installWithApt } from './apt.mjs';
import { log } from './terminal.mjs';

/** Debian installs servers where only the PATH of root leads. */
const isThere = (name) =>
  spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`], { stdio: 'ignore' }).status === 0;

/** Installs a program of several servers; the caller says what happens without it. */
async function ensure(name, without) {
  if (isThere(name)) return;
  if (canInstallWithApt()) log(`Installing ${name} for several servers … (once)`);
  await installWithApt([name]);
  if (!isThere(name))
    log(
      `${without}: ${name} is needed and could not be installed. Install the package "${name}" of your system.`,
    );
}

/** NATS, the bus between servers. */
export const ensureNats = (without = 'The tests of several servers are skipped') =>
  ensure('nats-server', without);

/** The load balancer in front of them. */
export const ensureHaproxy = (without) => ensure('haproxy', without);
