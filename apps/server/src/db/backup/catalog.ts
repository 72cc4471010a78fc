import type { Client } from 'pg';

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Values as text must not depend on the settings of a server. */
export async function useFixedFormats(client: Client): Promise<void> {
  await client.query(
    `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
     set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = 0;
     set idle_in_transaction_session_timeout = 0`,
  );
}

const isTable = `relnamespace = current_schema()::regnamespace and relkind = 'r'`;
/** Kysely writes these itself when a restore runs the migrations. */
const OWN_TABLES = ['kysely_migration', 'kysely_migration_lock'];

interface CatalogTable {
  name: string;
  columns: string[];
  partition: { parent: string; bound: string } | null;
}

/**
 * Every table with rows of its own, partitions one by one. Generated columns are computed again. The job queue has a
 * schema of its own and is left out: a restore sends no mail a second time.
 */
export async function listTables(client: Client): Promise<CatalogTable[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    parent: string | null;
    bound: string | null;
  }>(
    `select relname as name, array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      (select parent.relname from pg_inherits join pg_class parent on parent.oid = inhparent
        where inhrelid = pg_class.oid) as parent,
      pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_class where ${isTable} and relname <> all ($1) order by relname`,
    [OWN_TABLES],
  );
  return rows.map(({ name, columns, parent, bound }) => ({
    name,
    columns,
    partition: parent === null || bound === null ? null : { parent, bound },
  }));
}

/**
 * A table that a migration has written anew (`alter column … type`) or emptied since the snapshot, which sees it without
 * rows. `pg_class` is that of the snapshot, and the function reads the present one.
 */
export async function findRewritten(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where ${isTable} and relfilenode <> pg_relation_filenode(oid) order by relname limit 1`,
  );
  return rows[0]?.name;
}

/** A sequence is never rolled back, so its value is at least that of the snapshot. */
export async function listSequences(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: { name: string; last_value: string; is_called: boolean }[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${quoted(name)}`,
    );
    sequences.push(...values.map((value) => ({ name, ...value })));
  }
  return sequences;
}

export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** A database that no server has marked yet counts as a real one. */
export async function findKind(client: Client): Promise<'demo' | 'real'> {
  const { rows } = await client.query<{ kind: 'demo' | 'real' }>('select kind from installation');
  return rows[0]?.kind ?? 'real';
}

export async function isSchemaEmpty(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  );
  return rowCount === 0;
}

/**
 * Removes foreign keys, so that tables load in any order, and disables triggers, which guard changes by the server.
 * An owner of the tables may do both; `session_replication_role` would need an administrator. Returns the function
 * that restores them, and so checks every foreign key.
 */
export async function suspendChecks(client: Client, tables: readonly string[]) {
  const { rows: keys } = await client.query<{ name: string; table: string; rule: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`,
  );
  for (const { name, table } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
  return async () => {
    for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
    for (const { name, table, rule } of keys)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${rule}`);
  };
}

/** Postgres releases the lock of a connection that was cut a moment later. */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';

/** False while another backup runs. Released when the connection ends, also by a crash. */
export async function takeBackupLock(client: Client): Promise<boolean> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('backup', 0))`);
    await client.query('set lock_timeout = 0');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
