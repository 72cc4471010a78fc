import { type Kysely, sql } from 'kysely';

/**
 * The devices that an integration login reaches; null: all that its user holds. Access is read from `user_device` before
 * every message, so a number without a row of it opens nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integration add column device_ids integer[]`.execute(db);
}
