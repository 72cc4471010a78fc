import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { runCommand } from './lib/command.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const usage = `Usage: npm run format [-- PATH …]
Formats all files, or these, and repairs what lint can repair.`;

await runCommand({ usage, positionals: [0, Number.POSITIVE_INFINITY] }, async ({ positionals }) => {
  await ensureInstalled();
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  return (await run(projectNode(), [biome, 'check', '--write', ...positionals])).code;
});
