import { type Kysely, sql } from 'kysely';

/** As of this migration. Each column holds the packed statistics of one field (`packed-block.ts`). */
const FIELDS = [
  'on_off_state_r',
  'modbus',
  'frequency_fc',
  'pressure_control',
  'required_pressure',
  'pressure',
  'motor_current',
  'motor_rpm',
  'motor_power',
  'bus_voltage',
  'temperature_fc',
  'temperature_mnb',
  'analog_input_2',
  'analog_input_3',
  'electro_meter',
  'motor_operating_hours',
  'fault',
  'rssi',
];

/** A row is a block of a device: an hour of minutes, or a UTC day of hours. */
async function createLevel(db: Kysely<unknown>, table: string) {
  const columns = sql.join(FIELDS.map((field) => sql`${sql.id(field)} bytea`));
  await sql`
    create table ${sql.id(table)} (
      device_id integer not null,
      start timestamptz not null,
      seen bytea not null,
      ${columns},
      primary key (device_id, start)
    ) partition by range (start)`.execute(db);
}

/**
 * Rollups (decision 25). `history_progress` is one row: every hour before `hour` was rolled up, and of that hour the devices
 * up to `device_id`. It begins with the oldest stored frames. `history_late` has the hours of frames that were stored
 * afterwards; it has no unique key, so that storing a frame never waits for a rollup.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLevel(db, 'history_minute');
  await createLevel(db, 'history_hour');
  await sql`
    create table history_progress (
      is_only boolean primary key default true check (is_only),
      hour timestamptz not null,
      device_id integer not null default 0
    )`.execute(db);
  await sql`
    insert into history_progress (hour)
    select coalesce(
      (select min(to_timestamp(substr(relname, 7) || ' +00', 'YYYYMMDD TZH'))
       from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = 'frame'::regclass and relname ~ '^frame_[0-9]{8}$'),
      date_trunc('hour', now()))`.execute(db);
  await sql`
    create table history_late (
      id bigint generated always as identity primary key,
      device_id integer not null,
      hour timestamptz not null
    )`.execute(db);
  await sql`
    create or replace function delete_frames_of_device() returns trigger language plpgsql as $$
    begin
      delete from frame where device_id = old.id;
      delete from history_late where device_id = old.id;
      delete from history_minute where device_id = old.id;
      delete from history_hour where device_id = old.id;
      return null;
    end $$`.execute(db);
}
