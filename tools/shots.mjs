import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { buildConsole } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/terminal.mjs';

/** `npm run shots`: pictures of the running product. */
await main(async () => {
  await ensureInstalled();
  const env = { CHROMIUM_PATH: await ensureChromium() };
  await buildConsole();
  return (await run(projectNode(), [join(root, 'e2e', 'shots.ts'), ...process.argv.slice(2)], { env })).code;
});
