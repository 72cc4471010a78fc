import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository, or of an unpacked release, which has the same layout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A release has everything built and installed, and no sources. */
export const isRelease = !existsSync(join(root, 'package-lock.json'));
