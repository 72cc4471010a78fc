import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { Client, PoolClient } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { StartRefused } from '../../base/start-refused.ts';
import type { Connection } from '../db.ts';
import { migrate, migrateExactly } from '../migrate.ts';
import { isPartitioned } from '../partitions.ts';
import { closeNow, PrimaryClient } from '../primary-client.ts';
import type { Schema } from '../schema.ts';
import { isSchemaEmpty, listTables, quoted, suspendChecks, useFixedFormats } from './catalog.ts';
import { type BackupTable, type Manifest, megabytes } from './manifest.ts';
import { DamagedBackup } from './tar.ts';
import { createContentCheck, partOf, readBackup } from './verify.ts';

interface LoadOptions {
  connection: Connection;
  dataDir: string;
  file: string;
  passphrase?: string | undefined;
  /** Verified manifest of the file. */
  manifest: Manifest;
  onProgress: (progress: string) => void;
}

const TIME = String.raw`\('(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\+00'\)`;
/** As Postgres prints it with `useFixedFormats`. */
const BOUND = new RegExp(`^FOR VALUES FROM ${TIME} TO ${TIME}$`);

/** Nothing of the text reaches a statement: it is parsed, and the bounds are written from the dates. */
function boundsOf(bound: string): { from: string; to: string } | undefined {
  const [fromDay, fromTime, toDay, toTime] = (BOUND.exec(bound) ?? []).slice(1);
  const [from, to] = [new Date(`${fromDay}T${fromTime}Z`), new Date(`${toDay}T${toTime}Z`)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return undefined;
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Migrations create no partitions: the server does, day by day. */
async function createPartitions(client: Client, tables: readonly BackupTable[]) {
  for (const { name, partition } of tables) {
    if (!partition) continue;
    const bounds = boundsOf(partition.bound);
    const { parent } = partition;
    if (!bounds || !isPartitioned(parent) || !name.startsWith(`${parent}_`))
      throw new DamagedBackup(`${name} has an unknown condition`);
    await client.query(
      `create table ${quoted(name)} partition of ${quoted(parent)} for values from ('${bounds.from}') to ('${bounds.to}')`,
    );
  }
}

async function requireTables(client: Client, tables: readonly BackupTable[]) {
  const known = new Set((await listTables(client)).map(({ name }) => name));
  const missing = tables.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new StartRefused(`This version has no place for the tables ${missing.join(', ')} of the backup.`);
}

/** Copies pieces of tables as they come. The pieces of a table are neighbours. */
function createTableLoader(client: Client, { manifest, onProgress }: LoadOptions) {
  let open: { table: BackupTable; stream: CopyStreamQuery; failed: Promise<never> } | undefined;

  async function finish() {
    if (!open) return;
    const { table, stream, failed } = open;
    open = undefined;
    stream.end();
    await Promise.race([once(stream, 'finish'), failed]);
    onProgress(`${table.name}: ${table.rows.toLocaleString('en')} rows, ${megabytes(table.bytes)}`);
  }

  async function begin(name: string) {
    await finish();
    const table = manifest.tables.find((entry) => entry.name === name);
    if (!table) throw new DamagedBackup(`${name} is not in its manifest`);
    const columns = table.columns.map(quoted).join(', ');
    const stream = client.query(copyFrom(`copy ${quoted(name)} (${columns}) from stdin`));
    const failed = new Promise<never>((_resolve, reject) => stream.on('error', reject));
    failed.catch(() => {});
    open = { table, stream, failed };
    return open;
  }

  return {
    finish,
    async write(name: string, body: AsyncIterable<Buffer>) {
      const { stream, failed } = open?.table.name === name ? open : await begin(name);
      for await (const piece of body)
        if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), failed]);
    },
  };
}

/** The contents are checked again: the file may have been replaced since it was verified. */
async function loadContents(client: Client, options: LoadOptions) {
  const loader = createTableLoader(client, options);
  const check = createContentCheck();
  for await (const { name, body: unchecked } of readBackup(options.file, options.passphrase)) {
    const part = partOf(name);
    if (!part) continue;
    const body = check.read(part, unchecked);
    if ('table' in part) {
      await loader.write(part.table, body);
      continue;
    }
    await loader.finish();
    const path = join(options.dataDir, part.path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(body, createWriteStream(path, { mode: 0o600, flush: true }));
  }
  await loader.finish();
  check.require(options.manifest);
}

async function requireCounts(client: Client, tables: readonly BackupTable[]) {
  for (const { name, rows } of tables) {
    const { rows: found } = await client.query<{ count: string }>(`select count(*) from ${quoted(name)}`);
    if (Number(found[0]?.count) !== rows)
      throw new DamagedBackup(`${name} has ${found[0]?.count} rows after the restore instead of ${rows}`);
  }
}

/** The schema of the backup, its rows, then the migrations since; all in the transaction of `db`. */
async function loadDatabase(client: Client, db: Kysely<Schema>, options: LoadOptions): Promise<void> {
  const { manifest, onProgress } = options;
  const { tables, sequences, migrations } = manifest;
  await migrateExactly(db, migrations);
  await createPartitions(client, tables);
  await requireTables(client, tables);
  const restoreChecks = await suspendChecks(
    client,
    tables.map(({ name }) => name),
  );
  // Migrations insert some rows.
  for (const { name } of tables) await client.query(`delete from ${quoted(name)}`);
  await loadContents(client, options);
  for (const { name, last_value, is_called } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last_value, is_called]);
  onProgress('checking foreign keys and counting rows');
  await restoreChecks();
  await requireCounts(client, tables);
  for (const name of await migrate(db)) onProgress(`database: ${name}`);
}

/** Kysely on one connection, so that migrations and copies share a transaction. */
const openOnClient = (client: Client) =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => Object.assign(client, { release: () => {} }) as unknown as PoolClient,
        end: async () => {},
        options: {},
      },
    }),
  });

/** Fills an empty database and the data folder. The database stays empty unless everything succeeds. */
export async function loadBackup(options: LoadOptions): Promise<void> {
  const client = new PrimaryClient({ ...options.connection, application_name: 'manoboard restore' });
  await client.connect();
  try {
    await useFixedFormats(client);
    if (!(await isSchemaEmpty(client)))
      throw new StartRefused('The database is not empty. A restore needs a new, empty one.');
    const db = openOnClient(client);
    let cause: unknown;
    const load = db.transaction().execute((tx) =>
      loadDatabase(client, tx, options).catch((error) => {
        cause = error;
        // A rollback would wait for a copy that failed half-way; Postgres rolls back when the connection ends.
        closeNow(client);
        throw error;
      }),
    );
    await load.catch((error) => Promise.reject(cause ?? error));
  } finally {
    closeNow(client);
  }
}
