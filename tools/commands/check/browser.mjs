import { TEXT } from '../../env/command.mjs';
import { runScript } from '../run-script.mjs';

/** @type {[number, number]} */
const ANY = [0, Number.POSITIVE_INFINITY];
const vitest = (project, ...args) => ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...args];

/** @type {import('../../env/command.mjs').Command} */
export const looks = {
  summary: 'check every screen, or those that changed, and the first load of every route',
  usage: `Usage: npm run cli -- looks [--since REF] [--every]
Checks every screen (accessibility, width, foreign requests) and the first load of every route.
  --since REF  only the screens whose files differ from this commit
  --every      each screen and route in each language, theme and width, as each role: half an hour`,
  options: { since: TEXT, every: { type: 'boolean' } },
  run: ({ values: { since = '', every } }) =>
    runScript(vitest('looks'), {
      product: true,
      chromium: true,
      env: { LOOKS: '1', LOOKS_SINCE: since, LOOKS_EVERY: every ? '1' : '' },
    }),
};

/** @type {import('../../env/command.mjs').Command} */
export const shots = {
  summary: 'take the pictures of the documents, or of every screen',
  usage: `Usage: npm run cli -- shots [FOLDER [SCREEN …]]
Takes the pictures of the documents; with a folder every screen, or those that are named, in each width, theme and
language.`,
  positionals: ANY,
  run: ({ args }) => runScript(['e2e/shots.ts', ...args], { product: true, chromium: true }),
};

/** @type {import('../../env/command.mjs').Command} */
export const e2eCluster = {
  summary: 'run the browser tests against two servers behind haproxy',
  usage: `Usage: npm run cli -- e2e-cluster [FILE …]
Runs the browser tests, or those of some files, with two servers behind haproxy in the place of each server: requests of pages
and connections of boards go to either. It needs nats-server and haproxy of the system, and installs them on Debian as root.`,
  positionals: ANY,
  run: ({ args }) =>
    runScript(vitest('e2e', ...args), {
      product: true,
      chromium: true,
      servers: 'The tests cannot run',
      env: { SERVERS: '2' },
    }),
};

/** @type {import('../../env/command.mjs').Command} */
export const engines = {
  summary: 'walk the main path of an owner in Firefox and WebKit, if the system has them',
  usage: `Usage: npm run cli -- engines
Starts the demo and logs in, reads live values, switches a pump and opens graphs in the Firefox and the WebKitGTK of the
system. An engine that is not installed is skipped with a sentence. The browser tests themselves run in Chromium.`,
  run: () => runScript(['e2e/engines/try-engines.ts'], { product: true }),
};
