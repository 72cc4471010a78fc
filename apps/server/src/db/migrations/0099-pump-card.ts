import { type Kysely, sql } from 'kysely';

/** What people entered or measured of the pump, by version, and what the board knows of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pump_card (
      device_id integer not null references device on delete cascade,
      version integer not null,
      values jsonb not null,
      origins jsonb not null,
      user_id integer references app_user on delete set null,
      created_at timestamptz not null,
      primary key (device_id, version)
    )`.execute(db);
  await sql`alter table device add column pump jsonb`.execute(db);
}
