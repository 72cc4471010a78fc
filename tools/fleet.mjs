import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { readSettings } from './lib/env-file.mjs';
import { ensureFleetBoards } from './lib/fleet-boards.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { main, Refusal, say } from './lib/terminal.mjs';
import { untilEnd } from './lib/until-end.mjs';

const BOARDS = 100;
/** A quarter more processor time for half the memory, which a large fleet is short of. */
const FRUGAL = ['--optimize-for-size', '--max-semi-space-size=2'];

/**
 * `npm run fleet -- --boards 1000`: many boards against a server that runs. Without `--credentials` they are test
 * boards of their own, made and enrolled here.
 */
await main(async () => {
  const { values, args } = readArguments();
  const settings = readSettings();
  await ensureInstalled();
  const mqtt = values.mqtt ?? `mqtt://127.0.0.1:${settings.MQTT_PORT?.trim() || 1883}`;
  const credentials = values.credentials ?? (await ownBoards(settings, Number(values.boards ?? BOARDS)));
  const boards = values.credentials && !values.boards ? [] : ['--boards', values.boards ?? String(BOARDS)];
  say(`Connecting the boards to ${mqtt} … (Ctrl-C ends them)`);
  return untilEnd([
    ...[...FRUGAL, 'apps/board/src/main.ts', 'fleet'],
    ...['--mqtt', mqtt, '--credentials', credentials, ...boards, ...args],
  ]);
});

/** What this command needs itself; the rest goes to the boards as it is. */
function readArguments() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values, tokens } = parseArgs({
    options: { boards: text, mqtt: text, credentials: text },
    strict: false,
    tokens: true,
  });
  const own = new Set(['boards', 'mqtt', 'credentials']);
  const args = tokens.flatMap((token) => {
    if (token.kind === 'positional') return [token.value];
    if (token.kind !== 'option' || own.has(token.name)) return [];
    return token.value === undefined ? [token.rawName] : [token.rawName, token.value];
  });
  const { boards, mqtt, credentials } = /** @type {Record<string, string | undefined>} */ (values);
  if (boards !== undefined && !/^[1-9]\d{0,4}$/.test(boards))
    throw new Refusal(`--boards must be a whole number from 1 to 99999, but it is ${boards}.`);
  return { values: { boards, mqtt, credentials }, args };
}

async function ownBoards(settings, count) {
  const file = join(resolve(root, settings.DATA_DIR?.trim() || 'data'), 'fleet-boards.json');
  ensureFleetBoards(file, count);
  say('Enrolling the test boards …');
  const enrol = ['apps/server/src/enrol.ts', '--replace', '--credentials', file];
  const { code, lastLines } = await run(projectNode(), enrol, { env: settings, quiet: true });
  if (code !== 0) throw new Refusal(lastLines);
  return file;
}
