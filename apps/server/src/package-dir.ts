import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of this package: sources of this level and the bundle (`dist/`) are one level below it. */
export const PACKAGE_DIR = dirname(import.meta.dirname);

export const { version: VERSION } = JSON.parse(readFileSync(join(PACKAGE_DIR, 'package.json'), 'utf8')) as {
  version: string;
};
