import { type Kysely, sql } from 'kysely';

/** R4.12: the last word that was read from each register of a converter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table register_word (
      device_id integer not null references device on delete cascade,
      address integer not null,
      fc_id text not null,
      word integer not null,
      read_at timestamptz not null,
      previous_word integer,
      primary key (device_id, address)
    )`.execute(db);
}
