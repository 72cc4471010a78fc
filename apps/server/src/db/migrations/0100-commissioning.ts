import { type Kysely, sql } from 'kysely';

/** Commissionings of pumps. The row of a finished one is the report, which never changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table commissioning (
      id integer generated always as identity primary key,
      device_id integer not null references device (id),
      user_id integer not null references app_user (id),
      year integer not null,
      number integer not null,
      corrects integer references commissioning (id),
      steps jsonb not null,
      card jsonb,
      frames_before jsonb,
      taken_by text,
      started_at timestamptz not null,
      changed_at timestamptz not null,
      ended_at timestamptz,
      constraint commissioning_number unique (year, number)
    )`.execute(db);
  await sql`create unique index commissioning_one_of_device on commissioning (device_id) where ended_at is null`.execute(
    db,
  );
  await sql`create index commissioning_device_id on commissioning (device_id)`.execute(db);
  await sql`
    create function refuse_report_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the report of a finished commissioning does not change';
    end $$`.execute(db);
  await sql`
    create trigger commissioning_report before update on commissioning
    for each row when (old.ended_at is not null) execute function refuse_report_change()`.execute(db);
}
