import { type Kysely, sql } from 'kysely';

/** The last messages to a user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alert_delivery_user on alert_delivery (user_id, id)`.execute(db);
}
