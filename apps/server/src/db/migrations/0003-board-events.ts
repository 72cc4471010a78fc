import { type Kysely, sql } from 'kysely';

/** Events of boards; an occurrence is raised once and cleared once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table board_event (
      device_id integer not null references device on delete cascade,
      id text not null,
      code text not null,
      severity text not null,
      raised_at timestamptz,
      cleared_at timestamptz,
      reading jsonb not null,
      received_at timestamptz not null,
      primary key (device_id, id)
    )`.execute(db);
  await sql`create index board_event_received_at on board_event (device_id, received_at desc)`.execute(db);
}
