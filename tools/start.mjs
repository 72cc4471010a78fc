import { ensureInstalled } from './bootstrap.mjs';
import { buildConsole } from './build.mjs';
import { runDemo } from './lib/demo.mjs';
import { readSettings } from './lib/env-file.mjs';
import { main, say } from './lib/terminal.mjs';

/** `npm start`: everything that is missing, then the server and the demo's boards until Ctrl-C. */
await main(async () => {
  await ensureInstalled();
  await buildConsole();
  say('Starting the server …');
  return runDemo({ settings: readSettings(), onReady: (ready) => console.log(welcome(ready)) });
});

/** @param {import('./lib/demo.mjs').Ready} ready */
function welcome({ url, demo }) {
  const logins = (demo?.emails ?? []).map(
    (email, at) => `${at === 0 ? 'Log in as        ' : '                 '}  ${email}`,
  );
  return [
    '',
    `MaNoBoard runs at  ${url}`,
    ...logins,
    ...(demo ? [`with the password  ${demo.password}`] : []),
    'Ctrl-C ends it.',
    '',
  ]
    .map((line) => line && `   ${line}`)
    .join('\n');
}
