import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { runCommand } from './lib/command.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/** `npm run permissions`: writes docs/permissions.md from the policy and the table of calls. */
const usage = `Usage: npm run permissions
Writes docs/permissions.md from the policy and the table of calls.`;

await runCommand({ usage }, async () => {
  await ensureInstalled();
  return (await run(projectNode(), [join(root, 'tools', 'lib', 'write-permissions.ts')])).code;
});
