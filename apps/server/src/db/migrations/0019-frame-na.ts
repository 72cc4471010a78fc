import { type Kysely, sql } from 'kysely';

/**
 * Fields that the board could not measure, as bits (`frame-na.ts`): a column without a value is unchanged, unless its
 * bit is set. Null is none, and costs no byte.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table frame add column na integer`.execute(db);
}
