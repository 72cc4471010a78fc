import { type Kysely, sql } from 'kysely';

/** Boards that are enrolled by hand carry a claim code on their label; only its hash is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column claim_hash bytea`.execute(db);
}
