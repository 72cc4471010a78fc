import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';

const bin = join(root, 'node_modules', '.bin');

/** PATH with `node_modules/.bin` first, or without it. */
export function pathWith(ownCommands, path = process.env.PATH ?? '') {
  const others = path.split(delimiter).filter((folder) => folder !== bin);
  return [...(ownCommands ? [bin] : []), ...others].join(delimiter);
}

/**
 * Runs a program until it exits. `quiet` hides its output and returns the last lines.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, cwd?: string, shell?: boolean, lines?: number }} [options]
 * @returns {Promise<{ code: number, lastLines: string }>}
 */
export function run(command, args, { quiet = false, env = {}, cwd = root, shell = false, lines = 20 } = {}) {
  const stdio = quiet ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd,
    shell,
    env: { ...process.env, PATH: pathWith(true), ...env },
    stdio: ['ignore', stdio, stdio],
  });
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-100_000);
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, lastLines: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, lastLines: lastLines(output, lines) }));
  });
}

const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n');
