import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/terminal.mjs';

/** `npm run openapi`: writes docs/openapi.json from the table of HTTP calls. */
await main(async () => {
  await ensureInstalled();
  return (await run(projectNode(), [join(root, 'tools', 'lib', 'write-openapi.ts')])).code;
});
