import { type Kysely, sql } from 'kysely';

/**
 * R4.18: invitations, and people who are told of alarms without rights. Both end with the access of who gave them: the
 * foreign key follows every way in which access ends. Addresses are in lower case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation (
      id integer primary key generated always as identity,
      device_id integer not null,
      granted_by integer not null,
      level text not null check (level in ('watch', 'switch')),
      email text,
      token_hash bytea unique,
      access_until timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      foreign key (granted_by, device_id) references user_device (user_id, device_id) on delete cascade,
      unique (device_id, email)
    )`.execute(db);
  await sql`
    create table alert_recipient (
      id integer primary key generated always as identity,
      device_id integer not null,
      asked_by integer not null,
      name text not null,
      email text not null,
      locale text not null,
      state text not null default 'asked' check (state in ('asked', 'agreed', 'declined')),
      asked_at timestamptz not null,
      changed_at timestamptz not null,
      foreign key (asked_by, device_id) references user_device (user_id, device_id) on delete cascade,
      unique (device_id, email)
    )`.execute(db);
  for (const table of ['alert_delivery', 'alert_unreached'])
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.id(`${table}_step_known`)},
        add constraint ${sql.id(`${table}_step_known`)} check (
          step in ('owner', 'delegates', 'technicians', 'staff', 'installation', 'recipients')) not valid`.execute(
      db,
    );
}
