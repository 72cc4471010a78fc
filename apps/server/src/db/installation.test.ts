import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Db, openDb } from './db.ts';
import { prepareInstallation } from './installation.ts';
import { migrate } from './migrate.ts';

let admin: Client;
let db: Db;
let name: string;
beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  admin = new Client({ ...inject('postgres'), database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  db = openDb({ ...inject('postgres'), database: name }, pino({ level: 'silent' }));
});
afterEach(async () => {
  await db.destroy();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

const rows = async <T>(query: string) => (await sql.raw<T>(query).execute(db)).rows;
const run = (query: string) => rows(query);

describe('the mark of a database', () => {
  it('the first start marks the database, and later starts of the same kind are accepted', async () => {
    expect(await prepareInstallation(db, 'demo')).toEqual(['0001-schema']);
    expect(await prepareInstallation(db, 'demo')).toEqual([]);
    expect(await rows('select kind from installation')).toEqual([{ kind: 'demo' }]);
  });

  it.each([
    ['demo', 'real', /^This database is marked as a demo database, .* without DEMO=1 does not start on it\./],
    ['real', 'demo', /^This database is marked as the database of a real server: the demo does not start/],
  ] as const)('a %s database refuses a %s server with a sentence', async (marked, started, sentence) => {
    await prepareInstallation(db, marked);
    await expect(prepareInstallation(db, started)).rejects.toThrow(sentence);
    expect(await rows('select kind from installation')).toEqual([{ kind: marked }]);
  });

  it('a refused start runs no migration', async () => {
    await prepareInstallation(db, 'real');
    await run('delete from kysely_migration');
    await expect(prepareInstallation(db, 'demo')).rejects.toThrow(/marked as the database of a real server/);
    expect(await rows('select name from kysely_migration')).toEqual([]);
  });

  it('of two first starts of different kinds at once one is refused', async () => {
    await migrate(db);
    const starts = await Promise.allSettled([
      prepareInstallation(db, 'demo'),
      prepareInstallation(db, 'real'),
    ]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
