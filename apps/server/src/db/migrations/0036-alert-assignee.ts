import { type Kysely, sql } from 'kysely';

/** The person who takes care of an alert. A deleted account leaves the time, so the constraint has one direction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert
      add column assignee_id integer references app_user on delete set null,
      add column assigned_at timestamptz,
      add constraint alert_assigned_at check (assignee_id is null or assigned_at is not null)`.execute(db);
}
