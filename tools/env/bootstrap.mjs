/** Runs before any dependency is installed: plain JavaScript for Node 20. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRelease, root } from './root.mjs';
import { pathWith, run } from './run.mjs';
import { CommandError, log } from './terminal.mjs';

const OLDEST_TO_BEGIN = 20;
const OLDEST_TO_GO_ON = 24;
const lockfile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.manoboard-lock-hash');
/** npm writes it at the end of a successful install. */
const installedLock = join(root, 'node_modules', '.package-lock.json');

/**
 * True if the dependencies are missing or older than the lockfile. A complete manual install counts too.
 * @param {{ lockHash: string, stampHash: string | undefined, lockTimeMs: number, installTimeMs: number | undefined }} state
 */
export function needsInstall({ lockHash, stampHash, lockTimeMs, installTimeMs }) {
  if (installTimeMs === undefined) return true;
  return stampHash !== lockHash && installTimeMs < lockTimeMs;
}

/** Installs the lockfile's packages unless they are installed. */
export async function ensureInstalled() {
  if (isRelease) return;
  const major = Number.parseInt(process.versions.node, 10);
  if (major < OLDEST_TO_BEGIN) {
    throw new CommandError(
      `MaNoBoard needs Node ${OLDEST_TO_BEGIN} or newer to begin; this is ${process.version}.`,
    );
  }
  const lockHash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  const state = {
    lockHash,
    stampHash: existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined,
    lockTimeMs: statSync(lockfile).mtimeMs,
    installTimeMs: existsSync(installedLock) ? statSync(installedLock).mtimeMs : undefined,
  };
  if (!needsInstall(state)) return;
  log('Installing dependencies … (once, about a minute)');
  await install();
  writeFileSync(stamp, lockHash);
}

async function install() {
  rmSync(stamp, { force: true });
  const npm = npmCommand();
  const args = ['ci', '--loglevel=error', '--no-progress', '--include=dev', '--include=optional'];
  // npm replaces the folder of the project's Node: run npm with the system's Node.
  const env = { PATH: pathWith(false), NODE_ENV: '' };
  const { code, lastLines } = await run(npm.command, [...npm.args, ...args], {
    ...npm,
    env,
    quiet: true,
    lines: 40,
  });
  if (code === 0) return;
  throw new CommandError(
    `${lastLines}\n\nThe dependencies could not be installed: the lines above are npm's. Check the network and the rights on this folder, and run the command again.`,
  );
}

/** npm passes its own path to scripts; without it npm is searched in PATH. */
export function npmCommand({ npm_execpath: script, npm_node_execpath: node } = process.env) {
  if (script?.endsWith('.js') && node && existsSync(script) && existsSync(node)) {
    return { command: node, args: [script], shell: false };
  }
  const isWindows = process.platform === 'win32';
  return { command: isWindows ? 'npm.cmd' : 'npm', args: [], shell: isWindows };
}

let foundNode;

/** The path of Node 24: the installed package, else the current one if it is new enough. */
export function projectNode() {
  foundNode ??= [broughtNode(), process.execPath].find(isNewEnough);
  if (foundNode) return foundNode;
  throw new CommandError(
    `For ${process.platform} on ${process.arch} the project brings no Node of its own: install Node ${OLDEST_TO_GO_ON} or newer (this is ${process.version}) and run the command again.`,
  );
}

function broughtNode() {
  const isWindows = process.platform === 'win32';
  const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  return join(root, 'node_modules', folder, 'bin', isWindows ? 'node.exe' : 'node');
}

/** Runs the binary: it does not start on a system with another C library. */
function isNewEnough(path) {
  const isThis = path === process.execPath;
  const version = isThis ? process.version : existsSync(path) && versionOf(path);
  return Number.parseInt(String(version).slice(1), 10) >= OLDEST_TO_GO_ON;
}

const versionOf = (path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim();
