import type { Client } from 'pg';
import { quoted } from '../backup/catalog.ts';
import type { Connection } from '../db.ts';
import { PrimaryClient } from '../primary-client.ts';

/** Owns the databases of the embedded Postgres. No superuser: whoever makes the server run SQL reaches no file or program. */
export const SERVER_ROLE = 'manoboard_server';

const RIGHTS = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

async function withClient<T>(connection: Connection, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new PrimaryClient(connection);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

export async function prepareServerRole(admin: Client, password: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [SERVER_ROLE]);
  if (rowCount === 0) await admin.query(`create role ${SERVER_ROLE}`);
  await admin.query(`alter role ${SERVER_ROLE} ${RIGHTS} password ${admin.escapeLiteral(password)}`);
}

async function prepareDatabase(admin: Client, name: string): Promise<void> {
  const { rows } = await admin.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [name],
  );
  if (!rows[0]) await admin.query(`create database ${quoted(name)} owner ${SERVER_ROLE}`);
  else if (rows[0].owner !== SERVER_ROLE)
    await admin.query(`alter database ${quoted(name)} owner to ${SERVER_ROLE}`);
}

/**
 * What the superuser owns in a database of an older version, as statements. `reassign owned` refuses the role that created the
 * cluster. Sequences of a column follow their table.
 */
const FOREIGN_OBJECTS = `
  with own_schema as (
    select oid, nspname, nspowner from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), foreign_object (kind, name) as (
    select 'schema', quote_ident(nspname) from own_schema where nspowner = current_user::regrole
    union all
    select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      pg_class.oid::regclass::text
    from pg_class join own_schema on own_schema.oid = relnamespace
    where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S')
      and not (relkind = 'S' and exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid
          and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')))
    union all
    select 'routine', pg_proc.oid::regprocedure::text
    from pg_proc join own_schema on own_schema.oid = pronamespace where proowner = current_user::regrole
    union all
    select 'type', pg_type.oid::regtype::text
    from pg_type join own_schema on own_schema.oid = typnamespace left join pg_class on pg_class.oid = typrelid
    where typowner = current_user::regrole and (typtype in ('d', 'e', 'r') or (typtype = 'c' and relkind = 'c'))
  )
  select format('alter %s %s owner to ${SERVER_ROLE}', kind, name) as statement from foreign_object`;

async function takeOver(admin: Client): Promise<number> {
  const { rows } = await admin.query<{ statement: string }>(FOREIGN_OBJECTS);
  if (rows.length === 0) return 0;
  await admin.query(`begin; ${rows.map(({ statement }) => statement).join('; ')}; commit`);
  return rows.length;
}

/**
 * Creates the database if it is missing, and gives it and everything in it to the role of the server. Returns the
 * connection of that role.
 */
export async function openAsServerRole(
  admin: Connection,
  { database, password }: { database: string; password: string },
  onProgress: (progress: string) => void,
): Promise<Connection> {
  await withClient({ ...admin, database: 'postgres' }, async (client) => {
    await prepareServerRole(client, password);
    await prepareDatabase(client, database);
  });
  const taken = await withClient({ ...admin, database }, takeOver);
  if (taken > 0) onProgress(`database: ${taken} objects now belong to a role without superuser rights`);
  return { ...admin, database, user: SERVER_ROLE, password };
}
