import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnvFile } from '../../packages/domain/src/installation/env-file.mjs';
import { root } from './root.mjs';

/** Settings of `.env` or of the file that ENV_FILE names, as the server reads them; the environment takes precedence. */
export function readSettings() {
  const path = process.env.ENV_FILE ?? join(root, '.env');
  const given = path !== '' && existsSync(path) ? parseEnvFile(readFileSync(path, 'utf8')) : {};
  return { ...given, ...process.env };
}
