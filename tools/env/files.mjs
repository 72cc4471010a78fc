import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'data', '.cache', '.git']);

/**
 * Sorted paths of all source files below a folder; a file returns itself, a missing path an empty list.
 * @param {string} path
 * @returns {string[]}
 */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !NOT_SOURCES.has(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

export const isTest = (path) => /\.(test|spec)\.tsx?$/.test(path);
