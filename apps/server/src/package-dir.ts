import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

/** Folder of this package: sources of this level and the bundle (`dist/`) are one level below it. */
export const PACKAGE_DIR = dirname(import.meta.dirname);

/** A program of this level, such as a thread: a source file, or in the bundle a built one. */
export const programFile = (name: string) => join(import.meta.dirname, name + extname(import.meta.filename));

export const { version: VERSION } = JSON.parse(readFileSync(join(PACKAGE_DIR, 'package.json'), 'utf8')) as {
  version: string;
};

/** A release has no lockfile of npm, and another name of its commands. */
export const IS_RELEASE = !existsSync(join(PACKAGE_DIR, '..', '..', 'package-lock.json'));
