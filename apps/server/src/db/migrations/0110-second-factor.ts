import { type Kysely, sql } from 'kysely';

/** Second factors, recovery codes, challenges of logins, resets; and renewed tokens of sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factor (
      id integer generated always as identity primary key,
      user_id integer not null references app_user (id),
      kind text not null constraint second_factor_kind_known check (kind in ('totp', 'passkey')),
      name text not null,
      -- Of an authenticator app.
      secret bytea,
      last_step bigint,
      -- Of a passkey.
      credential_id text unique,
      public_key bytea,
      sign_count bigint,
      transports text[],
      created_at timestamptz not null,
      confirmed_at timestamptz,
      used_at timestamptz
    )`.execute(db);
  await sql`create index second_factor_user_id on second_factor (user_id)`.execute(db);
  await sql`
    create table recovery_code (
      user_id integer not null references app_user (id),
      code_hash bytea not null,
      created_at timestamptz not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`
    create table auth_challenge (
      token_hash bytea primary key,
      purpose text not null
        constraint auth_challenge_purpose_known check (purpose in ('login', 'passkey', 'proof', 'registration')),
      user_id integer references app_user (id),
      is_remembered boolean not null default false,
      password_hash text,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index auth_challenge_expires_at on auth_challenge (expires_at)`.execute(db);
  await sql`
    create table factor_reset (
      user_id integer primary key references app_user (id),
      asked_by integer not null references app_user (id),
      token_hash bytea unique,
      reset_at timestamptz not null
    )`.execute(db);
  await sql`alter table known_device add column trusted_until timestamptz`.execute(db);
  await sql`
    alter table session
      add column token_hash bytea,
      add column previous_hash bytea,
      add column previous_until timestamptz,
      add column must_renew boolean not null default false,
      add column factor_proved_at timestamptz`.execute(db);
  await sql`create unique index session_token on session (coalesce(token_hash, id))`.execute(db);
  await sql`create index session_previous on session (previous_hash) where previous_hash is not null`.execute(
    db,
  );
}
