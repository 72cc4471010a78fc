import { mkdirSync } from 'node:fs';
import { freePort } from '@manoboard/testkit/free-port';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { migrate } from '../db/migrate.ts';
import { explainStart } from './start-errors.ts';
import { StartRefused } from './start-refused.ts';

const explain = (error: unknown) => explainStart(error, '1.2.3');
const errorOf = async (act: () => Promise<unknown> | unknown) => {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
};
const connecting = (change: ClientConfig) =>
  errorOf(async () => {
    const client = new Client({ ...inject('postgres'), database: 'postgres', ...change });
    client.on('error', () => {});
    await client.connect();
    await client.end();
  });

describe('errors at the start that a person can act on are a sentence', () => {
  it('a wrong password', async () => {
    expect(explain(await connecting({ password: 'wrong' }))).toEqual([
      'The database refuses the user or the password of DATABASE_URL.',
    ]);
  });
  it('a database that does not exist', async () => {
    expect(explain(await connecting({ database: 'nowhere' }))?.[0]).toMatch(
      /^DATABASE_URL names a database that does not exist: database "nowhere" does not exist/,
    );
  });
  it('nothing listens there', async () => {
    const port = await freePort();
    expect(explain(await connecting({ port }))).toEqual([
      `Nothing listens on 127.0.0.1:${port} (DATABASE_URL).`,
    ]);
  });
  it('a host without an address', async () => {
    expect(explain(await connecting({ host: 'nowhere.invalid' }))?.[0]).toMatch(
      /nowhere\.invalid|does not answer/,
    );
  });
  it('a folder that cannot be written', async () => {
    // Root may write everywhere but here.
    const path = process.platform === 'linux' ? '/proc/nowhere' : '/dev/null/nowhere';
    const error = (await errorOf(() => mkdirSync(path))) as NodeJS.ErrnoException;
    expect(explain(Object.assign(error, { code: 'EACCES' }))).toEqual([
      `This user may not write ${path}. Give them the folder (DATA_DIR), or choose another one.`,
    ]);
  });
  it('a refused start, and an error of the program stays one', () => {
    expect(explain(new StartRefused('Port 80 is taken.'))).toEqual(['Port 80 is taken.']);
    expect(explain(new TypeError('x is not a function'))).toBeUndefined();
  });
});

describe('a database of a newer version', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.remove());

  it('is named with the change that this version does not know', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01T00:00:00Z')`.execute(
      database.db,
    );
    expect(explain(await errorOf(() => migrate(database.db)))?.[0]).toMatch(
      /newer version of MaNoBoard: it has the change 9999-later, which version 1\.2\.3 does not know\./,
    );
  });
});
