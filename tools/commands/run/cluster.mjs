import { spawn } from 'node:child_process';
import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { ensureHaproxy, ensureNats } from '../../env/nats.mjs';
import { root } from '../../env/root.mjs';
import { pathWith } from '../../env/run.mjs';
import { buildProduct } from '../build/build.mjs';

/** @type {import('../../env/command.mjs').Command} */
export const cluster = {
  summary: 'run two servers, a bus, Postgres with a standby and haproxy on this machine, for trying',
  usage: `Usage: npm run cli -- cluster
Runs a whole cluster of the demo on this machine until Ctrl-C, prints what can be killed and what to expect, and takes
"kill server 2", "kill database", "kill nats 1", "cut bus", "drain server 1" and their opposites as commands. It needs
nats-server and haproxy of the system, and installs them on Debian as root. Nothing of it stays.`,
  async run() {
    await ensureInstalled();
    await buildProduct();
    await ensureNats('The cluster cannot run');
    await ensureHaproxy('The cluster cannot run');
    // The terminal belongs to the program: it reads commands.
    const child = spawn(projectNode(), ['packages/testkit/src/cluster/try-cluster.ts'], {
      cwd: root,
      env: { ...process.env, PATH: pathWith(true) },
      stdio: 'inherit',
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal));
    return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
  },
};
