import { type Kysely, sql } from 'kysely';

/**
 * The checklist of the first run. A mail server works when the link of a test mail was opened, so the row holds the hash
 * of the newest one. An installation that has a Super Seller already is not new: its checklist is dismissed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation
    add column mail_test_hash bytea,
    add column mail_test_to text,
    add column mail_test_at timestamptz,
    add column mail_opened_at timestamptz,
    add column first_run_dismissed_at timestamptz`.execute(db);
  await sql`update installation set first_run_dismissed_at = now()
    where exists (select from user_role where role = 'Super Seller')`.execute(db);
}
