import { type Kysely, sql } from 'kysely';

/** Pumps that feed one house, tank or garden (R9.1). A pump is in one system at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table water_system (
      id integer generated always as identity primary key,
      name text not null,
      kind text not null constraint water_system_kind_known check (kind in ('house', 'tank', 'irrigation'))
    )`.execute(db);
  await sql`
    create table water_system_pump (
      system_id integer not null references water_system on delete cascade,
      device_id integer not null unique references device on delete cascade,
      joined_at timestamptz not null,
      primary key (system_id, device_id)
    )`.execute(db);
}
