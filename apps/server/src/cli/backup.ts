import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backupName } from '@manoboard/domain/installation/backups';
import { readConfig } from '../base/config.ts';
import { StartRefused } from '../base/start-refused.ts';
import { createBackup } from '../db/backup/dump.ts';
import { openAnyDatabase, runTool } from './database-tool.ts';

/** `npm run backup`: the whole installation in one file, beside a running server or alone. Migrates nothing. */
runTool(async (undo) => {
  const config = readConfig(process.env);
  if (!existsSync(config.DATA_DIR))
    throw new StartRefused(`There is no installation in ${config.DATA_DIR} (DATA_DIR).`);
  const atMs = Date.now();
  const [given = config.BACKUP_DIR ?? './backups'] = process.argv.slice(2);
  const target = resolve(given);
  const isFolder = !target.endsWith('.tar.gz') || (existsSync(target) && statSync(target).isDirectory());
  const file = isFolder ? join(target, backupName(atMs)) : target;
  if (existsSync(file)) throw new StartRefused(`${file} exists already.`);
  if (isFolder) mkdirSync(target, { recursive: true, mode: 0o700 });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const { DATA_DIR: dataDir } = config;
  const connection = await openAnyDatabase(config, undo);
  const onProgress = (progress: string) => console.error(progress);
  await createBackup({ connection, dataDir, file, atMs, onProgress, signal: stopping.signal });
  console.log(file);
});
