import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/terminal.mjs';

/** `npm run permissions`: writes docs/permissions.md from the policy and the table of calls. */
await main(async () => {
  await ensureInstalled();
  return (await run(projectNode(), [join(root, 'tools', 'lib', 'write-permissions.ts')])).code;
});
