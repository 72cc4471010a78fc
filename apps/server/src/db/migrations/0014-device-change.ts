import { type Kysely, sql } from 'kysely';

/** R5.7b: changes of a device that are not commands; the timeline reads them beside commands and board events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_change (
      id bigint generated always as identity primary key,
      device_id integer not null references device (id),
      kind text not null,
      action text not null,
      user_id integer references app_user (id),
      role text,
      person_id integer references app_user (id),
      fields jsonb not null,
      status text not null,
      reason text,
      steps jsonb not null default '[]',
      created_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db);
  await sql`create index device_change_newest on device_change (device_id, created_at desc, id desc)`.execute(
    db,
  );
}
