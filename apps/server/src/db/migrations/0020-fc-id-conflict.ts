import { type Kysely, sql } from 'kysely';

/**
 * Several boards may report one converter: all are stored, and the conflict is an alert. `fc_since` is when the board
 * began to report its converter; for the first converter, the time of the enrolment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device drop constraint device_fc_id_key, add column fc_since timestamptz`.execute(db);
  await sql`update device set fc_since = created_at where fc_id is not null`.execute(db);
  await sql`create index device_fc_id on device (fc_id)`.execute(db);
  await sql`alter table alert add column other_boards text[]`.execute(db);
  await sql`
    create unique index alert_one_fc_id_conflict on alert (device_id)
    where code = 'FC_ID_CONFLICT' and cleared_at is null`.execute(db);
}
