import { type Kysely, sql } from 'kysely';

/** R4.16: why a board does not control its converter, and the type that the board is configured for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column fc_refusal text, add column fc_configured text`.execute(db);
}
