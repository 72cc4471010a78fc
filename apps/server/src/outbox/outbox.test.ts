import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createMemoryBus } from '../bus/bus.ts';
import { createMemoryPeers } from '../bus/memory-bus.ts';
import type { PeerBus } from '../bus/peer-bus.ts';
import type { Db } from '../db/db.ts';
import { createEventReader } from './event-reader.ts';
import { createOutbox, type Outbox, storeEvents } from './outbox.ts';

const log = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
const outboxes: Outbox[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterEach(async () => {
  await Promise.all(outboxes.splice(0).map(({ stop }) => stop()));
  await database.remove();
});

/** The outbox of one server; several on the same database are several servers. */
function newServer(peers?: PeerBus) {
  const bus = createMemoryBus();
  const outbox = createOutbox({ db, bus, log, quietWarn: () => {}, peers });
  outboxes.push(outbox);
  return { bus, ...outbox };
}
const countEvents = async () => (await db.selectFrom('outbox_event').select('id').execute()).length;

it('emits stored events, in their order, before the transaction returns', async () => {
  const { bus, transaction, publish } = newServer();
  const received: unknown[] = [];
  bus.subscribe('devicesChanged', (userIds) => received.push(userIds));
  bus.subscribe('activity', (change) => received.push(change));
  await transaction(db, async (tx) => {
    await publish(tx, ['activity', { deviceId: 'a' }], ['devicesChanged', [1, 2]]);
    await publish(tx, ['activity', { deviceId: 'b' }]);
    expect(received).toEqual([]);
  });
  expect(received).toEqual([{ deviceId: 'a' }, [1, 2], { deviceId: 'b' }]);
  expect(await countEvents()).toBe(0);
});

it('a rolled-back transaction emits nothing', async () => {
  const { bus, transaction, publish } = newServer();
  const received: unknown[] = [];
  bus.subscribe('sessionEnded', (id) => received.push(id));
  const failing = transaction(db, async (tx) => {
    await publish(tx, ['sessionEnded', 'rolled back']);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await transaction(db, (tx) => publish(tx, ['sessionEnded', 'committed']));
  expect(received).toEqual(['committed']);
});

it('the next start emits events that were committed right before a crash', async () => {
  const crashed = newServer();
  await db.transaction().execute((tx) => crashed.publish(tx, ['sessionEnded', 'a'], ['sessionEnded', 'b']));
  const next = newServer();
  const received: unknown[] = [];
  next.bus.subscribe('sessionEnded', (id) => received.push(id));
  next.start(() => {});
  await waitFor(() => received.length === 2);
  expect(received).toEqual(['a', 'b']);
});

it('emits events again when their deletion does not commit: after a crash they may come twice and are never lost', async () => {
  await sql`
    create function refuse_commit() returns trigger language plpgsql as $$
    begin raise exception 'crash'; end $$`.execute(db);
  await sql`
    create constraint trigger crash after delete on outbox_event deferrable initially deferred
    for each row execute function refuse_commit()`.execute(db);
  const { bus, transaction, publish, start } = newServer();
  const received: unknown[] = [];
  bus.subscribe('sessionEnded', (id) => received.push(id));
  await transaction(db, (tx) => publish(tx, ['sessionEnded', 'a']));
  expect(await countEvents()).toBe(1);
  await sql`drop trigger crash on outbox_event`.execute(db);
  start(() => {});
  await waitFor(async () => (await countEvents()) === 0);
  expect(received).toEqual(['a', 'a']);
});

it('a poll finds events of another process, which cannot wake this one', async () => {
  const { bus, start } = newServer();
  const received: unknown[] = [];
  bus.subscribe('sessionEnded', (id) => received.push(id));
  start(() => {});
  const other = newServer();
  await db.transaction().execute((tx) => other.publish(tx, ['sessionEnded', 'elsewhere']));
  await waitFor(() => received.length === 1);
});

it('a subscriber that throws does not stop later events', async () => {
  const { bus, transaction, publish } = newServer();
  const received: unknown[] = [];
  bus.subscribe('sessionEnded', (id) => {
    if (id === 'bad') throw new Error('subscriber');
    received.push(id);
  });
  await transaction(db, (tx) => publish(tx, ['sessionEnded', 'bad'], ['sessionEnded', 'good']));
  expect(received).toEqual(['good']);
});

it('two servers that drain at the same time keep the order of one device', async () => {
  const received: number[] = [];
  const servers = [newServer(), newServer()] as const;
  for (const { bus, start } of servers) {
    bus.subscribe('alert', ({ alertId }) => received.push(alertId));
    start(() => {});
  }
  const alerts = Array.from({ length: 60 }, (_, i) => i);
  const committed: Promise<void>[] = [];
  for (const alertId of alerts) {
    const { publish } = servers[alertId % 2 === 0 ? 0 : 1];
    await db
      .transaction()
      .execute((tx) => publish(tx, ['alert', { deviceId: 'a', alertId, change: 'raised' }]));
    const { transaction } = servers[alertId % 3 === 0 ? 0 : 1];
    committed.push(transaction(db, (tx) => publish(tx, ['inboxChanged', []])));
  }
  await Promise.all(committed);
  expect(received).toEqual(alerts);
});

describe('several servers', () => {
  /** Three servers with the alerts that each has emitted. */
  async function startServers() {
    const peers = createMemoryPeers();
    const servers = ['a', 'b', 'c'].map((id) => newServer(peers.join(id)));
    return Promise.all(
      servers.map(async (server) => {
        const received: number[] = [];
        server.bus.subscribe('alert', ({ alertId }) => received.push(alertId));
        await server.prepare();
        server.start(() => {});
        return { ...server, received };
      }),
    );
  }
  const anAlert = (alertId: number) => ['alert', { deviceId: 'a', alertId, change: 'raised' }] as const;

  it('every event is emitted once on every server, also under 50 concurrent transactions of which some roll back', async () => {
    const servers = await startServers();
    const wanted: number[] = [];
    await Promise.all(
      Array.from({ length: 150 }, async (_, alertId) => {
        const { transaction, publish } = servers[alertId % 3] as (typeof servers)[number];
        const isKept = alertId % 7 !== 0;
        if (isKept) wanted.push(alertId);
        await transaction(db, async (tx) => {
          await publish(tx, anAlert(alertId));
          if (!isKept) throw new Error('rolled back');
        }).catch(() => {});
      }),
    );
    for (const { received } of servers) {
      await waitFor(() => received.length >= wanted.length);
      expect([...received].sort((a, b) => a - b)).toEqual(wanted);
    }
  });

  it('emits an event whose transaction commits after one with a higher ID', async () => {
    const [one, other] = await startServers();
    if (!one || !other) throw new Error('no servers');
    let commit = () => {};
    const held = one.transaction(db, async (tx) => {
      await one.publish(tx, anAlert(1));
      await new Promise<void>((done) => {
        commit = done;
      });
    });
    await waitFor(async () => {
      await one.transaction(db, (tx) => one.publish(tx, anAlert(2)));
      return other.received.includes(2);
    });
    commit();
    await held;
    await waitFor(() => other.received.includes(1));
    expect(other.received.filter((id) => id === 1)).toEqual([1]);
  });

  it('a server that starts emits nothing of the past, and what is committed from then on', async () => {
    const [one] = await startServers();
    await one?.transaction(db, (tx) => one.publish(tx, anAlert(1)));
    const late = newServer(createMemoryPeers().join('d'));
    const received: number[] = [];
    late.bus.subscribe('alert', ({ alertId }) => received.push(alertId));
    await late.prepare();
    await one?.transaction(db, (tx) => one.publish(tx, anAlert(2)));
    late.start(() => {});
    await waitFor(() => received.length > 0);
    expect(received).toEqual([2]);
  });

  it('events are deleted after ten minutes', async () => {
    const [one] = await startServers();
    await one?.transaction(db, (tx) => one.publish(tx, anAlert(1), anAlert(2)));
    await sql`update outbox_event set created_at = now() - interval '11 minutes' where payload->>'alertId' = '1'`.execute(
      db,
    );
    await one?.deleteOld();
    expect(await countEvents()).toBe(1);
  });

  describe('events that were not read in time', () => {
    let missed: number;
    /** A reader, with a clock that can be set forward and a database that can be away. */
    async function startReader() {
      const received: string[] = [];
      missed = 0;
      const state = { aheadMs: 0, isAway: false, onMissed: () => {} };
      const monotonic = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + state.aheadMs);
      const guarded = db.withPlugin({
        transformQuery: ({ node }) => {
          if (state.isAway) throw new Error('the database is away');
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const reader = createEventReader({
        db: guarded,
        deliver: ({ payload }) => received.push(payload as string),
        onMissed: () => {
          missed += 1;
          state.onMissed();
        },
      });
      await reader.start();
      return { reader, received, state };
    }
    afterEach(() => void vi.restoreAllMocks());
    const store = (id: string) => storeEvents(db, [['sessionEnded', id]]);

    it('are reported once the place where the reader goes on is known', async () => {
      const { reader, state, received } = await startReader();
      await reader.read();
      Object.assign(state, { aheadMs: 10 * 60_000, isAway: true });
      await expect(reader.read()).rejects.toThrow('away');
      await store('while it is away');
      state.isAway = false;
      let stored: Promise<void> | undefined;
      state.onMissed = () => {
        stored = store('after the report');
      };
      missed = 0;
      await reader.read();
      await stored;
      await reader.read();
      // What was read again at an earlier report may be old.
      expect(missed).toBe(1);
      expect(received).toEqual(['after the report']);
    });

    it('are noticed after a failover to a standby that did not have the last ones', async () => {
      const { reader, received } = await startReader();
      for (const id of ['1', '2', '3']) await store(id);
      await reader.read();
      expect(received).toEqual(['1', '2', '3']);
      await sql`delete from outbox_event`.execute(db);
      await sql`select setval('outbox_event_id_seq', 1)`.execute(db);
      await reader.read();
      expect(missed).toBeGreaterThan(0);
      await store('4');
      await reader.read();
      expect(received).toEqual(['1', '2', '3', '4']);
    });
  });
});
