import { spawn } from 'node:child_process';
import { projectNode } from './bootstrap.mjs';
import { root } from './root.mjs';
import { pathWith } from './run.mjs';
import { onStopRequest } from './stop-request.mjs';

const isWindows = process.platform === 'win32';
/** A grandchild may hold the pipe open: wait this long for the last lines. */
const LAST_LINES_MS = 500;

/**
 * Starts one of the project's programs with an IPC channel. A program stops when its channel closes, so it does not
 * outlive its parent even if that is killed.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onMessage?: (message: any) => void, onErrorLine?: ((line: string) => void) | undefined }} [options]
 */
export function startProgram(args, { env = {}, onMessage = () => {}, onErrorLine } = {}) {
  const child = spawn(projectNode(), args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: pathWith(true) },
    stdio: ['ignore', 'inherit', onErrorLine ? 'pipe' : 'inherit', 'ipc'],
    // Own process group: Ctrl-C reaches this process only, which then stops its programs in order.
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
    /** Sends SIGTERM, and SIGKILL after the timeout. */
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

/** Longer than any of the programs takes to stop. */
const STOP_MS = 8_000;

/**
 * Runs one of the project's programs until it exits or a signal stops it; returns its exit code.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export async function runUntilExit(args, env = {}) {
  const program = startProgram(args, { env });
  onStopRequest(() => void program.stop(STOP_MS));
  return program.exited;
}

function eachLine(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  stream.on('end', () => rest && onLine(rest));
}
