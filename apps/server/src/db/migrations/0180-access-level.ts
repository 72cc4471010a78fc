import { type Kysely, sql } from 'kysely';

/** R4.18: what a delegate may do. Access from before is that of the delegator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_device
      add column level text not null default 'full' check (level in ('watch', 'switch', 'full')),
      add constraint user_device_owner_level check (access = 'delegate' or level = 'full')`.execute(db);
}
