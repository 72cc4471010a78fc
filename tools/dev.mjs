import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { runCommand } from './lib/command.mjs';
import { runDemo } from './lib/demo.mjs';
import { readSettings } from './lib/env-file.mjs';
import { root } from './lib/root.mjs';
import { pathWith } from './lib/run.mjs';
import { say } from './lib/terminal.mjs';

const usage = `Usage: npm run dev
Runs everything like npm start, but the server starts again on a change and Vite serves the console.`;

/** `npm run dev`: the server starts again when its files change, the console is served by Vite. */
await runCommand({ usage }, async () => {
  await ensureInstalled();
  say('Starting the server …');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let vite;
  const code = await runDemo({
    settings: readSettings(),
    nodeOptions: ['--watch', '--watch-preserve-output'],
    onReady: ({ url, demo }) => {
      if (vite) return say('The server runs again.');
      if (demo) say(`Log in as ${demo.emails.join(', ')} with the password ${demo.password}.`);
      vite = startVite(url);
    },
  });
  vite?.kill();
  return code;
});

/** Vite passes `/api` on to the server that SERVER_URL names. */
function startVite(url) {
  return spawn(projectNode(), [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: join(root, 'apps', 'console'),
    env: { ...process.env, PATH: pathWith(true), SERVER_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
