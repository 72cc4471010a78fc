import { join, resolve } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { runCommand, TEXT } from './lib/command.mjs';
import { readSettings } from './lib/env-file.mjs';
import { ensureFleetBoards } from './lib/fleet-boards.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { Refusal, say } from './lib/terminal.mjs';
import { untilEnd } from './lib/until-end.mjs';

const BOARDS = 100;
/** A quarter more processor time for half the memory, which a large fleet is short of. */
const FRUGAL = ['--optimize-for-size', '--max-semi-space-size=2'];

const usage = `Usage: npm run fleet [-- [--boards COUNT] [--mqtt URL] [--credentials FILE] [--state DIR] [--firmware-key FILE]
         [--panel PORT]]
Connects many boards (${BOARDS}) to a server that runs, until Ctrl-C. Without --credentials they are test boards of their
own, made and enrolled here.`;
const options = {
  ...{ boards: TEXT, mqtt: TEXT, credentials: TEXT },
  ...{ state: TEXT, 'firmware-key': TEXT, panel: TEXT },
};

/**
 * `npm run fleet -- --boards 1000`: many boards against a server that runs. Without `--credentials` they are test
 * boards of their own, made and enrolled here.
 */
await runCommand({ usage, options }, async ({ values: { boards, mqtt, credentials, ...others } }) => {
  if (boards !== undefined && !/^[1-9]\d{0,4}$/.test(boards))
    throw new Refusal(`--boards must be a whole number from 1 to 99999, but it is ${boards}.\n${usage}`);
  const settings = readSettings();
  await ensureInstalled();
  const url = mqtt ?? `mqtt://127.0.0.1:${settings.MQTT_PORT?.trim() || 1883}`;
  const file = credentials ?? (await ownBoards(settings, Number(boards ?? BOARDS)));
  const count = credentials && !boards ? {} : { boards: boards ?? String(BOARDS) };
  const words = Object.entries({ mqtt: url, credentials: file, ...count, ...others });
  say(`Connecting the boards to ${url} … (Ctrl-C ends them)`);
  return untilEnd([
    ...[...FRUGAL, 'apps/board/src/main.ts', 'fleet'],
    ...words.flatMap(([name, value]) => [`--${name}`, value]),
  ]);
});

async function ownBoards(settings, count) {
  const file = join(resolve(root, settings.DATA_DIR?.trim() || 'data'), 'fleet-boards.json');
  ensureFleetBoards(file, count);
  say('Enrolling the test boards …');
  const enrol = ['apps/server/src/enrol.ts', '--replace', '--credentials', file];
  const { code, lastLines } = await run(projectNode(), enrol, { env: settings, quiet: true });
  if (code !== 0) throw new Refusal(lastLines);
  return file;
}
