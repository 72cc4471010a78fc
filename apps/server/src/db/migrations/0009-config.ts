import { type Kysely, sql } from 'kysely';

/** R4.11: every requested configuration, and the last report of the board. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_config (
      device_id integer not null references device on delete cascade,
      version integer not null,
      config jsonb not null,
      user_id integer references app_user on delete set null,
      created_at timestamptz not null,
      answer text,
      primary key (device_id, version)
    )`.execute(db);
  await sql`
    create table config_report (
      device_id integer primary key references device on delete cascade,
      version integer not null,
      status text not null,
      reason text,
      field text,
      reported_at timestamptz not null,
      applied_version integer,
      applied_at timestamptz
    )`.execute(db);
}
