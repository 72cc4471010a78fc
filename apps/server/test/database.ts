import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openDb } from '../src/db/db.ts';

/** A migrated database of its own in the Postgres of the test run; `template0` makes an empty one. */
export async function createTestDatabase(template: 'template0' | 'template1' = 'template1') {
  const postgres = inject('postgres');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ ...postgres, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${database} template ${template}`);
  const connection = { ...postgres, database };
  const db = openDb(connection, pino({ level: 'silent' }));
  return {
    db,
    connection,
    async remove() {
      await db.destroy();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
    },
  };
}
