import { type Kysely, sql } from 'kysely';

/** Shows whether the encrypted secrets of this database were written with the key of a server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation add column secret_check bytea`.execute(db);
}
