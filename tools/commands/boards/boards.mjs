import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { absolute, PATH, TEXT } from '../../env/command.mjs';
import { runUntilExit } from '../../env/program.mjs';
import { isRelease, root } from '../../env/root.mjs';
import { run } from '../../env/run.mjs';
import { readSettings } from '../../env/settings.mjs';
import { CommandError, log } from '../../env/terminal.mjs';

const PROGRAM = isRelease ? 'apps/board/dist/main.mjs' : 'apps/board/src/main.ts';
const ENROL = isRelease ? 'apps/server/dist/enrol.mjs' : 'apps/server/src/cli/enrol.ts';
const DEFAULT_BOARDS = 100;
/** A quarter more processor time for half the memory, which limits the size of a fleet. */
const LOW_MEMORY = ['--optimize-for-size', '--max-semi-space-size=2'];
/** A file, or the fingerprint of a certificate. */
const CA = { ...TEXT, resolve: (value) => (value.startsWith('sha256:') ? value : absolute(value)) };
const shared = { mqtt: TEXT, ca: CA, state: PATH, 'firmware-key': PATH, panel: TEXT };

/** @type {import('../../env/command.mjs').Command} */
export const board = {
  summary: 'run one software board, a simulated converter, or make a board’s identity and label',
  usage: `Usage: npm run cli -- board [board] [--mqtt URL] [--ca FILE|sha256:FINGERPRINT] --id ID --secret-file FILE [--fc-id ID] [--fc-type TYPE]
         [--scenario NAME | --drive ADDRESS] [--profile FILE] [--profiles DIR] [--state DIR] [--firmware-key FILE]
         [--panel PORT]
       npm run cli -- board --probe FROM-TO|map --drive ADDRESS [--profile FILE] [--profiles DIR] [--fc-type TYPE]
       npm run cli -- board converter --tcp [HOST:]PORT [--unit 1] --fc-type TYPE | --profile FILE [--profiles DIR]
       npm run cli -- board fleet --mqtt URL [--ca FILE|sha256:FINGERPRINT] --credentials FILE [--boards COUNT] [--state DIR] [--firmware-key FILE]
         [--panel PORT]
       npm run cli -- board gd10 --tcp [HOST:]PORT | --serial PATH[?baud=19200&parity=even] [--unit 1] [--scenario NAME]
         [--seed NUMBER]
       npm run cli -- board identity --new [--id ID] [--out DIR]
       npm run cli -- board qr --id ID [--claim-file FILE] [--out DIR]
Runs one software board or many, a simulated converter alone, or makes a board's identity and its label.`,
  verbs: {
    board: {
      options: {
        ...shared,
        id: TEXT,
        'secret-file': PATH,
        'fc-id': TEXT,
        'fc-type': TEXT,
        scenario: TEXT,
        drive: TEXT,
        profile: PATH,
        profiles: PATH,
        probe: TEXT,
      },
    },
    fleet: { options: { ...shared, credentials: PATH, boards: TEXT } },
    converter: { options: { tcp: TEXT, unit: TEXT, 'fc-type': TEXT, profile: PATH, profiles: PATH } },
    gd10: { options: { tcp: TEXT, serial: PATH, unit: TEXT, scenario: TEXT, seed: TEXT } },
    identity: { options: { new: { type: 'boolean' }, id: TEXT, out: PATH } },
    qr: { options: { id: TEXT, 'claim-file': PATH, out: PATH } },
  },
  defaultVerb: 'board',
  async run({ verb = '', args }) {
    await ensureInstalled();
    return runUntilExit([PROGRAM, verb, ...args]);
  },
};

/** @type {import('../../env/command.mjs').Command} */
export const fleet = {
  summary: 'connect many boards to a running server',
  usage: `Usage: npm run cli -- fleet [[--boards COUNT] [--mqtt URL] [--ca FILE|sha256:FINGERPRINT] [--credentials FILE] [--state DIR] [--firmware-key FILE]
         [--panel PORT]]
Connects many boards (${DEFAULT_BOARDS}) to a running server, until Ctrl-C. Without --credentials it makes and enrols
test boards.`,
  options: { ...shared, boards: TEXT, credentials: PATH },
  async run({ values: { boards, mqtt, credentials, ...others } }) {
    if (boards !== undefined && !/^[1-9]\d{0,4}$/.test(boards))
      throw new CommandError(
        `--boards must be a whole number from 1 to 99999, but it is ${boards}.\n${fleet.usage}`,
      );
    const settings = readSettings();
    await ensureInstalled();
    const url = mqtt ?? `mqtt://127.0.0.1:${settings.MQTT_PORT?.trim() || 1883}`;
    const file = credentials ?? (await enrolTestBoards(settings, Number(boards ?? DEFAULT_BOARDS)));
    const count = credentials && !boards ? {} : { boards: boards ?? String(DEFAULT_BOARDS) };
    const options = Object.entries({ mqtt: url, credentials: file, ...count, ...others });
    log(`Connecting the boards to ${url} … (Ctrl-C ends them)`);
    return runUntilExit([
      ...[...LOW_MEMORY, PROGRAM, 'fleet'],
      ...options.flatMap(([name, value]) => [`--${name}`, value]),
    ]);
  },
};

/** Returns the credentials file of the enrolled test boards. */
async function enrolTestBoards(settings, count) {
  const file = join(resolve(root, settings.DATA_DIR?.trim() || 'data'), 'fleet-boards.json');
  ensureFleetBoards(file, count);
  log('Enrolling the test boards …');
  const enrol = [ENROL, '--replace', '--credentials', file];
  const { code, lastLines } = await run(projectNode(), enrol, { env: settings, quiet: true });
  if (code !== 0) throw new CommandError(lastLines);
  return file;
}

/**
 * Adds credentials to the file until it has at least `count` test boards; existing ones stay unchanged.
 * @param {string} file
 * @param {number} count
 */
export function ensureFleetBoards(file, count) {
  /** @type {{ id_dev: string, secret: string }[]} */
  const rows = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  if (rows.length >= count) return;
  for (let n = rows.length + 1; n <= count; n++)
    rows.push({
      id_dev: `MNB-F${String(n).padStart(5, '0')}`,
      secret: randomBytes(24).toString('base64url'),
    });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(rows), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
