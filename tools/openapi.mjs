import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { runCommand } from './lib/command.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/** `npm run openapi`: writes docs/openapi.json from the table of HTTP calls. */
const usage = `Usage: npm run openapi
Writes docs/openapi.json from the table of HTTP calls.`;

await runCommand({ usage }, async () => {
  await ensureInstalled();
  return (await run(projectNode(), [join(root, 'tools', 'lib', 'write-openapi.ts')])).code;
});
