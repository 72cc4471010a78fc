import { type Kysely, sql } from 'kysely';

/** R4.17: the place of a device. Its name and address are searched as the alias is, in the fleet and in alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const place = sql`coalesce(place ->> 'name', '') || chr(10) || coalesce(place ->> 'address', '')`;
  // Generated columns cannot be changed; dropping one drops its index.
  await sql`
    alter table device
      add column place jsonb,
      drop column search_text,
      drop column fleet_text`.execute(db);
  await sql`
    alter table device
      add column search_text text not null generated always as (
        searchable(
          id_dev || chr(10) || coalesce(fc_id, '') || chr(10) || coalesce(alias, '') || chr(10) || ${place}
        )
      ) stored,
      add column fleet_text text not null generated always as (
        searchable(
          id_dev || chr(10) || coalesce(fc_id, '') || chr(10) || coalesce(alias, '') || chr(10) || ${place}
          || chr(10) || coalesce(fc_type, '') || chr(10) || coalesce(version, '')
        )
      ) stored`.execute(db);
  await sql`
    create index device_search_pieces on device
    using gin (search_pieces(search_text)) with (fastupdate = off)`.execute(db);
}
