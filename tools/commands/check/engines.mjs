import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { run } from '../../env/run.mjs';
import { buildProduct } from '../build/build.mjs';

/** @type {import('../../env/command.mjs').Command} */
export const engines = {
  summary: 'walk the main path of an owner in Firefox and WebKit, if the system has them',
  usage: `Usage: npm run cli -- engines
Starts the demo and logs in, reads live values, switches a pump and opens graphs in the Firefox and the WebKitGTK of the
system. An engine that is not installed is skipped with a sentence. The browser tests themselves run in Chromium.`,
  async run() {
    await ensureInstalled();
    await buildProduct();
    return (await run(projectNode(), ['e2e/engines/try-engines.ts'])).code;
  },
};
