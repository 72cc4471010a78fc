import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import { openDataDir, RESTORE_MARK } from '../base/data-dir.ts';
import { storeFile } from '../base/durable-file.ts';
import { createUndo } from '../base/undo.ts';
import { BACKUP_KEY } from '../db/backup/data-files.ts';
import { loadBackup } from '../db/backup/load.ts';
import { type Manifest, unwrapSecretKey } from '../db/backup/manifest.ts';
import { embeddedCluster, openDatabase } from '../db/database.ts';
import type { Connection } from '../db/db.ts';
import { storeSecretKey } from '../db/secret-key.ts';
import { type BackupSource, onProgress } from './backup-source.ts';

/** Removes what a failed restore has written. Root has the cluster outside of the folder; no file of the archive names it. */
function emptyAgain(dir: string, cluster: string | undefined) {
  if (cluster)
    for (const path of [cluster, `${cluster}.lock`, `${cluster}.server.lock`])
      rmSync(path, { recursive: true, force: true });
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
}

/** The keys that a backup does not contain in clear. */
function storeKeys(config: Config, { secret_key: wrapped }: Manifest, key: string | undefined) {
  if (key === undefined) return;
  mkdirSync(join(config.DATA_DIR, 'secrets'), { recursive: true, mode: 0o700 });
  // Later backups use it too.
  storeFile(join(config.DATA_DIR, 'secrets', BACKUP_KEY), key);
  if (wrapped) storeSecretKey(config, unwrapSecretKey(wrapped, key));
}

/**
 * An installation from its verified backup, into an empty folder and an empty database. `inspect` reads the database before
 * it is closed; what it throws undoes the restore.
 */
export async function restoreBackup(
  { file, key, passphrase }: BackupSource,
  manifest: Manifest,
  config: Config,
  inspect: (connection: Connection) => Promise<void> = async () => {},
): Promise<void> {
  const { DATA_DIR: dataDir } = config;
  const release = await openDataDir(dataDir);
  const mark = join(dataDir, RESTORE_MARK);
  const undo = createUndo();
  // The name comes from a password that is created here, so no existing cluster has it.
  const cluster = embeddedCluster(config);
  try {
    writeFileSync(mark, `A restore of ${file} began here and has not finished.\n`);
    const connection = await openDatabase(config, undo, onProgress);
    // Before the commit of the database: a full disk must not leave a filled database without its files and keys.
    storeKeys(config, manifest, key);
    await loadBackup({ connection, dataDir, file, passphrase, manifest, onProgress });
    await inspect(connection);
    await undo.run();
    rmSync(mark);
  } catch (error) {
    await undo.run();
    emptyAgain(dataDir, cluster);
    throw error;
  } finally {
    await release();
  }
}
