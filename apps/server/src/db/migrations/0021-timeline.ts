import { type Kysely, sql } from 'kysely';

/** R5.7b: a requested configuration and an update refer to their row in the timeline, which ends with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_config add column change_id bigint references device_change (id)`.execute(db);
  await sql`alter table firmware_update add column change_id bigint references device_change (id)`.execute(
    db,
  );
}
