import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createMemoryPeers } from '../bus/memory-bus.ts';
import { openDatabases } from '../db/db.ts';
import { createCluster } from './cluster.ts';

it('a server writes its row while all connections of boards are taken', async () => {
  const { db, connection, remove } = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const databases = openDatabases(connection, log);
  const cluster = createCluster({
    db: databases.boards,
    heartbeatDb: databases.heartbeat,
    serverId: 'this',
    version: '1.0.0',
    hasLink: true,
    peers: createMemoryPeers().join('this'),
    now: Date.now,
    log,
    quietWarn: () => {},
    onChange: () => {},
    onTaken: () => {},
    isDatabaseUp: () => true,
  });
  await cluster.start();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const storm = Array.from({ length: 20 }, () =>
    databases.boards.transaction().execute(async (tx) => {
      await sql`select`.execute(tx);
      await isReleased;
    }),
  );
  const waiting = () => databases.usage().find(({ pool }) => pool === 'boards')?.waiting ?? 0;
  await waitFor(() => waiting() > 0);
  const seenMs = async () =>
    (await db.selectFrom('server').select('seen_at').executeTakeFirstOrThrow()).seen_at.getTime();
  const before = await seenMs();
  await waitFor(async () => (await seenMs()) > before, { what: 'the heartbeat' });
  expect(waiting()).toBeGreaterThan(0);
  release();
  await Promise.all(storm);
  await cluster.stop();
  await databases.close();
  await remove();
});
