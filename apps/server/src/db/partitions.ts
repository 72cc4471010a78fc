import { sql } from 'kysely';
import type { Db } from './db.ts';
import { lockFramePartitions } from './locks.ts';

/** Inserts queue behind a drop that waits for a reader, so the drop gives up after this time. */
const DROP_LOCK_TIMEOUT = '200ms';
const LOCK_NOT_AVAILABLE = '55P03';

const PARTITIONED = ['frame', 'packed_frame', 'history_minute', 'history_hour'] as const;
/** A table that is partitioned by time. */
export type PartitionedTable = (typeof PARTITIONED)[number];
export const isPartitioned = (name: string) => (PARTITIONED as readonly string[]).includes(name);

export interface Partition {
  name: string;
  fromMs: number;
  toMs: number;
}

/** The names of its partitions, in their order: the name of the table, then the date. */
export async function listPartitions(db: Db, table: PartitionedTable): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass
    order by relname`.execute(db);
  return rows.map(({ relname }) => relname);
}

/**
 * A table that is attached afterwards: unlike `create table … partition of`, that does not lock out inserts and readers
 * of the other partitions.
 */
async function insertPartition(tx: Db, table: PartitionedTable, { name, fromMs, toMs }: Partition) {
  const [from, to] = [fromMs, toMs].map((ms) => sql.lit(new Date(ms).toISOString()));
  // A day of rollups has up to 8 kB. Beside the row, each of its columns is another lookup: 3000 in a graph of a year.
  const options = table.startsWith('history') ? sql`with (toast_tuple_target = 8160)` : sql``;
  await sql`
    create table ${sql.id(name)}
    (like ${sql.id(table)} including defaults including constraints including storage) ${options}`.execute(
    tx,
  );
  await sql`alter table ${sql.id(table)} attach partition ${sql.id(name)} for values from (${from}) to (${to})`.execute(
    tx,
  );
}

/** Creates the partitions that are missing, and returns them. */
export async function createMissing<P extends Partition>(
  db: Db,
  table: PartitionedTable,
  partitions: readonly P[],
): Promise<P[]> {
  const missingOf = async (of: Db) => {
    const known = await listPartitions(of, table);
    const byName = new Map(partitions.map((partition) => [partition.name, partition]));
    return [...byName.values()].filter(({ name }) => !known.includes(name));
  };
  if ((await missingOf(db)).length === 0) return [];
  const create = async (tx: Db) => {
    await lockFramePartitions(tx);
    // Another server may have created some of them meanwhile.
    const missing = await missingOf(tx);
    for (const partition of missing) await insertPartition(tx, table, partition);
    return missing;
  };
  return db.isTransaction ? create(db) : db.transaction().execute(create);
}

/** Removes a partition with all its rows. False when a reader or a writer uses it now. */
export const dropPartition = (db: Db, name: string): Promise<boolean> =>
  unlessInUse(db, async (tx) => {
    await sql`drop table if exists ${sql.id(name)}`.execute(tx);
    return true;
  });

/** Removes a partition without rows. False when it has some, or when a reader or a writer uses it now. */
export const dropEmptyPartition = (db: Db, table: PartitionedTable, name: string): Promise<boolean> =>
  unlessInUse(db, async (tx) => {
    // The order of an insert: first the table, then its partition.
    await sql`lock table only ${sql.id(table)} in access exclusive mode`.execute(tx);
    // Another server may have dropped it meanwhile.
    if (!(await listPartitions(tx, table)).includes(name)) return true;
    const { rows } = await sql`select from ${sql.id(name)} limit 1`.execute(tx);
    if (rows.length > 0) return false;
    await sql`drop table ${sql.id(name)}`.execute(tx);
    return true;
  });

async function unlessInUse(db: Db, drop: (tx: Db) => Promise<boolean>): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(DROP_LOCK_TIMEOUT)}`.execute(tx);
      await lockFramePartitions(tx);
      return drop(tx);
    });
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
