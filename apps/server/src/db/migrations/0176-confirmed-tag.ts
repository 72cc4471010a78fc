import { type Kysely, sql } from 'kysely';

/** R5.10: when the board reported the tag, or stopped the pump under it. Tags that are open now count as confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lock_out add column confirmed_at timestamptz`.execute(db);
  await sql`update lock_out set confirmed_at = created_at`.execute(db);
}
