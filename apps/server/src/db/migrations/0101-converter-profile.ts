import { type Kysely, sql } from 'kysely';

/** Profiles of converters that boards bring along: one row for all boards with the same file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table converter_profile (
      hash text primary key,
      file text not null,
      facts jsonb not null,
      received_at timestamptz not null
    )`.execute(db);
  await sql`alter table device add column fc_profile text`.execute(db);
  await sql`create index device_fc_profile on device (fc_profile) where fc_profile is not null`.execute(db);
}
