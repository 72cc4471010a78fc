import { ensureInstalled } from './bootstrap.mjs';
import { buildConsole } from './build.mjs';
import { runCommand } from './lib/command.mjs';
import { runDemo } from './lib/demo.mjs';
import { readSettings } from './lib/env-file.mjs';
import { say } from './lib/terminal.mjs';

const usage = `Usage: npm start
Installs once, builds what changed, and runs the server with simulated boards until Ctrl-C. Settings are in .env.example.`;

/** `npm start`: everything that is missing, then the server and the demo's boards until Ctrl-C. */
await runCommand({ usage }, async () => {
  await ensureInstalled();
  await buildConsole();
  say('Starting the server …');
  return runDemo({ settings: readSettings(), onReady: (ready) => console.log(welcome(ready)) });
});

/** @param {import('./lib/demo.mjs').Ready} ready */
function welcome({ url, demo }) {
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
    ...logins,
    ...(demo ? [`with the password  ${demo.password}`] : []),
    ...claims,
    'Ctrl-C ends it.',
    '',
  ]
    .map((line) => line && `   ${line}`)
    .join('\n');
}
