import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOREIGN = new Set(['node_modules', 'dist', 'data', '.cache']);

/**
 * Paths of all files of the project's own in a folder, sorted; a file is its own list, nothing is an empty one.
 * @param {string} path
 * @returns {string[]}
 */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !FOREIGN.has(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

export const isTest = (path) => /\.(test|spec)\.tsx?$/.test(path);
