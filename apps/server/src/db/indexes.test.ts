import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

/** The queries of the repos that run often or on large tables, with the index that each is for. */
it.each([
  ['command_open', 'select id from command where finished_at is null and created_at < now()'],
  [
    'command_done',
    "select value from command where device_id = 1 and target = 'x' and status = 'done' order by finished_at desc limit 1",
  ],
  ['command_reads', "delete from command where op = 'reg_read' and created_at < now()"],
  ['board_event_open', 'select code from board_event where device_id = 1 and cleared_at is null'],
  [
    'device_change_newest',
    'select id from device_change where device_id = 1 order by created_at desc, id desc',
  ],
  [
    'inbox_item_newest',
    'select id from inbox_item where user_id = 1 and is_message = false order by id desc limit 50',
  ],
  [
    'user_device_next_end',
    'select min(expires_at) from user_device where expires_at > now() and not is_end_told',
  ],
  ['session_expires_at', 'delete from session where expires_at <= now()'],
  ['alert_open', 'select id from alert where resolved_at is null order by raised_at desc, id desc limit 20'],
] as const)('%s is the index of its query', async (index, query) => {
  const { rows } = await database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_sort = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(query)}`.execute(tx);
  });
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});
