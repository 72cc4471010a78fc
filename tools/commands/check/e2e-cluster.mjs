import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { ensureChromium } from '../../env/chromium.mjs';
import { ensureHaproxy, ensureNats } from '../../env/nats.mjs';
import { run } from '../../env/run.mjs';
import { buildProduct } from '../build/build.mjs';

/** @type {import('../../env/command.mjs').Command} */
export const e2eCluster = {
  summary: 'run the browser tests against two servers behind haproxy',
  usage: `Usage: npm run cli -- e2e-cluster [[FILE …]]
Runs the browser tests, or those of some files, with two servers behind haproxy in the place of each server: requests of pages
and connections of boards go to either. It needs nats-server and haproxy of the system, and installs them on Debian as root.`,
  positionals: [0, Number.POSITIVE_INFINITY],
  async run({ args }) {
    await ensureInstalled();
    await buildProduct();
    await ensureNats('The tests cannot run');
    await ensureHaproxy('The tests cannot run');
    const env = { CHROMIUM_PATH: await ensureChromium(), SERVERS: '2' };
    const vitest = 'node_modules/vitest/vitest.mjs';
    return (await run(projectNode(), [vitest, 'run', '--project', 'e2e', ...args], { env })).code;
  },
};
