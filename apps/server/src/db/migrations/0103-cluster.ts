import { type Kysely, sql } from 'kysely';

/**
 * Several servers on one database. `server`: the running servers, written every second. `board_session`: the server that a board is
 * connected to, or was last. `conn` is raised at each connection, `rev` at each change of it: what is about an older
 * connection changes nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server (
      server_id text primary key,
      version text not null,
      seen_at timestamptz not null default now(),
      is_bus_up boolean not null,
      is_draining boolean not null
    )`.execute(db);
  await sql`
    create table board_session (
      device_id integer primary key references device (id) on delete cascade,
      server_id text not null,
      conn bigint not null,
      rev integer not null default 0,
      is_online boolean not null,
      since timestamptz not null,
      changed_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index board_session_changed_at on board_session (changed_at)`.execute(db);
  await sql`alter table command add column server_id text`.execute(db);
}
