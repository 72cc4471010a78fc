import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../base/config.ts';
import { openDataDir, RESTORE_MARK } from '../base/data-dir.ts';
import { StartRefused } from '../base/start-refused.ts';
import { createUndo } from '../base/undo.ts';
import { BACKUP_KEY } from '../db/backup/data-files.ts';
import { loadBackup } from '../db/backup/load.ts';
import { type Manifest, megabytes, summary } from '../db/backup/manifest.ts';
import { verifyBackup } from '../db/backup/verify.ts';
import { embeddedCluster, openDatabase } from '../db/database.ts';
import { unknownMigrations } from '../db/migrate.ts';
import { runTool } from './database-tool.ts';

const onProgress = (progress: string) => console.error(progress);

function requireEmpty(dir: string) {
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new StartRefused(
      `DATA_DIR is ${dir}, which is not empty. A restore needs an empty folder, and never overwrites data.`,
    );
}

function requireKnownSchema({ version, migrations }: Manifest) {
  const unknown = unknownMigrations(migrations);
  if (unknown.length > 0)
    throw new StartRefused(
      `The backup is of a newer server (version ${version}, schema ${unknown.at(-1)}). Upgrade this one first.`,
    );
}

/** Removes what a failed restore has written. Root has the cluster outside of the folder; no file of the archive names it. */
function emptyAgain(dir: string, cluster: string | undefined) {
  if (cluster)
    for (const path of [cluster, `${cluster}.lock`, `${cluster}.server.lock`])
      rmSync(path, { recursive: true, force: true });
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
}

interface Source {
  file: string;
  manifest: Manifest;
  /** Key of its checksum; later backups use it too. */
  key: string | undefined;
}

async function restore({ file, manifest, key }: Source, config: Config) {
  const { DATA_DIR: dataDir } = config;
  const release = await openDataDir(dataDir);
  const mark = join(dataDir, RESTORE_MARK);
  const undo = createUndo();
  // The name comes from a password that is created here, so no existing cluster has it.
  const cluster = embeddedCluster(config);
  try {
    writeFileSync(mark, `A restore of ${file} began here and has not finished.\n`);
    const connection = await openDatabase(config, undo, onProgress);
    await loadBackup({ connection, dataDir, file, manifest, onProgress });
    await undo.run();
    if (key) {
      mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
      writeFileSync(join(dataDir, 'secrets', BACKUP_KEY), key, { mode: 0o600 });
    }
    rmSync(mark);
  } catch (error) {
    await undo.run();
    emptyAgain(dataDir, cluster);
    throw error;
  } finally {
    await release();
  }
}

/** The key of the keyed checksum, or nothing if the operator trusts the file. */
function readKey(path: string | undefined, isUnverified: boolean): string | undefined {
  if (isUnverified) {
    onProgress(
      'WARNING: the keyed checksum is not checked. Whoever wrote or changed this file decides on all users, roles, passwords and boards of the restored server.',
    );
    return undefined;
  }
  if (path === undefined)
    throw new StartRefused(
      'Give the key of the server that wrote the backup: --key FILE, its file secrets/backup-key in DATA_DIR. Without it the origin of a backup cannot be checked; --unverified restores it nevertheless.',
    );
  try {
    return readFileSync(resolve(path), 'utf8').trim();
  } catch {
    throw new StartRefused(`The key ${path} cannot be read.`);
  }
}

/** `npm run restore`: an installation from its backup, into an empty folder and an empty database. */
runTool(async () => {
  const config = readConfig(process.env);
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, unverified: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const file = resolve(positionals[0] ?? '');
  requireEmpty(config.DATA_DIR);
  const key = readKey(values.key, values.unverified);
  onProgress(`checking ${file}`);
  const manifest = await verifyBackup(file, key);
  requireKnownSchema(manifest);
  await restore({ file, manifest, key }, { ...config, DEMO: manifest.kind === 'demo' });
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
  console.log(
    `Restored and counted: ${summary(manifest)}, ${megabytes(bytes)}, as of ${manifest.created_at}.`,
  );
  console.log(
    `Start the server with DEMO=${manifest.kind === 'demo' ? 1 : 0}. Settings (.env), FIRMWARE_KEYS and TERMS_DIR are not part of a backup.`,
  );
});
