import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { runCommand } from './lib/command.mjs';
import { USAGE, verbs } from './lib/firmware-usage.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/** `npm run firmware -- keys DIR` and `-- pack …`: what the maker of firmware does at their own desk. */
await runCommand({ usage: USAGE, verbs }, async () => {
  await ensureInstalled();
  return (
    await run(projectNode(), [join(root, 'tools', 'lib', 'make-firmware.ts'), ...process.argv.slice(2)])
  ).code;
});
