import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { runCommand } from './lib/command.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/** `npm run asyncapi`: writes docs/asyncapi.json from the table of MQTT topics. */
const usage = `Usage: npm run asyncapi
Writes docs/asyncapi.json from the table of MQTT topics.`;

await runCommand({ usage }, async () => {
  await ensureInstalled();
  return (await run(projectNode(), [join(root, 'tools', 'lib', 'write-asyncapi.ts')])).code;
});
