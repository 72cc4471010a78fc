import { HOUR_MS } from '../time.ts';

/** The job runs once an hour: without a margin, a backup that took a minute to start would move by an hour each time. */
const MARGIN_MS = HOUR_MS / 2;
const NAME = /^manoboard-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/;
/** The suffix of a backup that is being written. */
export const PART_SUFFIX = '.part';

/** Names sort by time (UTC). */
export const backupName = (atMs: number, isEncrypted = false) =>
  `manoboard-${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar.gz${isEncrypted ? '.age' : ''}`;

/** `lastMs` is the start of the last backup that succeeded. */
export const isBackupDue = (nowMs: number, lastMs: number | undefined, everyHours: number) =>
  lastMs === undefined || nowMs - lastMs >= everyHours * HOUR_MS - MARGIN_MS;

/** Two backups in a row are missing. `sinceMs` is the last success, or the first failure if none has succeeded. */
export const isBackupOverdue = (nowMs: number, sinceMs: number, everyHours: number) =>
  nowMs - sinceMs > 2 * everyHours * HOUR_MS;

/** The backups of a folder that rotation deletes: all but the newest `keep`. Other files are never named. */
export const expiredBackups = (files: readonly string[], keep: number) =>
  files
    .filter((file) => NAME.test(file))
    .sort()
    .slice(0, -keep);

/** Partial files of an interrupted backup. */
export const abandonedParts = (files: readonly string[]) =>
  files.filter((file) => file.endsWith(PART_SUFFIX) && NAME.test(file.slice(0, -PART_SUFFIX.length)));

/** A backup is read back when it is written; once it is this old, it is checked again. */
const CHECK_AFTER_MS = 12 * HOUR_MS;

/** `sinceMs` is its end, or the last check. Backups that are soon replaced are checked earlier. */
export const isCheckDue = (nowMs: number, sinceMs: number, everyHours: number) =>
  nowMs - sinceMs >= Math.min(CHECK_AFTER_MS, (everyHours * HOUR_MS) / 2) - MARGIN_MS;

const PLACEHOLDER = '{}';

/** The program of BACKUP_COMMAND and its arguments: words by spaces, no shell. The path stays one argument whatever is in it. */
export function backupCommand(setting: string, file: string): { program: string; args: string[] } {
  const [program = '', ...words] = setting.trim().split(/\s+/);
  const args = words.map((word) => word.replaceAll(PLACEHOLDER, () => file));
  return { program, args: setting.includes(PLACEHOLDER) ? args : [...args, file] };
}
