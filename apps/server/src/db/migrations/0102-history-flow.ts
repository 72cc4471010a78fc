import { type Kysely, sql } from 'kysely';

/** R4.13: the estimated flow and its error. Hours that were rolled up before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['history_minute', 'history_hour'])
    await sql`alter table ${sql.id(table)} add column flow bytea, add column flow_error bytea`.execute(db);
}
