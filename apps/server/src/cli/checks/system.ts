import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { diskSpace } from '@manoboard/domain/limits/disk-space';
import type { Config } from '../../base/config.ts';
import { existing, outsidePaths, refusedWrite, refusedWriteSentence } from '../../base/outside-paths.ts';
import { postgresUser } from '../../db/postgres/postgres-user.ts';
import { readDescriptorLimit, shareDescriptors } from '../../http/limits/connection-limit.ts';
import { probeDisk } from '../../jobs/disk-watch.ts';
import { type Finding, findingsOf } from './finding.ts';

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

async function checkFolder(
  setting: string,
  folder: string,
  config: Config,
  isServerAsked: boolean,
): Promise<Finding> {
  const { ok, warning, error } = findingsOf('disk');
  const at = existing(folder);
  if (!isServerAsked && (await refusedWrite(folder)))
    return error(`This user may not write to ${at} (${setting}).`);
  const free = await probeDisk(at, false);
  const limits = { minPercent: config.DISK_MIN_FREE_PERCENT, minMb: config.DISK_MIN_FREE_MB };
  const sentence = `${folder} (${setting}) has ${gigabytes(free.freeBytes)} of ${gigabytes(free.totalBytes)} free`;
  const space = diskSpace(free, limits);
  if (space === 'full') return error(`${sentence}: frames of boards are not stored.`);
  if (space === 'low') return warning(`${sentence}: exports and uploads are refused.`);
  return ok(`${sentence}.`);
}

/**
 * The folders that the server writes to. `writable`: by setting, what a running server says of paths beside DATA_DIR, since its
 * unit may give it less than this program has.
 */
export async function checkDisk(config: Config, writable: Record<string, boolean>): Promise<Finding[]> {
  const { DATA_DIR, POSTGRES_HOME, BACKUP_DIR, DATABASE_URL } = config;
  const folders: [setting: string, folder: string][] = [['DATA_DIR', DATA_DIR]];
  if (!DATABASE_URL && postgresUser() !== undefined) folders.push(['POSTGRES_HOME', POSTGRES_HOME]);
  if (BACKUP_DIR) folders.push(['BACKUP_DIR', BACKUP_DIR]);
  const findings = await Promise.all(
    folders.map(([setting, folder]) => checkFolder(setting, folder, config, writable[setting] === true)),
  );
  const refused = outsidePaths(config).filter(({ setting }) => writable[setting] === false);
  const { error } = findingsOf('disk');
  findings.push(...refused.map(({ setting, path }) => error(refusedWriteSentence(setting, path))));
  if (!BACKUP_DIR) return findings;
  const [data, backups] = await Promise.all([DATA_DIR, BACKUP_DIR].map((folder) => stat(existing(folder))));
  const { warning } = findingsOf('disk');
  return data?.dev === backups?.dev
    ? [...findings, warning('BACKUP_DIR is on the disk of DATA_DIR: copy backups to another machine.')]
    : findings;
}

/** `limit` is that of the running server; without one that of this program counts. */
export function checkOpenFiles(config: Config, limit: number | undefined): Finding {
  const { ok, warning } = findingsOf('open files');
  const used = limit ?? readDescriptorLimit();
  if (used === undefined) return ok('This system does not tell the limit of open files.');
  const { boards, browsers } = shareDescriptors(used);
  const sentence =
    limit === undefined
      ? `This shell may open ${used} files (ulimit -n; a service has LimitNOFILE)`
      : `The server may open ${used} files (ulimit -n)`;
  return boards < config.MQTT_MAX_CONNECTIONS || browsers < config.HTTP_MAX_CONNECTIONS
    ? warning(`${sentence}: enough for ${boards} boards and ${browsers} connections of browsers only.`)
    : ok(`${sentence}: enough.`);
}

const TIMEDATECTL = ['show', '--property=NTPSynchronized', '--value'];
const MOST_APART_MS = 2000;

/** Alerts, graphs and sessions depend on the clock. `databaseMs` is how far that of the database is ahead. */
export function checkClock(databaseMs: number | undefined): Finding {
  const { ok, warning } = findingsOf('clock');
  if (databaseMs !== undefined && Math.abs(databaseMs) > MOST_APART_MS)
    return warning(
      `The clock of the database is ${(databaseMs / 1000).toFixed(1)} s ahead of this machine's: synchronise both.`,
    );
  const { stdout } = spawnSync('timedatectl', TIMEDATECTL, { encoding: 'utf8', timeout: 2000 });
  const answer = String(stdout ?? '').trim();
  if (answer === 'yes') return ok('The clock is synchronised.');
  return answer === 'no'
    ? warning('The clock is not synchronised: set up systemd-timesyncd or chrony.')
    : warning('This system does not tell whether its clock is synchronised.');
}
