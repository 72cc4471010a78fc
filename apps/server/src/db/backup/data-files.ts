import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { RESTORE_MARK } from '../../base/data-dir.ts';
import { SECRET_KEY } from '../secret-key.ts';

/** The key of the checksum of backups. Not part of them: who reads a backup must not be able to write one. */
export const BACKUP_KEY = 'backup-key';

/**
 * What a restore does without: the database cluster and its passwords (a restored folder has a cluster of its own),
 * names that each start writes, and caches.
 */
const LEFT_OUT = [
  'postgres',
  'postgres.new',
  'postgres.password',
  'postgres-cluster.txt',
  'database-name.txt',
  'secrets/postgres-password',
  'secrets/postgres-role-password',
  `secrets/${BACKUP_KEY}`,
  `secrets/${SECRET_KEY}`,
  RESTORE_MARK,
  'compile-cache',
  '.disk-probe',
];
const TEMPORARY = /\.(new|part|lock|sock|tar\.gz|tar\.gz\.age)$/i;

/** True for a name that is never part of a backup, or is in such a folder. Some file systems ignore the case of letters. */
export function isLeftOut(name: string): boolean {
  const steps = name.toLowerCase().split('/');
  return TEMPORARY.test(name) || steps.some((_, at) => LEFT_OUT.includes(steps.slice(0, at + 1).join('/')));
}

/** The files of DATA_DIR that belong to a backup, by their path with slashes. `except` is a folder with backups. */
export async function listDataFiles(dir: string, except: string): Promise<string[]> {
  const files: string[] = [];
  async function walk(folder: string) {
    const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const name = relative(dir, path).split(sep).join('/');
      if (isLeftOut(name) || path === resolve(except)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) files.push(name);
    }
  }
  await walk(resolve(dir));
  return files.sort();
}
