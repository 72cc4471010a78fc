import { type Kysely, sql } from 'kysely';

/** R7.4: substring search in the notes of alerts and in addresses of owners, as for users (docs/decisions/0014). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index alert_notes_pieces on alert using gin (search_pieces(searchable(notes))) with (fastupdate = off)
    where notes is not null`.execute(db);
  await sql`
    create index app_user_address_pieces on app_user using gin (search_pieces(searchable(address))) with (fastupdate = off)
    where address is not null`.execute(db);
}
