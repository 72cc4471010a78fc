import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** What the `try-…` programs of this folder share: they run a release, or another program with it, from start to end. */

/** Prints the sentence if it is true, and ends the trial otherwise. */
export function expect(isTrue, sentence, output = '') {
  if (!isTrue) throw new Error(`Failed: ${sentence}\n${output}`);
  console.log(`ok  ${sentence}`);
}

/** Ends the program, with a sentence, where one that the trial needs is not installed. */
export function requirePrograms(...programs) {
  for (const program of programs)
    if (spawnSync(program, ['--version'], { stdio: 'ignore' }).error) {
      console.log(`${program} is not installed, so this is not tried.`);
      process.exit(0);
    }
}

export const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => done(String(port)));
    });
  });

export async function until(condition, what, seconds = 120) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(250)) {
    const value = await Promise.resolve()
      .then(condition)
      .catch(() => undefined);
    if (value) return value;
  }
  throw new Error(`Waited ${seconds} s for ${what}, in vain.`);
}

/** A program with its output. */
export function launch(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const exited = new Promise((done) => child.on('exit', (code) => done(code)));
  return {
    output: () => output,
    exited,
    pid: child.pid,
    /** A program that does not end within the time is killed. */
    async stop(seconds = 0) {
      child.kill('SIGTERM');
      const timer = seconds > 0 ? setTimeout(() => child.kill('SIGKILL'), seconds * 1000) : undefined;
      await exited;
      clearTimeout(timer);
      return exited;
    },
  };
}

/** Unpacks an archive of a release into a new folder. */
export function unpack(archive, folder) {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xf', archive, '-C', folder, '--strip-components=1']);
  return join(folder, 'manoboard');
}

/** Settings of a new installation below a folder; nothing of this process but its path. */
export async function newInstallation(folder) {
  const { PATH = '', HOME = '' } = process.env;
  return {
    PATH,
    HOME,
    ENV_FILE: '',
    DATA_DIR: join(folder, 'data'),
    POSTGRES_HOME: join(folder, 'postgres-home'),
    PORT: await freePort(),
    MQTT_PORT: await freePort(),
  };
}

/** True while the server of these settings is ready. */
export const isReady = async ({ PORT }) => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).ok;
