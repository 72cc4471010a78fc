import { join } from 'node:path';
import { ensureInstalled, projectNode } from '../env/bootstrap.mjs';
import { ensureChromium } from '../env/chromium.mjs';
import { root } from '../env/root.mjs';
import { run } from '../env/run.mjs';
import { buildConsole } from './build.mjs';

/** @type {import('../env/command.mjs').Command} */
export const shots = {
  summary: 'take the pictures of the documents, or of every screen',
  usage: `Usage: npm run shots [-- FOLDER [SCREEN …]]
Takes the pictures of the documents; with a folder every screen, or those that are named, in each width, theme and
language.`,
  positionals: [0, Number.POSITIVE_INFINITY],
  async run({ args }) {
    await ensureInstalled();
    const env = { CHROMIUM_PATH: await ensureChromium() };
    await buildConsole();
    return (await run(projectNode(), [join(root, 'e2e', 'shots.ts'), ...args], { env })).code;
  },
};
