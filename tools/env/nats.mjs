import { spawnSync } from 'node:child_process';
import { canInstallWithApt, installWithApt } from './apt.mjs';
import { log } from './terminal.mjs';

/** Debian installs it where only the PATH of root leads. */
const isThere = () =>
  spawnSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v nats-server'], { stdio: 'ignore' }).status === 0;

/** Installs NATS, the bus between servers, for its tests; without it they are skipped. */
export async function ensureNats() {
  if (isThere()) return;
  if (canInstallWithApt()) log('Installing nats-server for the tests of several servers … (once)');
  await installWithApt(['nats-server']);
  if (!isThere())
    log(
      'The tests of several servers are skipped: they need nats-server, and it could not be installed. Install the package "nats-server" of your system.',
    );
}
