import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

/**
 * What a restore does without: the database cluster and its password (a restored folder has a cluster of its own),
 * names that each start writes, and caches.
 */
const LEFT_OUT = [
  'postgres',
  'postgres.new',
  'postgres.password',
  'postgres-cluster.txt',
  'database-name.txt',
  'secrets/postgres-password',
  'compile-cache',
  '.disk-probe',
];
const TEMPORARY = /\.(new|part|lock|sock|tar\.gz)$/;

/** The files of DATA_DIR that belong to a backup, by their path with slashes. `except` is a folder with backups. */
export async function listDataFiles(dir: string, except: string): Promise<string[]> {
  const files: string[] = [];
  async function walk(folder: string) {
    const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const name = relative(dir, path).split(sep).join('/');
      if (LEFT_OUT.includes(name) || TEMPORARY.test(name) || path === resolve(except)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) files.push(name);
    }
  }
  await walk(resolve(dir));
  return files.sort();
}
