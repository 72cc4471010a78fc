import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Installation } from '@manoboard/contract/installation/installation';
import {
  abandonedParts,
  backupName,
  expiredBackups,
  isBackupDue,
  isBackupOverdue,
} from '@manoboard/domain/installation/backups';
import type { Config } from '../../../base/config.ts';
import { BackupRunning, createBackup } from '../../../db/backup/dump.ts';
import type { Connection } from '../../../db/db.ts';
import type { Server } from '../../../server.ts';
import { deleteRun, findLastFinished, findLastSuccess, finishRun, insertRun } from './backups.repo.ts';

interface Neighbours extends Pick<Server, 'db' | 'log' | 'now'> {
  connection: Connection;
  config: Pick<Config, 'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_EVERY_HOURS' | 'BACKUP_KEEP'>;
}

/** Deletes old backups, and partial files of earlier ones that a crash left behind. */
async function rotate(dir: string, keep: number, newest: string) {
  const files = await readdir(dir);
  const parts = abandonedParts(files).filter((part) => part < newest);
  for (const file of [...expiredBackups(files, keep), ...parts]) await rm(join(dir, file), { force: true });
}

/** Scheduled backups (`BACKUP_DIR`), on one server at a time. */
export function createBackups({ db, connection, config, log, now }: Neighbours) {
  const { DATA_DIR: dataDir, BACKUP_EVERY_HOURS: everyHours, BACKUP_KEEP: keep } = config;
  const dir = config.BACKUP_DIR === undefined ? undefined : resolve(config.BACKUP_DIR);
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;

  async function writeTo(folder: string): Promise<void> {
    const atMs = now();
    const run = await insertRun(db, new Date(atMs));
    const file = join(folder, backupName(atMs));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bytes } = await createBackup({ connection, dataDir, file, atMs, signal });
      await finishRun(db, run, { finished_at: new Date(now()), file, size_bytes: bytes });
      log.info({ file, bytes }, 'a backup was written');
      await rotate(folder, keep, basename(file));
    } catch (err) {
      if (err instanceof BackupRunning) return void (await deleteRun(db, run));
      const { message: error } = err as Error;
      log.error({ err, file }, 'a backup failed');
      await finishRun(db, run, { finished_at: new Date(now()), error });
    }
  }

  /** Ends when the backup has ended; does nothing before it is due. A failed one is repeated by the next call. */
  async function runIfDue(): Promise<void> {
    if (dir === undefined || signal.aborted) return;
    const last = await findLastSuccess(db);
    if (isBackupDue(now(), last?.started_at.getTime(), everyHours)) await writeTo(dir);
  }

  /** Without scheduled backups it is healthy. */
  async function status(): Promise<Installation['backup']> {
    if (dir === undefined) return { every_hours: null, last: null, failure: null, is_healthy: true };
    const [finished, success] = [await findLastFinished(db), await findLastSuccess(db)];
    const failure =
      finished && finished.error !== null
        ? { at: finished.started_at.toISOString(), error: finished.error }
        : null;
    const isOverdue =
      success !== undefined && isBackupOverdue(now(), success.started_at.getTime(), everyHours);
    return {
      every_hours: everyHours,
      last: success ? { at: success.started_at.toISOString(), size_bytes: success.size_bytes ?? 0 } : null,
      failure,
      is_healthy: failure === null && !isOverdue,
    };
  }

  return {
    runIfDue,
    /** In the background: other jobs do not wait for a long backup. */
    async startIfDue(): Promise<void> {
      running ??= runIfDue()
        .catch((err) => log.error({ err }, 'a backup failed'))
        .finally(() => {
          running = undefined;
        });
    },
    status,
    isHealthy: async () => (await status()).is_healthy,
    /** Ends a backup that is being written; its partial file is removed. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
