import { type Kysely, sql } from 'kysely';

/** R3.5: last use and network of a session; accounts that their users have deleted; the commands of one user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      add column last_used_at timestamptz not null default now(),
      add column network text`.execute(db);
  await sql`update session set last_used_at = created_at`.execute(db);
  await sql`alter table app_user add column deleted_at timestamptz`.execute(db);
  await sql`create index app_user_deleted on app_user (id) where deleted_at is not null`.execute(db);
  await sql`create index command_user on command (user_id, created_at, id)`.execute(db);
  // A transfer that has read its receiver before the account was deleted must not leave a device without a reachable
  // owner. The lock waits for a deletion in progress.
  await sql`
    create function refuse_deleted_user() returns trigger language plpgsql as $$
    begin
      perform from app_user where id = new.user_id and deleted_at is null for key share;
      if not found then
        raise exception 'user % is deleted', new.user_id;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger user_device_not_deleted before insert on user_device
    for each row execute function refuse_deleted_user()`.execute(db);
}
