import { type Kysely, sql } from 'kysely';

/**
 * Figures of a device by UTC day (days since 1970), which its later days are compared with; and days that a person
 * called normal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table normal_day (
      device_id integer not null references device on delete cascade,
      day integer not null,
      figures jsonb not null,
      primary key (device_id, day)
    )`.execute(db);
  await sql`
    create table normal_accepted (
      device_id integer not null references device on delete cascade,
      from_day integer not null,
      to_day integer not null,
      user_id integer references app_user on delete set null,
      at timestamptz not null,
      primary key (device_id, from_day, to_day)
    )`.execute(db);
}
