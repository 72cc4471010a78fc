import { type Kysely, sql } from 'kysely';

/** R4.3b: delegated access has an expiry and a grantor; revoking it also revokes what was passed on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_device
      add column expires_at timestamptz,
      add column granted_by integer references app_user on delete cascade,
      add check (access = 'delegate' or (expires_at is null and granted_by is null))`.execute(db);
  await sql`
    update user_device delegated set granted_by = owned.user_id
    from user_device owned
    where delegated.access = 'delegate' and owned.access = 'owner' and owned.device_id = delegated.device_id`.execute(
    db,
  );
  await sql`create index user_device_granted_by on user_device (granted_by) where granted_by is not null`.execute(
    db,
  );
  await sql`create index user_device_expires_at on user_device (expires_at) where expires_at is not null`.execute(
    db,
  );
}
