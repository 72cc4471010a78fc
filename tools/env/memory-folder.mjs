import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'mnb-';
/** The tests use up to 3 GB at a time. */
const NEEDED_BYTES = 6 * 2 ** 30;

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Folders of runs that were killed would keep their memory. Those of other users cannot be removed. */
function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (!Number.isInteger(pid) || isRunning(pid)) continue;
    if (statSync(join(parent, name), { throwIfNoEntry: false })?.uid === process.getuid?.())
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Containers often mount it without the right to execute programs. */
function canExecuteIn(folder) {
  const program = join(folder, 'probe');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/**
 * A folder for temporary files in memory, for the time of a command; undefined where there is none or too little memory.
 * Its path is short: it is part of the path of sockets, which may have 107 bytes.
 */
export function createMemoryFolder(parent = '/dev/shm', neededBytes = NEEDED_BYTES) {
  try {
    removeLeftovers(parent);
    const { bavail, bsize } = statfsSync(parent);
    if (Math.min(bavail * bsize, freemem()) < neededBytes) return undefined;
    const folder = join(parent, `${PREFIX}${process.pid}`);
    mkdirSync(folder);
    // As /tmp: Postgres runs as another user.
    chmodSync(folder, 0o1777);
    if (canExecuteIn(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // No such folder, or no right to write into it.
  }
  return undefined;
}
