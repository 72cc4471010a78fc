import type { Logger, QuietWarn } from '../base/log.ts';
import type { Bus } from '../bus/bus.ts';
import type { PeerBus } from '../bus/peer-bus.ts';
import type { StoredEvents } from '../bus/server-events.ts';
import type { Db } from '../db/db.ts';
import { lockOutboxDrain } from '../db/locks.ts';
import { insertTask } from '../jobs/task.repo.ts';
import type { TaskKind, Tasks } from '../jobs/tasks.ts';
import { createEventReader, KEPT_MS } from './event-reader.ts';
import { deleteEvents, deleteOldEvents, insertEvents } from './outbox.repo.ts';
import { createWakeLoop } from './wake-loop.ts';

type StoredEntry = {
  [Name in keyof StoredEvents]: readonly [name: Name, payload: StoredEvents[Name]];
}[keyof StoredEvents];

/** For a tool beside the server: the server emits the events once `tx` has committed. */
export async function storeEvents(tx: Db, entries: readonly StoredEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await insertEvents(
    tx,
    entries.map(([name, payload]) => ({ name, payload })),
  );
}

interface Needs {
  /** For the drain; transactions of callers use their own pool. */
  db: Db;
  bus: Bus;
  log: Logger;
  quietWarn: QuietWarn;
  /** The bus to other servers on this database; without it this server is alone, and events end with their delivery. */
  peers?: PeerBus | undefined;
}

const POLL_MS = 1000;
const BATCH = 200;

/**
 * The transactional outbox: events and tasks are stored in the transaction of their change. Events go to the bus after
 * the commit, after a crash by the next start of the server; tasks are jobs of the queue (`jobs/job-runner.ts`). A
 * rolled-back transaction delivers nothing.
 */
export function createOutbox({ db, bus, log, quietWarn, peers }: Needs) {
  /** Transactions that have stored events, and those that have stored tasks. */
  const withEvents = new WeakSet<Db>();
  const withTasks = new WeakSet<Db>();
  let onTask = () => {};
  let onMissed = () => {};

  function deliver(name: string, payload: unknown) {
    try {
      bus.deliver(name as keyof StoredEvents, payload as never);
    } catch (err) {
      log.error({ err, event: name }, 'a subscriber of an event failed');
    }
  }

  /** Delivers before the deletion commits: after a crash in between the events are delivered again, never lost. */
  const drainBatch = (): Promise<number> =>
    db.transaction().execute(async (tx) => {
      await lockOutboxDrain(tx);
      const batch = await deleteEvents(tx, BATCH);
      for (const { name, payload } of batch) deliver(name, payload);
      return batch.length;
    });

  async function drainAlone(): Promise<void> {
    while ((await drainBatch()) === BATCH);
  }

  const reader = createEventReader({
    db,
    deliver: ({ name, payload }) => deliver(name, payload),
    onMissed: () => onMissed(),
  });

  const drain = createWakeLoop({
    pollMs: POLL_MS,
    onError: (err) => quietWarn('outbox-events', { err }, 'the events of the outbox could not be read'),
    run: peers ? reader.read : drainAlone,
  });
  peers?.subscribe('wake', () => void drain.wake());

  return {
    /**
     * Runs a transaction and resolves when its events have been emitted; tasks run later. `afterCommit` updates state in
     * memory before the events are emitted.
     */
    async transaction<T>(
      of: Db,
      work: (tx: Db) => Promise<T>,
      afterCommit?: (result: T) => void,
    ): Promise<T> {
      const { result, hasEvents, hasTasks } = await of.transaction().execute(async (tx) => {
        const result = await work(tx);
        return { result, hasEvents: withEvents.has(tx), hasTasks: withTasks.has(tx) };
      });
      afterCommit?.(result);
      if (hasTasks) onTask();
      if (hasEvents) {
        peers?.publish('wake', null);
        await drain.wake();
      }
      return result;
    },

    /** Stores events to be emitted, in this order, once `tx` has committed. */
    async publish(tx: Db, ...entries: StoredEntry[]): Promise<void> {
      if (entries.length > 0) withEvents.add(tx);
      await storeEvents(tx, entries);
    },

    /** Stores a task to be run once `tx` has committed. `key`: tasks of one kind and key replace each other while they fail. */
    async enqueue<Kind extends TaskKind>(
      tx: Db,
      kind: Kind,
      key: string,
      payload: Tasks[Kind],
    ): Promise<void> {
      withTasks.add(tx);
      await insertTask(tx, kind, key, payload);
    },

    /** Before the state in memory is read: events from here on are emitted. */
    prepare: () => (peers ? reader.start() : Promise.resolve()),
    /** `wakeJobs`: called when a task was stored. `dropState`: called when events were missed. */
    start(wakeJobs: () => void, dropState: () => void = () => {}) {
      onTask = wakeJobs;
      onMissed = dropState;
      drain.start();
    },
    /** Deletes events that every server has read. */
    deleteOld: () => deleteOldEvents(db, KEPT_MS),
    stop: drain.stop,
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
