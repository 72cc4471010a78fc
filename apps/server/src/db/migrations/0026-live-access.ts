import { type Kysely, sql } from 'kysely';

/** R4.3b: access in force at a time. Stable and not strict, so the planner inlines it and uses the indexes of `user_device`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function live_access(at timestamptz) returns setof user_device stable parallel safe language sql
    as 'select * from user_device where expires_at is null or expires_at > at'`.execute(db);
}
