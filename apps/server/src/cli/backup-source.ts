import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../base/config.ts';
import { StartRefused } from '../base/start-refused.ts';
import { BACKUP_KEY } from '../db/backup/data-files.ts';
import type { Manifest } from '../db/backup/manifest.ts';
import { unknownMigrations } from '../db/migrate.ts';

/** A backup to read, and what opens it. */
export interface BackupSource {
  file: string;
  /** Key of its checksum; undefined if the operator trusts the file. */
  key: string | undefined;
  passphrase: string | undefined;
}

export const onProgress = (progress: string) => console.error(progress);

function readSecret(path: string, what: string): string {
  try {
    return readFileSync(resolve(path), 'utf8').trim();
  } catch {
    throw new StartRefused(`The ${what} ${path} cannot be read.`);
  }
}

/** From a file, or the setting. */
export function readPassphrase(path: string | undefined, config: Pick<Config, 'BACKUP_PASSPHRASE'>) {
  if (path === undefined) return config.BACKUP_PASSPHRASE;
  const passphrase = readSecret(path, 'file with the passphrase');
  if (passphrase.length < 16) throw new StartRefused('The passphrase must have at least 16 characters.');
  return passphrase;
}

/** The key of the keyed checksum, or nothing if the operator trusts the file. `ownKey` is that of this installation. */
function readKey(path: string | undefined, isUnverified: boolean, ownKey: string | undefined) {
  if (isUnverified) {
    onProgress(
      'WARNING: the keyed checksum is not checked. Whoever wrote or changed this file decides on all users, roles, passwords and boards of the restored server.',
    );
    return undefined;
  }
  const file = path ?? ownKey;
  if (file === undefined)
    throw new StartRefused(
      'Give the key of the server that wrote the backup: --key FILE, its file secrets/backup-key in DATA_DIR. Without it the origin of a backup cannot be checked; --unverified restores it nevertheless.',
    );
  return readSecret(file, 'key');
}

/** The arguments of the programs that read a backup. */
export function readSource(config: Config): BackupSource {
  const { values, positionals } = parseArgs({
    options: {
      key: { type: 'string' },
      unverified: { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
    },
    allowPositionals: true,
  });
  const ownKey = join(config.DATA_DIR, 'secrets', BACKUP_KEY);
  return {
    file: resolve(positionals[0] ?? ''),
    key: readKey(values.key, values.unverified, existsSync(ownKey) ? ownKey : undefined),
    passphrase: readPassphrase(values['passphrase-file'], config),
  };
}

export function requireKnownSchema({ version, migrations }: Manifest) {
  const unknown = unknownMigrations(migrations);
  if (unknown.length > 0)
    throw new StartRefused(
      `The backup is of a newer server (version ${version}, schema ${unknown.at(-1)}). Upgrade this one first.`,
    );
}
