import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { storeFile } from './durable-file.ts';
import { takeFileLock } from './file-lock.ts';
import { StartRefused } from './start-refused.ts';

/** A socket name that the kernel frees when its process ends: no stale lock after a crash. */
function lockAddress(key: string) {
  const name = `manoboard-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** One holder at a time in a network namespace; returns the function that releases the lock. */
async function takeSocketLock(key: string, refusal: string): Promise<() => Promise<void>> {
  const lock = createServer((socket) => socket.destroy());
  await new Promise<void>((done, fail) => {
    lock.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new StartRefused(refusal) : error),
    );
    lock.listen(lockAddress(key), () => {
      // A connection that cannot be accepted (no descriptors left) leaves the lock as it is.
      lock.on('error', () => {});
      done();
    });
  });
  return () => new Promise((done) => lock.close(() => done()));
}

/** The same after a restart, another one for each server: two servers do not share a data folder. */
export const serverIdOf = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  createHash('sha256')
    .update(`${hostname()} ${realpathSync(DATA_DIR)}`)
    .digest('hex')
    .slice(0, 16);

/** A file of a data folder whose restore has not finished. */
export const RESTORE_MARK = 'restore-not-finished.txt';

/**
 * One server per path: a lock on a file, which is valid in all containers that share the volume, and on a socket, which
 * also keeps out an older version and works on systems without `flock`. Returns the function that releases both.
 */
export async function takeLock(path: string, file: string, refusal: string): Promise<() => Promise<void>> {
  const releaseSocket = await takeSocketLock(path, refusal);
  try {
    const lock = await takeFileLock(file, refusal);
    return async () => {
      lock.release();
      await releaseSocket();
    };
  } catch (error) {
    await releaseSocket();
    throw error;
  }
}

/** One server per folder: creates the folder and takes its lock. */
export async function openDataDir(dir: string): Promise<() => Promise<void>> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (existsSync(join(dir, RESTORE_MARK)))
    throw new StartRefused(
      `A restore into ${dir} was interrupted, so its data is incomplete. Empty the folder and run the restore again.`,
    );
  return takeLock(
    realpathSync(dir),
    join(dir, 'server.lock'),
    `MaNoBoard is already running on ${dir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Folder for files whose content belongs to rows of the database: the demo, which has a database of its own, has its own. */
export function openStateDir({ DATA_DIR, DEMO }: Pick<Config, 'DATA_DIR' | 'DEMO'>): string {
  const dir = DEMO ? join(DATA_DIR, 'demo') : DATA_DIR;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** A secret that is created on first use and stored, readable by the owner only. */
export function loadOrCreateSecret(dir: string, name: string): string {
  const folder = join(dir, 'secrets');
  const file = join(folder, name);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  storeFile(file, secret);
  return secret;
}
