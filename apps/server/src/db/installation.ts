import { sql } from 'kysely';
import { StartRefused } from '../base/start-refused.ts';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';
import type { InstallationKind } from './tables/installation-tables.ts';

/** By the mark of the database. */
const REFUSALS: Record<InstallationKind, string> = {
  demo: 'This database is marked as a demo database, whose passwords are public: a server without DEMO=1 does not start on it. Set DATABASE_URL to another database, or DEMO=1.',
  real: 'This database is marked as the database of a real server: the demo does not start on it. Set DATABASE_URL to a new, empty database, or DEMO=0.',
};

/** Nothing for a database that no server has started on. */
async function findKind(db: Db): Promise<InstallationKind | undefined> {
  const { rows } = await sql`select where to_regclass('installation') is not null`.execute(db);
  if (rows.length === 0) return undefined;
  return (await db.selectFrom('installation').select('kind').executeTakeFirst())?.kind;
}

async function requireKind(db: Db, kind: InstallationKind): Promise<void> {
  const found = (await findKind(db)) ?? kind;
  if (found !== kind) throw new StartRefused(REFUSALS[found]);
}

/**
 * Migrates the database and marks an unmarked one as a demo or a real one, for ever: demo rows and real rows never
 * share a database. A database of the other kind is refused, if possible before the migration. Returns the names of
 * the migrations that ran.
 */
export async function prepareInstallation(db: Db, kind: InstallationKind): Promise<string[]> {
  await requireKind(db, kind);
  const migrated = await migrate(db);
  await db
    .insertInto('installation')
    .values({ kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await requireKind(db, kind);
  return migrated;
}

/** The server needs no such rights: injected SQL would reach files and programs of the database's machine. */
export async function isSuperuser(db: Db): Promise<boolean> {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user`.execute(db);
  return rows[0]?.rolsuper ?? false;
}
