import { type Kysely, sql } from 'kysely';

/**
 * Frames of a removed device are deleted with it. A foreign key would check every frame at ingest and lock its device's
 * row; the trigger costs nothing there. A frame that arrives at that moment stays until its day is dropped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function delete_frames_of_device() returns trigger language plpgsql as $$
    begin
      delete from frame where device_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger device_deletes_frames after delete on device
    for each row execute function delete_frames_of_device()`.execute(db);
  // No query uses them: frames are searched by time of measurement, and the inbox job reads each list by its order.
  await sql`drop index frame_received_at`.execute(db);
  await sql`drop index inbox_item_created_at`.execute(db);
}
