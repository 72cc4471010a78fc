import { type Kysely, sql } from 'kysely';

/** A pump that is stopped again notifies again: the ledger and the ladder tell the occurrences of an alert apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_delivery
      add column occurrence integer not null default 1,
      drop constraint alert_delivery_once,
      add constraint alert_delivery_once
        unique nulls not distinct (alert_id, change, occurrence, user_id, channel, target_id)`.execute(db);
  await sql`alter table alert_escalation add column occurrence integer not null default 1`.execute(db);
}
