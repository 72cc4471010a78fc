import { type Kysely, sql } from 'kysely';

/**
 * The last new secret of a board that was sent over its connection. `secret_hash` is valid beside the one of the device
 * until the board has logged in with it; then it replaces that one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table secret_renewal (
      device_id integer primary key references device on delete cascade,
      message_id text not null,
      secret_hash bytea,
      asked_at timestamptz not null,
      stored_at timestamptz,
      used_at timestamptz,
      failed_at timestamptz,
      check (secret_hash is null or (used_at is null and failed_at is null))
    )`.execute(db);
}
