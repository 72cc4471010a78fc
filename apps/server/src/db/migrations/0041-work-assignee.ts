import { type Kysely, sql } from 'kysely';

/**
 * The person who takes care of an offline or locked-out device. A row of an earlier cause has no effect
 * (`isOfCause` of the domain) and is replaced by the next assignment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table work_assignee (
      device_id integer not null references device on delete cascade,
      kind text not null check (kind in ('offline', 'locked_out')),
      cause_id integer not null,
      user_id integer not null references app_user on delete cascade,
      assigned_at timestamptz not null,
      primary key (device_id, kind)
    )`.execute(db);
}
