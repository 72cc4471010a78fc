import { type Kysely, sql } from 'kysely';

/** R4.13: the load is a metric of its own. Rollups that were made without it are made again from the frames. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['history_minute', 'history_hour'])
    await sql`alter table ${sql.id(table)} add column load bytea`.execute(db);
  await sql`
    update history_progress set device_id = 0, hour = least(hour, (
      select min(to_timestamp(substr(relname, 7) || ' +00', 'YYYYMMDD TZH'))
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'frame'::regclass and relname ~ '^frame_[0-9]{8}$'))`.execute(db);
}
