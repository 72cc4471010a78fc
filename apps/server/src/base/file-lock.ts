import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { StartRefused } from './start-refused.ts';

export interface FileLock {
  /** A child process that inherits it holds the lock too, as long as it lives. */
  fd: number | undefined;
  release: () => void;
}

const RETRY_MS = 50;
const HELD_BY_ANOTHER = 1;

/**
 * Locks the open file by `flock(1)`, since Node has no such call: the lock belongs to the open file, which this process
 * shares with the short-lived `flock`, and stays with this process.
 */
function tryFlock(fd: number, file: string): boolean {
  const { status, error, stderr } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', fd],
    encoding: 'utf8',
  });
  if (status === 0) return true;
  if (error)
    throw new StartRefused(`The program flock is needed (package util-linux), but: ${error.message}.`);
  if (status === HELD_BY_ANOTHER && stderr.trim() === '') return false;
  throw new StartRefused(`${file} cannot be locked: ${stderr.trim()}`);
}

/**
 * A lock on a file, which the kernel releases when every process that holds it has ended. Unlike an abstract socket and a
 * process id it is common to all containers that share the volume. On Linux only: elsewhere there are no namespaces, and
 * the lock of `data-dir.ts` is enough.
 */
export async function takeFileLock(file: string, refusal: string, waitMs = 0): Promise<FileLock> {
  if (process.platform !== 'linux') return { fd: undefined, release: () => {} };
  // Append mode truncates nothing. The file stays after the release: removing it would let two processes hold a lock.
  const fd = openSync(file, 'a', 0o600);
  try {
    for (let leftMs = waitMs; !tryFlock(fd, file); leftMs -= RETRY_MS) {
      if (leftMs <= 0) throw new StartRefused(refusal);
      await wait(RETRY_MS);
    }
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { fd, release: () => closeSync(fd) };
}
