import { join } from 'node:path';
import { ensureInstalled, projectNode } from '../env/bootstrap.mjs';
import { root } from '../env/root.mjs';
import { run } from '../env/run.mjs';

/** @type {import('../env/command.mjs').Command} */
export const format = {
  summary: 'format the sources and fix what lint can fix',
  usage: `Usage: npm run format [-- PATH …]
Formats all files, or these, and fixes what lint can fix.`,
  positionals: [0, Number.POSITIVE_INFINITY],
  async run({ positionals }) {
    await ensureInstalled();
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    return (await run(projectNode(), [biome, 'check', '--write', ...positionals])).code;
  },
};
