import { type Kysely, sql } from 'kysely';

/**
 * Usage of devices by hour, made with the rollups; without a foreign key, since a rollup must not fail because a device was
 * deleted meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table energy_day (
      device_id integer not null,
      day timestamptz not null,
      hours jsonb not null,
      primary key (device_id, day)
    )`.execute(db);
  await sql`
    create function delete_energy_of_device() returns trigger language plpgsql as $$
    begin
      delete from energy_day where device_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger energy_of_device after delete on device
    for each row execute function delete_energy_of_device()`.execute(db);
  await sql`
    create table energy_settings (
      user_id integer not null references app_user on delete cascade,
      device_id integer not null references device on delete cascade,
      currency text not null,
      price double precision,
      low_price double precision,
      low_hours integer[] not null,
      co2_g double precision not null,
      has_report boolean not null,
      zone text not null,
      reported_month timestamptz,
      primary key (user_id, device_id)
    )`.execute(db);
}
