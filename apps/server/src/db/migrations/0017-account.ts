import { type Kysely, sql } from 'kysely';

/** R4.3d: confirmed addresses, and the links that confirm them. R3.1: the version of the terms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
      add column email_confirmed_at timestamptz,
      add column terms_version text`.execute(db);
  // Accounts from before the links count as confirmed.
  await sql`update app_user set email_confirmed_at = now()`.execute(db);
  // One link a user. An address other than the account's own is a pending change.
  await sql`
    create table email_confirmation (
      user_id integer primary key references app_user on delete cascade,
      email text not null,
      token_hash bytea not null unique,
      expires_at timestamptz not null
    )`.execute(db);
}
