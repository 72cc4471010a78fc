import { type Kysely, sql } from 'kysely';

/** Search and sort keys of the fleet list, stored since each request compares those of every device; R7.2. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A line break separates the fields, so that no search matches across them.
  await sql`
    alter table device
      add column fleet_text text not null generated always as (
        searchable(
          id_dev || chr(10) || coalesce(fc_id, '') || chr(10) || coalesce(alias, '')
          || chr(10) || coalesce(fc_type, '') || chr(10) || coalesce(version, '')
        )
      ) stored,
      add column alias_order text not null generated always as (
        searchable(coalesce(nullif(btrim(alias), ''), id_dev))
      ) stored`.execute(db);
  // The phone number also without its spaces.
  await sql`
    alter table app_user add column contact_text text not null generated always as (
      searchable(
        email || chr(10) || name || ' ' || surname || chr(10) || coalesce(phone_number, '')
        || chr(10) || coalesce(regexp_replace(phone_number, '[^0-9+]', '', 'g'), '')
        || chr(10) || coalesce(address, '')
      )
    ) stored`.execute(db);
  // Counts the open alerts of all devices without reading the table.
  await sql`create index alert_open_of_device on alert (device_id, severity) where resolved_at is null`.execute(
    db,
  );
}
