import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAudit } from '../audit-log/audit.service.ts';
import { verdictSentence } from '../audit-log/audit-words.ts';
import { type Config, readConfig } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import { createSecretBox } from '../base/secret-box.ts';
import { StartRefused } from '../base/start-refused.ts';
import { type Manifest, summary } from '../db/backup/manifest.ts';
import { verifyBackup } from '../db/backup/verify.ts';
import { type Connection, openDb } from '../db/db.ts';
import { findCheck, findSecretKey } from '../db/secret-key.ts';
import { onProgress, readSource, requireKnownSchema } from './backup-source.ts';
import { runTool } from './database-tool.ts';
import { restoreBackup } from './restore-backup.ts';

/** Reads what a server would read at its start. Sends nothing to anybody: no server is started. */
async function inspect(connection: Connection, config: Config, hasKey: boolean): Promise<string[]> {
  const db = openDb(connection, createLog('warn'));
  try {
    const verdict = await verifyAudit(db);
    if (!('head' in verdict)) throw new StartRefused(verdictSentence(verdict));
    const check = await findCheck(db);
    const secretKey = findSecretKey(config);
    if (hasKey && check && !(secretKey && createSecretBox(secretKey).check.equals(check)))
      throw new StartRefused('The key of the encrypted secrets in the backup is not that of its database.');
    return [
      verdictSentence(verdict),
      check === undefined
        ? 'The database has no encrypted secrets.'
        : hasKey
          ? 'The key of the encrypted secrets opens them.'
          : 'The key of the encrypted secrets was not checked: that needs --key.',
    ];
  } finally {
    await db.destroy();
  }
}

async function drill(manifest: Manifest, source: ReturnType<typeof readSource>, config: Config) {
  const scratch = await mkdtemp(join(tmpdir(), 'manoboard-drill-'));
  // Under root, Postgres runs as another user, which needs access to the folder.
  await chmod(scratch, 0o711);
  try {
    const own: Config = {
      ...config,
      DATA_DIR: join(scratch, 'data'),
      POSTGRES_HOME: join(scratch, 'postgres'),
      DATABASE_URL: undefined,
      SECRET_KEY: undefined,
      DEMO: manifest.kind === 'demo',
    };
    let sentences: string[] = [];
    await restoreBackup(source, manifest, own, async (connection) => {
      sentences = await inspect(connection, own, source.key !== undefined);
    });
    return sentences;
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** `npm run cli -- drill`: restores a backup into a scratch folder with a Postgres of its own, reads it, and removes both. */
runTool(async () => {
  const config = readConfig(process.env);
  const source = readSource(config);
  const startedAt = performance.now();
  onProgress(`checking ${source.file}`);
  const manifest = await verifyBackup(source.file, source.key, source.passphrase);
  requireKnownSchema(manifest);
  const sentences = await drill(manifest, source, config);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `The restore of the backup of ${manifest.created_at} succeeded in ${seconds} s: ${summary(manifest)}, each table counted.`,
  );
  for (const sentence of sentences) console.log(sentence);
});
