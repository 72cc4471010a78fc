import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Found by the package: in the bundle (`dist/`) this file has another depth. */
export const BOARD_DIR = dirname(createRequire(import.meta.url).resolve('@manoboard/board/package.json'));

/** A release has no lockfile of npm, and another name of its commands. */
export const IS_RELEASE = !existsSync(join(BOARD_DIR, '..', '..', 'package-lock.json'));
