import { statSync } from 'node:fs';
import { readConfig } from '../base/config.ts';
import { type Manifest, megabytes, summary } from '../db/backup/manifest.ts';
import { isEncrypted, verifyBackup } from '../db/backup/verify.ts';
import { missingMigrations } from '../db/migrate.ts';
import { readSource, requireKnownSchema } from './backup-source.ts';
import { runTool } from './database-tool.ts';

function describeSchema({ version, migrations }: Manifest): string {
  const missing = missingMigrations(migrations).length;
  const change = missing === 0 ? 'the same as here' : `a restore makes ${missing} newer changes`;
  return `Version ${version} wrote it; its schema is ${migrations.at(-1)} (${change}).`;
}

/** `npm run cli -- verify`: reads a whole backup and says what is in it. Changes nothing, and needs no database. */
runTool(async () => {
  const { file, key, passphrase } = readSource(readConfig(process.env));
  const manifest = await verifyBackup(file, key, passphrase);
  requireKnownSchema(manifest);
  const isSecret = await isEncrypted(file);
  console.log(
    key === undefined
      ? 'The backup is complete. Who wrote it was not checked.'
      : 'The backup is complete, and unchanged since its server wrote it.',
  );
  console.log(describeSchema(manifest));
  console.log(
    `It was made at ${manifest.created_at} of a ${manifest.kind} installation: ${summary(manifest)}; ${megabytes(statSync(file).size)}, ${isSecret ? 'encrypted' : 'not encrypted'}.`,
  );
  for (const { name, rows } of manifest.tables.filter((table) => table.rows > 0))
    console.log(`  ${name}: ${rows.toLocaleString('en')} rows`);
});
