import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** A database of the version before; `fresh` is a new one of this version. */
let old: TestDatabase;
let fresh: TestDatabase;
let applied: string[];
beforeAll(async () => {
  [old, fresh] = await Promise.all([createTestDatabase('template0'), createTestDatabase('template0')]);
  const dump = await readFile(new URL('../../test/fixtures/database-0025.sql', import.meta.url), 'utf8');
  const client = new Client(old.connection);
  await client.connect();
  await client.query(dump);
  await client.end();
  applied = await migrate(old.db);
  await migrate(fresh.db);
});
afterAll(() => Promise.all([old.remove(), fresh.remove()]));

/** Columns, constraints, indexes, triggers and functions, as text. The partitions differ: they are data. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default,
      generation_expression) as line
    from information_schema.columns where table_schema = 'public' and table_name !~ '^frame_'
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '^frame_'
    union all
    select concat_ws(' ', 'index', indexdef) from pg_indexes
    where schemaname = 'public' and tablename !~ '^frame_'
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(oid)) from pg_proc
    where pronamespace = 'public'::regnamespace
    order by line`.execute(db);
  return rows.map(({ line }) => line.replaceAll(/\s+/g, ' '));
}

it('a database of the last version migrates forward to the schema of a new database', async () => {
  expect(applied[0]).toBe('0026-live-access');
  expect(await schemaOf(old.db)).toEqual(await schemaOf(fresh.db));
  expect(await migrate(old.db)).toEqual([]);
});

it.each([
  ['app_user', 3],
  ['device', 2],
  ['user_device', 3],
  ['frame', 2],
  ['last_data', 1],
  ['command', 3],
  ['board_event', 1],
  ['alert', 2],
  ['device_change', 3],
  ['device_config', 2],
  ['config_report', 1],
  ['firmware_update', 1],
  ['inbox_item', 1],
  ['lock_out', 1],
  ['register_word', 1],
] as const)('the rows of %s that belong to no demo are kept: %i', async (table, expected) => {
  const rows = await old.db.selectFrom(table).select(sql<number>`count(*)::int`.as('count')).execute();
  expect(rows).toEqual([{ count: expected }]);
});

it('a lock-out tag and its reason survive the migration', async () => {
  const tags = await old.db.selectFrom('lock_out').select(['device_id', 'reason', 'ended_at']).execute();
  expect(tags).toEqual([{ device_id: 1, reason: 'Oprava čerpadla', ended_at: null }]);
});
