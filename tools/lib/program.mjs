import { spawn } from 'node:child_process';
import { projectNode } from '../bootstrap.mjs';
import { root } from './root.mjs';
import { pathWith } from './run.mjs';

const isWindows = process.platform === 'win32';
/** A grandchild may hold the pipe open: the last lines get this long, and no longer. */
const LAST_LINES_MS = 500;

/**
 * Starts one of the project's programs with a channel to it: a program whose channel breaks stops by itself, so
 * none outlives its parent, not even one that was killed.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onMessage?: (message: any) => void, onErrorLine?: ((line: string) => void) | undefined }} [options]
 */
export function startProgram(args, { env = {}, onMessage = () => {}, onErrorLine } = {}) {
  const child = spawn(projectNode(), args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: pathWith(true) },
    stdio: ['ignore', 'inherit', onErrorLine ? 'pipe' : 'inherit', 'ipc'],
    // A group of its own: a terminal's Ctrl-C reaches this process only, which then ends its programs in order.
    detached: !isWindows,
  });
  child.on('message', onMessage);
  if (onErrorLine && child.stderr) eachLine(child.stderr, onErrorLine);
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
    child.on('exit', (code) => setTimeout(() => resolve(code ?? 1), LAST_LINES_MS).unref());
  });
  return {
    exited,
    kill: () => child.kill('SIGKILL'),
    /** Asks it to end, and ends it by force when the time is up. */
    async stop(timeoutMs) {
      if (!isWindows) child.kill('SIGTERM');
      else if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** @typedef {ReturnType<typeof startProgram>} Program */

function eachLine(stream, see) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(see);
  });
  stream.on('end', () => rest && see(rest));
}
