import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { ensureChromium } from '../../env/chromium.mjs';
import { TEXT } from '../../env/command.mjs';
import { run } from '../../env/run.mjs';
import { buildProduct } from '../build/build.mjs';

/** @type {import('../../env/command.mjs').Command} */
export const looks = {
  summary: 'check every screen, or those that changed, and the first load of every route',
  usage: `Usage: npm run cli -- looks [[--since REF] [--every]]
Checks every screen (accessibility, width, foreign requests) and the first load of every route.
  --since REF  only the screens whose files differ from this commit
  --every      each screen and route in each language, theme and width, as each role: half an hour`,
  options: { since: TEXT, every: { type: 'boolean' } },
  async run({ values }) {
    await ensureInstalled();
    await buildProduct();
    const env = {
      CHROMIUM_PATH: await ensureChromium(),
      LOOKS: '1',
      LOOKS_SINCE: values.since ?? '',
      LOOKS_EVERY: values.every ? '1' : '',
    };
    const vitest = 'node_modules/vitest/vitest.mjs';
    return (await run(projectNode(), [vitest, 'run', '--project', 'looks'], { env })).code;
  },
};
