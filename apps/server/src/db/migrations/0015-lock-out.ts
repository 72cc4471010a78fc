import { type Kysely, sql } from 'kysely';

/** R5.10: lock-out tags. A tag that was removed or has expired keeps its row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lock_out (
      id integer generated always as identity primary key,
      device_id integer not null references device (id),
      user_id integer not null references app_user (id),
      reason text not null,
      until timestamptz,
      created_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create unique index lock_out_one_of_device on lock_out (device_id) where ended_at is null`.execute(
    db,
  );
}
