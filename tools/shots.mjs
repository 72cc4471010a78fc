import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { buildConsole } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { runCommand } from './lib/command.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const usage = `Usage: npm run shots [-- FOLDER [SCREEN …]]
Takes the pictures of the documents; with a folder every screen, or those that are named, in each width, theme and
language.`;

/** `npm run shots`: pictures of the running product. */
await runCommand({ usage, positionals: [0, Number.POSITIVE_INFINITY] }, async ({ args }) => {
  await ensureInstalled();
  const env = { CHROMIUM_PATH: await ensureChromium() };
  await buildConsole();
  return (await run(projectNode(), [join(root, 'e2e', 'shots.ts'), ...args], { env })).code;
});
