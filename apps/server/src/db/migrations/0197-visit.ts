import { type Kysely, sql } from 'kysely';

/** Visits of technicians that were agreed with owners: one of a device at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit (
      id integer generated always as identity primary key,
      version integer not null default 1,
      device_id integer not null references device on delete cascade,
      alert_id integer references alert on delete set null,
      day text not null,
      part text not null check (part in ('day', 'morning', 'afternoon')),
      technician_id integer references app_user on delete set null,
      note text,
      state text not null check (state in ('agreed', 'asked', 'done', 'cancelled')),
      wish text,
      created_at timestamptz not null,
      changed_at timestamptz not null,
      unique (device_id, id)
    )`.execute(db);
  await sql`create unique index visit_one_open on visit (device_id) where state in ('agreed', 'asked')`.execute(
    db,
  );
}
