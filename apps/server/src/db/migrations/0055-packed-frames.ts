import { type Kysely, sql } from 'kysely';

/**
 * Frames of closed days (decision 28): one row is an hour of a device, packed by `frame-codec.ts`, in one partition a
 * day. They are deflated already, so Postgres does not compress them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table packed_frame (
      device_id integer not null,
      start timestamptz not null,
      frames bytea not null,
      primary key (device_id, start)
    ) partition by range (start)`.execute(db);
  await sql`alter table packed_frame alter column frames set storage external`.execute(db);
  await sql`
    create or replace function delete_frames_of_device() returns trigger language plpgsql as $$
    begin
      delete from frame where device_id = old.id;
      delete from packed_frame where device_id = old.id;
      delete from history_late where device_id = old.id;
      delete from history_minute where device_id = old.id;
      delete from history_hour where device_id = old.id;
      return null;
    end $$`.execute(db);
}
