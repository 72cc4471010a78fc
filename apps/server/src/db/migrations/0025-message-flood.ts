import { type Kysely, sql } from 'kysely';

/** A board that sends more messages than the server accepts has one open alert, with the number of rejected messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert add column held_messages integer`.execute(db);
  await sql`
    create unique index alert_one_message_flood on alert (device_id)
    where code = 'MESSAGE_FLOOD' and cleared_at is null`.execute(db);
}
