import { type Kysely, sql } from 'kysely';

/** R4.2, R4.14: the maker's releases, and the updates of boards to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table firmware_release (
      id text primary key,
      version text not null,
      hw text not null,
      manifest jsonb not null,
      changelog jsonb not null,
      image bytea not null,
      is_demo boolean not null default false,
      uploaded_at timestamptz not null,
      uploaded_by integer references app_user on delete set null,
      unique (hw, version)
    )`.execute(db);
  // Uncompressed, so that a chunk is cut without unpacking the whole image.
  await sql`alter table firmware_release alter column image set storage external`.execute(db);
  await sql`
    create table firmware_update (
      id integer primary key generated always as identity,
      device_id integer not null references device on delete cascade,
      release_id text not null references firmware_release on delete cascade,
      from_version text,
      status text not null,
      percent integer not null default 0,
      error text,
      is_success boolean not null default false,
      started_at timestamptz not null,
      started_by integer references app_user on delete set null,
      changed_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index firmware_update_device on firmware_update (device_id, id desc)`.execute(db);
  await sql`create index firmware_update_release on firmware_update (release_id)`.execute(db);
  // Two concurrent requests start one update.
  await sql`create unique index firmware_update_running on firmware_update (device_id) where ended_at is null`.execute(
    db,
  );
}
