import { existsSync, readdirSync } from 'node:fs';
import { readConfig } from '../base/config.ts';
import { StartRefused } from '../base/start-refused.ts';
import { megabytes, summary } from '../db/backup/manifest.ts';
import { verifyBackup } from '../db/backup/verify.ts';
import { IS_RELEASE } from '../package-dir.ts';
import { onProgress, readSource, requireKnownSchema } from './backup-source.ts';
import { runTool } from './database-tool.ts';
import { restoreBackup } from './restore-backup.ts';

function requireEmpty(dir: string) {
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new StartRefused(
      `DATA_DIR is ${dir}, which is not empty. A restore needs an empty folder, and never overwrites data.`,
    );
}

/** `npm run cli -- restore`: an installation from its backup, into an empty folder and an empty database. */
runTool(async () => {
  const config = readConfig(process.env);
  requireEmpty(config.DATA_DIR);
  const source = readSource(config);
  onProgress(`checking ${source.file}`);
  const manifest = await verifyBackup(source.file, source.key, source.passphrase);
  requireKnownSchema(manifest);
  await restoreBackup(source, manifest, { ...config, DEMO: manifest.kind === 'demo' });
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
  console.log(
    `Restored and counted: ${summary(manifest)}, ${megabytes(bytes)}, as of ${manifest.created_at}.`,
  );
  if (manifest.secret_key && source.key === undefined)
    console.log(
      `The key of the encrypted secrets was not restored, since only --key opens it: copy secrets/secret-key, set SECRET_KEY_FILE, or run "${IS_RELEASE ? 'manoboard secrets forget' : 'npm run cli -- secrets forget'}" before the start.`,
    );
  console.log(
    `Start the server with DEMO=${manifest.kind === 'demo' ? 1 : 0}. Settings (.env), FIRMWARE_KEYS and TERMS_DIR are not part of a backup.`,
  );
});
