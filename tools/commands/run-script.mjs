import { ensureInstalled, projectNode } from '../env/bootstrap.mjs';
import { ensureChromium } from '../env/chromium.mjs';
import { ensureHaproxy, ensureNats } from '../env/nats.mjs';
import { run } from '../env/run.mjs';
import { buildProduct } from './build/build.mjs';

/**
 * Runs a script of the project with what it needs, and returns its exit code. `servers` says what cannot happen without
 * the programs of several servers.
 * @param {string[]} args
 * @param {{ product?: boolean, chromium?: boolean, servers?: string | undefined, env?: Record<string, string> }} [needs]
 */
export async function runScript(args, { product = false, chromium = false, servers, env = {} } = {}) {
  await ensureInstalled();
  const CHROMIUM_PATH = chromium ? await ensureChromium() : undefined;
  if (product) await buildProduct();
  if (servers) await ensureNats(servers);
  if (servers) await ensureHaproxy(servers);
  return (await run(projectNode(), args, { env: CHROMIUM_PATH ? { ...env, CHROMIUM_PATH } : env })).code;
}
