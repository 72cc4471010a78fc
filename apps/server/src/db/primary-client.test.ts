import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Silence, startSilentPostgres } from '../../test/silent-postgres.ts';
import { isDatabaseAway, openDb } from './db.ts';

const log = pino({ level: 'silent' });

let postgres: Awaited<ReturnType<typeof startSilentPostgres>>;
let uncaught: Error[];
beforeEach(async () => {
  postgres = await startSilentPostgres();
  uncaught = [];
  process.setUncaughtExceptionCaptureCallback((error) => uncaught.push(error));
});
afterEach(() => {
  process.setUncaughtExceptionCaptureCallback(null);
  postgres.close();
});

describe.each([
  ['one host', 1],
  ['several hosts', 2],
])('a Postgres at %s that accepts and does not answer', (_hosts, count) => {
  it.each<[string, Silence, boolean]>([
    ['a new connection', 'connection', true],
    ['a login', 'login', true],
    ['a query', 'query', true],
    ['the search for the primary', 'connection', false],
  ])(
    '%s: callers get the error, and no other one is left to end the server',
    async (_step, of, isSearchAnswered) => {
      const place = { host: '127.0.0.1', port: postgres.port };
      const hosts = [place, { host: '127.0.0.1', port: 1 }];
      const several = count > 1 && { hosts };
      // Each caller has a connection of their own.
      const limits = { connectionTimeoutMillis: 200, query_timeout: 200, maxUses: 1 };
      const db = openDb({ ...place, ...limits, ...several, user: 'manoboard', password: 'none' }, log);
      const query = () => sql`select 1`.execute(db);
      for (let round = 0; round < 3; round++) {
        postgres.silence = { of, isSearchAnswered };
        const answers = await Promise.allSettled(Array.from({ length: 5 }, query));
        for (const answer of answers)
          expect(answer).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isDatabaseAway) });
        postgres.silence = {};
        await expect.poll(async () => (await query()).rows).toHaveLength(1);
      }
      await db.destroy();
      expect(uncaught).toEqual([]);
    },
  );
});
