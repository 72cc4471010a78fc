import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { buildConsole } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { main, Refusal } from './lib/terminal.mjs';

/** Those that look at the console as a person does. */
const IN_A_BROWSER = ['click', 'page', 'reconnect'];

/** `npm run bench -- ingest`: one benchmark by its name, the rest goes to it. */
await main(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const path = join(root, 'bench', `${name}.ts`);
  if (!/^[a-z][a-z-]*$/.test(name) || !existsSync(path)) {
    const names = readdirSync(join(root, 'bench')).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []);
    throw new Refusal(`Which benchmark? npm run bench -- NAME, where NAME is one of: ${names.join(', ')}.`);
  }
  await ensureInstalled();
  if (!IN_A_BROWSER.includes(name)) return (await run(projectNode(), [path, ...args])).code;
  const env = { CHROMIUM_PATH: await ensureChromium() };
  await buildConsole();
  return (await run(projectNode(), [path, ...args], { env })).code;
});
