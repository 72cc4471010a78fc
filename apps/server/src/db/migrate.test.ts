import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** A database of the last commit before 1.0; `fresh` is a new one of this version. */
let old: TestDatabase;
let fresh: TestDatabase;
beforeAll(async () => {
  [old, fresh] = await Promise.all([createTestDatabase('template0'), createTestDatabase('template0')]);
  const dump = readFileSync(new URL('../../test/fixtures/databases/2026-11-19.sql.gz', import.meta.url));
  const client = new Client(old.connection);
  await client.connect();
  await client.query(gunzipSync(dump).toString());
  await client.end();
});
afterAll(() => Promise.all([old.remove(), fresh.remove()]));

/**
 * Columns, constraints, indexes, triggers and functions, as text. The partitions differ: they are data. A check of before
 * 1.0 did not check the rows of that time.
 */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default,
      generation_expression) as line
    from information_schema.columns where table_schema = 'public' and table_name !~ '_[0-9]{4,8}$'
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_[0-9]{4,8}$'
    union all
    select concat_ws(' ', 'index', indexdef) from pg_indexes
    where schemaname = 'public' and tablename !~ '_[0-9]{4,8}$'
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(oid)) from pg_proc
    where pronamespace = 'public'::regnamespace
    order by line`.execute(db);
  return rows.map(({ line }) => line.replaceAll(/\s+/g, ' ').replace(' NOT VALID', '')).sort();
}

it('a database of before 1.0 has the schema of a new one, and gets its name once', async () => {
  expect(await migrate(fresh.db)).toEqual(['0001-schema']);
  expect(await schemaOf(old.db)).toEqual(await schemaOf(fresh.db));
  expect((await Promise.all([migrate(old.db), migrate(old.db)])).flat()).toEqual(['0001-schema']);
  expect(await migrate(old.db)).toEqual([]);
});
