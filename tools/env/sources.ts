import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Source } from '../checks/requirements.ts';
import { filesBelow } from './files.mjs';
import { root } from './root.mjs';

/** Paths of all files of the project, from its root. */
export const projectFiles = () => filesBelow(root).map((path) => relative(root, path).replaceAll('\\', '/'));

/** Sources and documents among these files. */
export const sourcesOf = (files: readonly string[]): Source[] =>
  files
    .filter((path) => /\.(ts|tsx|mjs|md|css)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
