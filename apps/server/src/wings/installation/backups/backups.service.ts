import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Installation } from '@manoboard/contract/installation/installation';
import {
  abandonedParts,
  backupName,
  expiredBackups,
  isBackupDue,
  isBackupOverdue,
  isCheckDue,
} from '@manoboard/domain/installation/backups';
import { MINUTE_MS } from '@manoboard/domain/time';
import type { Config } from '../../../base/config.ts';
import { loadOrCreateSecret } from '../../../base/data-dir.ts';
import type { Core } from '../../../core.ts';
import { BACKUP_KEY } from '../../../db/backup/data-files.ts';
import { BackupRunning, createBackup } from '../../../db/backup/dump.ts';
import { verifyBackup } from '../../../db/backup/verify.ts';
import type { Connection } from '../../../db/db.ts';
import { findSecretKey } from '../../../db/secret-key.ts';
import { runBackupCommand } from './backup-command.ts';
import { deleteRun, findLastFinished, findLastSuccess, insertRun, updateRun } from './backups.repo.ts';

interface Needs extends Pick<Core, 'db' | 'log' | 'now' | 'serverId'> {
  connection: Connection;
  config: Pick<
    Config,
    | 'DATA_DIR'
    | 'SECRET_KEY'
    | 'BACKUP_DIR'
    | 'BACKUP_EVERY_HOURS'
    | 'BACKUP_KEEP'
    | 'BACKUP_PASSPHRASE'
    | 'BACKUP_COMMAND'
    | 'BACKUP_COMMAND_MINUTES'
  >;
}
type Run = NonNullable<Awaited<ReturnType<typeof findLastSuccess>>>;

/** Deletes old backups, and partial files of earlier ones that a crash left behind. */
async function rotate(dir: string, keep: number, newest: string) {
  const files = await readdir(dir);
  const parts = abandonedParts(files).filter((part) => part < newest);
  for (const file of [...expiredBackups(files, keep), ...parts]) await rm(join(dir, file), { force: true });
}

/** The state of scheduled backups, for people and monitors. */
function stateOf(
  finished: Run | undefined,
  success: Run | undefined,
  { nowMs, everyHours }: { nowMs: number; everyHours: number },
): Installation['backup'] {
  const failure =
    finished && finished.error !== null
      ? { at: finished.started_at.toISOString(), error: finished.error }
      : null;
  const isOverdue = success !== undefined && isBackupOverdue(nowMs, success.started_at.getTime(), everyHours);
  const outcome = (at: Date | null, error: string | null) => at && { at: at.toISOString(), error };
  const copy = success ? outcome(success.copied_at, success.copy_error) : null;
  const check = success ? outcome(success.checked_at, success.check_error) : null;
  return {
    every_hours: everyHours,
    last: success
      ? {
          at: success.started_at.toISOString(),
          size_bytes: success.size_bytes ?? 0,
          is_encrypted: success.file?.endsWith('.age') ?? false,
        }
      : null,
    failure,
    copy,
    check,
    is_healthy: failure === null && !isOverdue && !copy?.error && !check?.error,
  };
}

const OFF: Installation['backup'] = {
  every_hours: null,
  last: null,
  failure: null,
  copy: null,
  check: null,
  is_healthy: true,
};

/** Scheduled backups (`BACKUP_DIR`), on one server at a time. */
export function createBackups({ db, connection, config, log, now, serverId }: Needs) {
  const { DATA_DIR: dataDir, BACKUP_EVERY_HOURS: everyHours, BACKUP_KEEP: keep } = config;
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_COMMAND: command } = config;
  const dir = config.BACKUP_DIR === undefined ? undefined : resolve(config.BACKUP_DIR);
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;

  async function writeTo(folder: string): Promise<void> {
    const atMs = now();
    const run = await insertRun(db, serverId, new Date(atMs));
    const file = join(folder, backupName(atMs, passphrase !== undefined));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const secretKey = findSecretKey(config);
      const source = { connection, dataDir, secretKey, passphrase };
      const { bytes } = await createBackup({ ...source, file, atMs, signal });
      await updateRun(db, run, { finished_at: new Date(now()), file, size_bytes: bytes });
      log.info({ file, bytes }, 'a backup was written');
      await rotate(folder, keep, basename(file));
    } catch (err) {
      if (err instanceof BackupRunning) return void (await deleteRun(db, run));
      const { message: error } = err as Error;
      log.error({ err, file }, 'a backup failed');
      await updateRun(db, run, { finished_at: new Date(now()), error });
    }
  }

  /** A copy that failed is repeated by the next call. */
  async function copyIfDue({ id, file, copied_at, copy_error }: Run): Promise<void> {
    if (!command || !file || (copied_at && copy_error === null)) return;
    const timeoutMs = config.BACKUP_COMMAND_MINUTES * MINUTE_MS;
    const error = await runBackupCommand({ setting: command, file, timeoutMs, signal }).then(
      () => null,
      (err: Error) => err.message,
    );
    if (error === null) log.info({ file }, 'a backup was copied by BACKUP_COMMAND');
    else log.error({ file, reason: error }, 'BACKUP_COMMAND failed');
    await updateRun(db, id, { copied_at: new Date(now()), copy_error: error });
  }

  /** Disks forget, and folders are emptied by mistake: the newest backup is read again. */
  async function checkIfDue({ id, file, finished_at, checked_at }: Run): Promise<void> {
    const since = checked_at ?? finished_at;
    if (!file || !since || !isCheckDue(now(), since.getTime(), everyHours)) return;
    const error = await verifyBackup(file, loadOrCreateSecret(dataDir, BACKUP_KEY), passphrase).then(
      () => null,
      (err: Error) => err.message,
    );
    if (error !== null) log.error({ file, reason: error }, 'the newest backup cannot be restored');
    await updateRun(db, id, { checked_at: new Date(now()), check_error: error });
  }

  /** Ends when the backup has ended; does nothing before it is due. A failed one is repeated by the next call. */
  async function runIfDue(): Promise<void> {
    if (dir === undefined || signal.aborted) return;
    const last = await findLastSuccess(db);
    if (isBackupDue(now(), last?.started_at.getTime(), everyHours)) await writeTo(dir);
    const newest = await findLastSuccess(db);
    // The server that wrote it has the file and its key.
    if (!newest || newest.server_id !== serverId || signal.aborted) return;
    await copyIfDue(newest);
    await checkIfDue(newest);
  }

  /** Without scheduled backups it is healthy. */
  async function status(): Promise<Installation['backup']> {
    if (dir === undefined) return OFF;
    const [finished, success] = [await findLastFinished(db), await findLastSuccess(db)];
    return stateOf(finished, success, { nowMs: now(), everyHours });
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
