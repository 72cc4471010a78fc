import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Parses a `.env` file: `KEY=value` lines; `#` after a space starts a comment; quotes around a value are removed.
 * Not `util.parseEnv`: it cuts an unquoted value at any `#` and joins a malformed line with the next key.
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function parseEnvFile(text) {
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const [, key, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
    return key ? [[key, plainValue(value)]] : [];
  });
  return Object.fromEntries(rows);
}

function plainValue(value) {
  const quoted = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(value.trim());
  return quoted ? quoted[2] : value.replace(/(^|\s)#.*$/, '').trim();
}

/** Settings of `.env`; the environment takes precedence. */
export function readSettings() {
  const path = join(root, '.env');
  return { ...(existsSync(path) ? parseEnvFile(readFileSync(path, 'utf8')) : {}), ...process.env };
}
