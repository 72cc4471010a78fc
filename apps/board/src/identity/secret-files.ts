import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readText } from '../credentials.ts';
import { replaceFile } from '../disk/disk.ts';
import { createFileDisk } from '../disk/file-disk.ts';
import type { KeepSecrets } from './board-secrets.ts';
import { withSecrets } from './identity-file.ts';

/** Atomic, in the folder of the file itself where the given path is a link. */
function replaceText(path: string, text: string): void {
  const file = realpathSync(path);
  replaceFile(createFileDisk(dirname(file)), basename(file), new TextEncoder().encode(text));
}

/** Keeps the secrets in the file of `--secret-file`; its other lines stay. */
export const keepInIdentityFile =
  (file: string): KeepSecrets =>
  (pair) =>
    replaceText(file, withSecrets(readText(file), pair));

/** Keeps the secrets of one board in the file of `--credentials`; the rows of the others stay. */
export const keepInCredentials =
  (file: string, deviceId: string): KeepSecrets =>
  ({ secret, former }) => {
    const rows = JSON.parse(readText(file)) as { id_dev: string }[];
    const changed = rows.map((row) => (row.id_dev === deviceId ? { ...row, secret, former } : row));
    replaceText(file, JSON.stringify(changed, null, 2));
  };
