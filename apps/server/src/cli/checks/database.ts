import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBackupOverdue } from '@manoboard/domain/installation/backups';
import { HOUR_MS } from '@manoboard/domain/time';
import type { Config } from '../../base/config.ts';
import { createLog } from '../../base/log.ts';
import { explainStart } from '../../base/start-errors.ts';
import type { Undo } from '../../base/undo.ts';
import { embeddedCluster, findDatabase, hasEmbeddedSecret, openDatabase } from '../../db/database.ts';
import { readDatabaseFacts } from '../../db/database-facts.ts';
import { type Connection, type Db, openDb } from '../../db/db.ts';
import { missingMigrations, unknownMigrations } from '../../db/migrate.ts';
import { VERSION } from '../../package-dir.ts';
import { findLastFinished, findLastSuccess } from '../../wings/installation/backups/backups.repo.ts';
import { type Finding, findingsOf } from './finding.ts';

const OLDEST_VERSION = 150_000;
/** Connections of one server with its reader threads, and of a backup. */
const CONNECTIONS = 46;

const { ok, warning, error } = findingsOf('database');
type Facts = Awaited<ReturnType<typeof readDatabaseFacts>>;

function checkFacts(facts: Facts, isEmbedded: boolean): Finding[] {
  const { versionNumber, version, encoding, isStandby, mayCreate, maxConnections } = facts;
  const findings: Finding[] = [];
  if (versionNumber < OLDEST_VERSION)
    findings.push(error(`Postgres ${version} is too old: 15 or newer is needed.`));
  if (encoding !== 'UTF8') findings.push(error(`The encoding is ${encoding}, but must be UTF8.`));
  if (isStandby) findings.push(error('The database is a standby, which cannot store anything.'));
  else if (!mayCreate)
    findings.push(
      error('The user of DATABASE_URL may not create schemas: make them the owner of the database.'),
    );
  if (!isEmbedded && maxConnections < CONNECTIONS)
    findings.push(warning(`max_connections is ${maxConnections}: one server needs up to ${CONNECTIONS}.`));
  const whose = isEmbedded ? 'The embedded Postgres' : 'Postgres';
  return findings.length > 0 ? findings : [ok(`${whose} ${version} answers.`)];
}

function checkSchema({ migrations }: Facts): Finding {
  if (!migrations) return ok('The database is empty: the first start creates the tables.');
  const [newer] = unknownMigrations(migrations);
  if (newer)
    return error(
      `The database was used by a newer version (it has the change ${newer}); this is ${VERSION}. Start the newer version, or restore a backup of before the upgrade.`,
    );
  const { length } = missingMigrations(migrations);
  return length === 0
    ? ok(`The tables are those of this version (${VERSION}).`)
    : ok(`The next start changes the tables (${length} steps): make a backup first.`);
}

async function checkBackups(db: Db, facts: Facts, config: Config, nowMs: number): Promise<Finding> {
  const backup = findingsOf('backup');
  const { BACKUP_DIR, BACKUP_EVERY_HOURS: everyHours } = config;
  if (config.DEMO) return backup.ok('A demo needs no backups.');
  if (!BACKUP_DIR) return backup.warning('There are no scheduled backups: set BACKUP_DIR.');
  if (!facts.hasBackupRuns) return backup.warning('No backup was made yet.');
  const [finished, success] = [await findLastFinished(db), await findLastSuccess(db)];
  if (finished && finished.error !== null) return backup.error(`The last backup failed: ${finished.error}`);
  if (!success) return backup.warning('No scheduled backup was made yet.');
  const ageMs = nowMs - success.started_at.getTime();
  const sentence = `The last backup is ${Math.round(ageMs / HOUR_MS)} hours old`;
  if (isBackupOverdue(nowMs, success.started_at.getTime(), everyHours))
    return backup.error(`${sentence}, and one is due every ${everyHours} hours.`);
  return success.file && !existsSync(success.file)
    ? backup.warning(`${sentence}, but ${success.file} is not there.`)
    : backup.ok(`${sentence}.`);
}

/** The connection of the running server, or of one that is started for the check. Nothing before the first start. */
async function connectionOf(config: Config, undo: Undo, isRunning: boolean): Promise<Connection | undefined> {
  if (config.DATABASE_URL) return openDatabase(config, undo, () => {});
  if (isRunning) return findDatabase(config);
  const cluster = hasEmbeddedSecret(config) ? embeddedCluster(config) : undefined;
  return cluster && existsSync(join(cluster, 'PG_VERSION'))
    ? openDatabase(config, undo, () => {})
    : undefined;
}

interface Checked {
  findings: Finding[];
  /** How far the clock of the database is ahead. */
  aheadMs?: number;
}

/** Errors of the connection are those that a start would report. */
export async function checkDatabase(
  config: Config,
  undo: Undo,
  isRunning: boolean,
  nowMs: number,
): Promise<Checked> {
  const isEmbedded = !config.DATABASE_URL;
  try {
    const connection = await connectionOf(config, undo, isRunning);
    if (!connection)
      return {
        findings: [
          isRunning
            ? error('The embedded Postgres of the running server does not answer.')
            : ok('The first start sets up the embedded Postgres.'),
        ],
      };
    const db = openDb(connection, createLog('silent'));
    undo.add(() => db.destroy());
    const askedMs = Date.now();
    const facts = await readDatabaseFacts(db);
    const aheadMs = facts.nowMs - (askedMs + Date.now()) / 2;
    const backup = await checkBackups(db, facts, config, nowMs);
    return { findings: [...checkFacts(facts, isEmbedded), checkSchema(facts), backup], aheadMs };
  } catch (problem) {
    const sentences = explainStart(problem, VERSION) ?? [(problem as Error).message];
    return { findings: sentences.map(error) };
  }
}
