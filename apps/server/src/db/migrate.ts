import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';
import * as m0001 from './migrations/0001-schema.ts';

const SCHEMA = '0001-schema';

/** In order; a migration that has shipped is never edited. */
const migrations: Record<string, Migration> = { [SCHEMA]: m0001 };

/** To be deleted at 1.1: the 82 migrations that made the same schema before the release. */
const isBefore10 = (names: readonly string[]) => names.length === 82 && names.includes('0205-wall-token');

/** The migrations of a database or a backup, by their names of this version. */
const named = (names: readonly string[]) => (isBefore10(names) ? [SCHEMA] : names);

/** A database of before 1.0 has this schema already: its migrations get the name of this one, and no row changes. */
async function renameMigrations(db: Db): Promise<string[]> {
  const { rows: exists } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (exists.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  if (!isBefore10(rows.map(({ name }) => name))) return [];
  return db.transaction().execute(async (tx) => {
    const gone = await sql`delete from kysely_migration where name <> ${SCHEMA}`.execute(tx);
    // Another server was first.
    if (!gone.numAffectedRows) return [];
    await sql`insert into kysely_migration values (${SCHEMA}, now()::text)`.execute(tx);
    return [SCHEMA];
  });
}

/** Branches merge in any order, so a database may have a later number already. */
const migratorOf = (db: Db, known: Record<string, Migration>) =>
  new Migrator({ db, provider: { getMigrations: async () => known }, allowUnorderedMigrations: true });

/** Up to the newest migration; returns the names of those that ran. */
export async function migrate(db: Db): Promise<string[]> {
  const renamed = await renameMigrations(db);
  const { error, results = [] } = await migratorOf(db, migrations).migrateToLatest();
  if (error) throw error;
  return [...renamed, ...results.map(({ migrationName }) => migrationName)];
}

/** The migrations of a newer version of the server. */
export const unknownMigrations = (names: readonly string[]) =>
  named(names).filter((name) => !Object.hasOwn(migrations, name));

/** The migrations that the next start runs on a database with these. */
export const missingMigrations = (names: readonly string[]) =>
  Object.keys(migrations).filter((name) => !named(names).includes(name));

/** Runs these migrations and no other, on an empty database: the schema of a backup. */
export async function migrateExactly(db: Db, names: readonly string[]): Promise<void> {
  const chosen = Object.fromEntries(
    Object.entries(migrations).filter(([name]) => named(names).includes(name)),
  );
  const { error } = await migratorOf(db, chosen).migrateToLatest();
  if (error) throw error;
}
