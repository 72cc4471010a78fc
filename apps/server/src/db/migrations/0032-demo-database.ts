import { type Kysely, sql } from 'kysely';

/** A well-formed hash that no password is known for: its salt and digest are zeros. */
const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * The demo has a database of its own: demo rows that an earlier version kept beside real ones are deleted, and the
 * database is marked as a real one if real users or devices remain. Audit lines stay, so the hash chain stays whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await deleteDemoDevices(db);
  await deleteDemoUsers(db);
  await dropFlags(db);
  await sql`
    create table installation (
      is_only boolean primary key default true check (is_only),
      kind text not null check (kind in ('demo', 'real'))
    )`.execute(db);
  await sql`
    insert into installation (kind)
    select 'real' where exists (select from app_user) or exists (select from device)`.execute(db);
}

async function deleteDemoDevices(db: Kysely<unknown>) {
  await sql`
    delete from inbox_item
    where event ->> 'device_id' in (select id_dev from device where is_demo)`.execute(db);
  // No foreign key, or one that does not cascade. `device_change` comes after the tables that refer to it.
  for (const table of ['frame', 'device_config', 'firmware_update', 'device_change', 'lock_out'])
    await sql`
      delete from ${sql.id(table)} where device_id in (select id from device where is_demo)`.execute(db);
  await sql`delete from firmware_release where is_demo`.execute(db);
  await sql`delete from device where is_demo`.execute(db);
}

/**
 * Rows of real devices may refer to a demo user, and a migration must not end a lock-out tag. Such a user stays without
 * e-mail, password, roles and access, and cannot log in.
 */
async function deleteDemoUsers(db: Kysely<unknown>) {
  await sql`
    delete from app_user where is_demo and id not in (
      select user_id from command
      union select user_id from lock_out
      union select user_id from device_change where user_id is not null
      union select person_id from device_change where person_id is not null)`.execute(db);
  for (const table of [
    'user_role',
    'session',
    'known_device',
    'password_reset',
    'email_confirmation',
    'user_device',
    'inbox_item',
  ])
    await sql`
      delete from ${sql.id(table)} where user_id in (select id from app_user where is_demo)`.execute(db);
  await sql`delete from user_device where granted_by in (select id from app_user where is_demo)`.execute(db);
  await sql`
    update app_user set
      email = 'former-demo-user-' || id || '@demo.invalid', password_hash = ${NO_PASSWORD}, email_confirmed_at = null,
      phone_number = null, address = null, notes = null
    where is_demo`.execute(db);
}

/** The indexes with the flag go with its column; those of the user list come back without it. */
async function dropFlags(db: Kysely<unknown>) {
  for (const table of ['app_user', 'device', 'firmware_release'])
    await sql`alter table ${sql.id(table)} drop column is_demo`.execute(db);
  for (const column of ['email_order', 'name_order', 'surname_order', 'created_at'])
    await sql`
      create index ${sql.id(`app_user_by_${column}`)} on app_user (${sql.id(column)}, id)`.execute(db);
}
