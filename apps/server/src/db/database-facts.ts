import { sql } from 'kysely';
import type { Db } from './db.ts';

interface DatabaseFacts {
  /** 180003 for 18.3. */
  versionNumber: number;
  version: string;
  encoding: string;
  maxConnections: number;
  isStandby: boolean;
  /** The user of the connection may create schemas in it. */
  mayCreate: boolean;
  nowMs: number;
  /** Changes that servers have made to the schema; undefined for an empty database. */
  migrations: string[] | undefined;
  hasBackupRuns: boolean;
}

/** Facts of a database of any version, an empty one too; changes nothing. */
export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<
    Omit<DatabaseFacts, 'migrations'> & { hasMigrations: boolean }
  >`select current_setting('server_version_num')::int as "versionNumber",
      current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int as "maxConnections",
      pg_is_in_recovery() as "isStandby",
      has_database_privilege(current_database(), 'create') as "mayCreate",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      to_regclass('kysely_migration') is not null as "hasMigrations",
      to_regclass('backup_run') is not null as "hasBackupRuns"`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database does not answer');
  const { hasMigrations, ...others } = facts;
  return { ...others, migrations: hasMigrations ? await listMigrations(db) : undefined };
}

async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
