import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { filesBelow } from './lib/files.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { main, Refusal } from './lib/terminal.mjs';

/** `npm run bench -- ingest`: one benchmark by its name, the rest goes to it. */
await main(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const path = join(root, 'bench', `${name}.ts`);
  if (!/^[a-z][a-z-]*$/.test(name) || !existsSync(path)) {
    const names = filesBelow(join(root, 'bench')).flatMap((file) => /([a-z-]+)\.ts$/.exec(file)?.[1] ?? []);
    throw new Refusal(`Which benchmark? npm run bench -- NAME, where NAME is one of: ${names.join(', ')}.`);
  }
  await ensureInstalled();
  return (await run(projectNode(), [path, ...args])).code;
});
