import { ensureInstalled } from '../../env/bootstrap.mjs';
import { readSettings } from '../../env/settings.mjs';
import { log } from '../../env/terminal.mjs';
import { buildProduct } from '../build/build.mjs';
import { runDemo } from './demo.mjs';

/** @type {import('../../env/command.mjs').Command} */
export const start = {
  summary: 'run the whole product with simulated boards; in a clone it installs and builds first',
  usage: `Usage: npm start
Installs once, builds what changed, and runs the server with simulated boards until Ctrl-C. Settings are in .env.example.`,
  async run() {
    await ensureInstalled();
    await buildProduct();
    const note = platformNote(process.platform);
    if (note) log(note);
    log('Starting the server …');
    return runDemo({ settings: readSettings(), onReady: (ready) => console.log(welcome(ready)) });
  },
};

const NOTES = {
  win32:
    'On Windows this is for trying only: it is not tested there, Postgres is ended without a shutdown and recovers at the next start, and nothing keeps two programs off one DATA_DIR but a named pipe.',
  darwin: 'On macOS this is for trying only: it is not tested there. A server for real pumps runs on Linux.',
};

/** What a person must know who starts the product elsewhere than on Linux. */
export const platformNote = (platform) => NOTES[platform];

/** @param {Pick<import('./demo.mjs').Ready, 'url' | 'demo' | 'setup'>} ready */
export function welcome({ url, demo, setup }) {
  const list = (title, rows) => rows.map((row, at) => `${(at === 0 ? title : '').padEnd(17)}  ${row}`);
  const logins = list('Log in as', demo?.emails ?? []);
  const claims = list(
    'Claim codes',
    (demo?.claims ?? []).map(
      ({ id_dev, claim_code, is_free }) => `${id_dev}  ${claim_code}${is_free ? '  (no owner yet)' : ''}`,
    ),
  );
  return [
    '',
    `MaNoBoard runs at  ${url}`,
    ...(setup
      ? list('First run', [
          `${setup.url}  with the code  ${setup.code}`,
          'within a day: you become Super Seller',
        ])
      : []),
    ...logins,
    ...(demo ? [`with the password  ${demo.password}`] : []),
    ...claims,
    'Ctrl-C ends it.',
    '',
  ]
    .map((line) => line && `   ${line}`)
    .join('\n');
}
