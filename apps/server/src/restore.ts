import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { openDataDir, RESTORE_MARK } from './data-dir.ts';
import { runTool } from './database-tool.ts';
import { loadBackup } from './db/backup/load.ts';
import { type Manifest, megabytes, summary } from './db/backup/manifest.ts';
import { verifyBackup } from './db/backup/verify.ts';
import { openDatabase } from './db/database.ts';
import { unknownMigrations } from './db/migrate.ts';
import { StartRefused } from './start-refused.ts';
import { createUndo } from './undo.ts';

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

/** Removes what a failed restore has written. The cluster of root is outside of the folder; a file names it. */
function emptyAgain(dir: string) {
  const note = join(dir, 'postgres-cluster.txt');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
}

async function restore(file: string, manifest: Manifest, config: Config) {
  const { DATA_DIR: dataDir } = config;
  const release = await openDataDir(dataDir);
  const mark = join(dataDir, RESTORE_MARK);
  const undo = createUndo();
  try {
    writeFileSync(mark, `A restore of ${file} began here and has not finished.\n`);
    const connection = await openDatabase(config, undo, onProgress);
    await loadBackup({ connection, dataDir, file, manifest, onProgress });
    await undo.run();
    rmSync(mark);
  } catch (error) {
    await undo.run();
    emptyAgain(dataDir);
    throw error;
  } finally {
    await release();
  }
}

/** `npm run restore`: an installation from its backup, into an empty folder and an empty database. */
runTool(async () => {
  const config = readConfig(process.env);
  const file = resolve(process.argv[2] ?? '');
  requireEmpty(config.DATA_DIR);
  onProgress(`checking ${file}`);
  const manifest = await verifyBackup(file);
  requireKnownSchema(manifest);
  await restore(file, manifest, { ...config, DEMO: manifest.kind === 'demo' });
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
  console.log(
    `Restored and counted: ${summary(manifest)}, ${megabytes(bytes)}, as of ${manifest.created_at}.`,
  );
  console.log(
    `Start the server with DEMO=${manifest.kind === 'demo' ? 1 : 0}. Settings (.env), FIRMWARE_KEYS and TERMS_DIR are not part of a backup.`,
  );
});
