import { type Kysely, sql } from 'kysely';

/**
 * R7.3: substring search for users without an extension that a database may refuse (docs/decisions/0014): a text
 * without accents and capitals, and a GIN index of its pieces of two and three letters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFunctions(db);
  await sql`alter table app_user add column notes text`.execute(db);
  // A line break separates the fields, so that no search matches across them. The name is on both sides of the surname,
  // since users search in either order.
  await sql`
    alter table app_user add column search_text text not null generated always as (
      searchable(
        email || chr(10) || name || ' ' || surname || ' ' || name
        || chr(10) || coalesce(phone_number, '')
        || chr(10) || coalesce(regexp_replace(phone_number, '[^0-9]', '', 'g'), '')
        || chr(10) || id::text
      )
    ) stored`.execute(db);
  await sql`
    alter table device add column search_text text not null generated always as (
      searchable(id_dev || chr(10) || coalesce(fc_id, '') || chr(10) || coalesce(alias, ''))
    ) stored`.execute(db);
  for (const table of ['app_user', 'device'])
    await sql`
      create index ${sql.id(`${table}_search_pieces`)} on ${sql.id(table)}
      using gin (search_pieces(search_text)) with (fastupdate = off)`.execute(db);

  await createOrders(db);
  await sql`create index app_user_is_demo on app_user (is_demo)`.execute(db);
  await sql`create index user_role_by_role on user_role (role, user_id)`.execute(db);
}

/** A late page reads the index alone. The order of names does not depend on the collation of the database. */
async function createOrders(db: Kysely<unknown>) {
  await sql`
    alter table app_user
      add column email_order text not null generated always as (lower(email)) stored,
      add column name_order text not null generated always as (searchable(name)) stored,
      add column surname_order text not null generated always as (searchable(surname)) stored`.execute(db);
  for (const column of ['email_order', 'name_order', 'surname_order', 'created_at'])
    await sql`
      create index ${sql.id(`app_user_by_${column}`)} on app_user (${sql.id(column)}, id) include (is_demo)`.execute(
      db,
    );
}

async function createFunctions(db: Kysely<unknown>) {
  await sql`
    create function searchable(said text) returns text immutable strict parallel safe
    return lower(translate(said,
      'áäčďéěëíĺľňóôöőŕřšťúůüűýžÁÄČĎÉĚËÍĹĽŇÓÔÖŐŔŘŠŤÚŮÜŰÝŽ',
      'aacdeeeillnoooorrstuuuuyzAACDEEEILLNOOOORRSTUUUUYZ'))`.execute(db);
  // High cost makes the planner use the GIN index.
  await sql`
    create function search_pieces(said text) returns text[] immutable strict parallel safe cost 10000
    return array(
      select distinct substr(said, place, letters)
      from generate_series(1, length(said)) place, generate_series(2, 3) letters
      where place + letters - 1 <= length(said))`.execute(db);
  // The pieces that a text must contain to match: the longest ones are enough.
  await sql`
    create function search_keys(wanted text) returns text[] immutable strict parallel safe
    return case when length(wanted) <= 3 then array[wanted] else array(
      select distinct substr(wanted, place, 3) from generate_series(1, length(wanted) - 2) place) end`.execute(
    db,
  );
}
