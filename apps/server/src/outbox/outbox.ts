import type { EventEmitter } from 'node:events';
import type { Logger, QuietWarn } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type { Db } from '../db/db.ts';
import { lockOutboxDrain } from '../db/locks.ts';
import type { Events, ServerEvents } from '../events.ts';
import { deleteEvents, insertEvents, insertTask } from './outbox.repo.ts';
import { createTaskRunner, type TaskHandlers, type TaskKind, type Tasks } from './task-runner.ts';
import { createWakeLoop } from './wake-loop.ts';

/**
 * Events that follow a change in the database. Telemetry and presence have no transaction and are emitted directly, and
 * so are commands (docs/decisions/0021-command-events-without-outbox.md).
 */
type StoredName =
  | 'lockOut'
  | 'config'
  | 'configInForce'
  | 'activity'
  | 'alert'
  | 'work'
  | 'devicesChanged'
  | 'inboxChanged'
  | 'sessionEnded'
  | 'integrationChanged'
  | 'firmware';
type StoredEntry = {
  [Name in StoredName]: readonly [name: Name, payload: ServerEvents[Name][0]];
}[StoredName];

/** For a tool beside the server: the server emits the events once `tx` has committed. */
export async function storeEvents(tx: Db, entries: readonly StoredEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await insertEvents(
    tx,
    entries.map(([name, payload]) => ({ name, payload })),
  );
}

interface Neighbours {
  /** For the drain and for claims; transactions of callers use their own pool. */
  db: Db;
  events: Events;
  log: Logger;
  quietWarn: QuietWarn;
  metrics: Pick<Metrics, 'outboxTasks'>;
  now: () => number;
}

const POLL_MS = 1000;
const BATCH = 200;

/**
 * The transactional outbox: events and tasks are stored in the transaction of their change and delivered after the
 * commit, after a crash by the next start of the server. A rolled-back transaction delivers nothing.
 */
export function createOutbox({ events, ...neighbours }: Neighbours) {
  const { db, log, quietWarn, now } = neighbours;
  const tasks = createTaskRunner(neighbours);
  /** Transactions that have written to the outbox. */
  const written = new WeakSet<Db>();

  function emit(name: string, payload: unknown) {
    try {
      (events as unknown as EventEmitter).emit(name, payload);
    } catch (err) {
      log.error({ err, event: name }, 'a subscriber of an event failed');
    }
  }

  /** Emits before the deletion commits: after a crash in between the events are emitted again, never lost. */
  const drainBatch = (): Promise<number> =>
    db.transaction().execute(async (tx) => {
      await lockOutboxDrain(tx);
      const batch = await deleteEvents(tx, BATCH);
      for (const { name, payload } of batch) emit(name, payload);
      return batch.length;
    });

  const drain = createWakeLoop({
    pollMs: POLL_MS,
    onError: (err) => quietWarn('outbox-events', { err }, 'the events of the outbox could not be read'),
    async run() {
      while ((await drainBatch()) === BATCH);
    },
  });

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
      const { result, hasWritten } = await of.transaction().execute(async (tx) => {
        const result = await work(tx);
        return { result, hasWritten: written.has(tx) };
      });
      afterCommit?.(result);
      if (hasWritten) {
        void tasks.wake();
        await drain.wake();
      }
      return result;
    },

    /** Stores events to be emitted, in this order, once `tx` has committed. */
    async publish(tx: Db, ...entries: StoredEntry[]): Promise<void> {
      if (entries.length > 0) written.add(tx);
      await storeEvents(tx, entries);
    },

    /** Stores a task to be run once `tx` has committed. `key`: tasks of one kind and key replace each other while they fail. */
    async enqueue<Kind extends TaskKind>(
      tx: Db,
      kind: Kind,
      key: string,
      payload: Tasks[Kind],
    ): Promise<void> {
      written.add(tx);
      await insertTask(tx, { kind, key, payload }, new Date(now()));
    },

    deleteOldFailures: tasks.deleteOldFailures,

    start(handlers: TaskHandlers) {
      drain.start();
      tasks.start(handlers);
    },
    async stop() {
      await tasks.stop();
      await drain.stop();
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
