import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupName } from '@manoboard/domain/installation/backups';
import { readConfig } from '../base/config.ts';
import { StartRefused } from '../base/start-refused.ts';
import { createBackup } from '../db/backup/dump.ts';
import { findSecretKey } from '../db/secret-key.ts';
import { readPassphrase } from './backup-source.ts';
import { openAnyDatabase, runTool } from './database-tool.ts';

/** `npm run cli -- backup`: the whole installation in one file, beside a running server or alone. Migrates nothing. */
runTool(async (undo) => {
  const config = readConfig(process.env);
  if (!existsSync(config.DATA_DIR))
    throw new StartRefused(`There is no installation in ${config.DATA_DIR} (DATA_DIR).`);
  const atMs = Date.now();
  const { values, positionals } = parseArgs({
    options: { encrypt: { type: 'boolean', default: false }, 'passphrase-file': { type: 'string' } },
    allowPositionals: true,
  });
  const passphrase = readPassphrase(values['passphrase-file'], config);
  if (values.encrypt && passphrase === undefined)
    throw new StartRefused('--encrypt needs a passphrase: --passphrase-file FILE, or BACKUP_PASSPHRASE.');
  const isEncrypted = passphrase !== undefined;
  const target = resolve(positionals[0] ?? config.BACKUP_DIR ?? join(process.env.INIT_CWD ?? '.', 'backups'));
  const isFile = isEncrypted ? target.endsWith('.tar.gz.age') : target.endsWith('.tar.gz');
  const isFolder = !isFile || (existsSync(target) && statSync(target).isDirectory());
  if (isFolder && /\.tar\.gz(\.age)?$/.test(target) && !existsSync(target))
    throw new StartRefused(`An encrypted backup ends with .tar.gz.age, and another one with .tar.gz.`);
  const file = isFolder ? join(target, backupName(atMs, isEncrypted)) : target;
  if (existsSync(file)) throw new StartRefused(`${file} exists already.`);
  if (isFolder) mkdirSync(target, { recursive: true, mode: 0o700 });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const { DATA_DIR: dataDir } = config;
  const connection = await openAnyDatabase(config, undo);
  const onProgress = (progress: string) => console.error(progress);
  const secretKey = findSecretKey(config);
  const { signal } = stopping;
  await createBackup({ connection, dataDir, secretKey, passphrase, file, atMs, onProgress, signal });
  console.log(file);
});
