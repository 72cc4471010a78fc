import { type Kysely, sql } from 'kysely';

/** Whether a server adds a checksum to its messages. One that does not know the column does not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table server add column has_checksum boolean not null default false`.execute(db);
}
