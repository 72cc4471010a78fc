import { type Kysely, sql } from 'kysely';

/** A server may connect no boards. One that does not know the column connects them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table server add column has_link boolean not null default true`.execute(db);
}
