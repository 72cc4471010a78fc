import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { root } from '../../env/root.mjs';
import { pathWith } from '../../env/run.mjs';
import { readSettings } from '../../env/settings.mjs';
import { log } from '../../env/terminal.mjs';
import { buildPrograms } from '../build/build.mjs';
import { runDemo } from './demo.mjs';

/** @type {import('../../env/command.mjs').Command} */
export const dev = {
  summary: 'like start, with a server that restarts on changes and Vite for the console',
  usage: `Usage: npm run dev
Runs everything like npm start, but the server restarts on a change and Vite serves the console.`,
  async run() {
    await ensureInstalled();
    await buildPrograms();
    log('Starting the server …');
    /** @type {import('node:child_process').ChildProcess | undefined} */
    let vite;
    const code = await runDemo({
      settings: readSettings(),
      server: ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
      onReady: ({ url, demo, setup }) => {
        if (vite) return log('The server runs again.');
        if (demo) log(`Log in as ${demo.emails.join(', ')} with the password ${demo.password}.`);
        if (setup) log(`First run: ${setup.url} with the code ${setup.code}.`);
        vite = startVite(url);
      },
    });
    vite?.kill();
    return code;
  },
};

/** Vite proxies `/api` to the server that SERVER_URL names. */
function startVite(url) {
  return spawn(projectNode(), [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: join(root, 'apps', 'console'),
    env: { ...process.env, PATH: pathWith(true), SERVER_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
