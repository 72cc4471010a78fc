import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/terminal.mjs';

/** `npm run firmware -- keys DIR` and `-- pack …`: what the maker of firmware does at his own desk. */
await main(async () => {
  await ensureInstalled();
  return (
    await run(projectNode(), [join(root, 'tools', 'lib', 'make-firmware.ts'), ...process.argv.slice(2)])
  ).code;
});
