import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Credentials of at least so many test boards: those of the file, and new ones for the rest.
 * @param {string} file
 * @param {number} count
 */
export function ensureFleetBoards(file, count) {
  /** @type {{ id_dev: string, secret: string }[]} */
  const rows = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  if (rows.length >= count) return;
  for (let n = rows.length + 1; n <= count; n++)
    rows.push({
      id_dev: `MNB-F${String(n).padStart(5, '0')}`,
      secret: randomBytes(24).toString('base64url'),
    });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(rows), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
