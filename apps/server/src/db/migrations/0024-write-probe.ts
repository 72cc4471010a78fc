import { type Kysely, sql } from 'kysely';

/** One row that `/readyz` writes, to detect a database that cannot write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table write_probe (id int primary key check (id = 1), at timestamptz not null)`.execute(
    db,
  );
}
