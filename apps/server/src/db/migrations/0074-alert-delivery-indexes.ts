import { type Kysely, sql } from 'kysely';

/** What is due, the messages of the last minute to a target, the rows of a message, and the last failures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index alert_delivery_due on alert_delivery (channel, next_at)
    where state in ('waiting', 'held')`.execute(db);
  await sql`
    create index alert_delivery_formed on alert_delivery (channel, target_id, formed_at)
    where message_key is not null`.execute(db);
  await sql`create index alert_delivery_message on alert_delivery (message_key)`.execute(db);
  await sql`
    create index alert_delivery_failed on alert_delivery (failed_at) where state = 'failed'`.execute(db);
  await sql`create index alert_escalation_due on alert_escalation (due_at)`.execute(db);
}
