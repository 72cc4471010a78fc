import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createMetrics } from '../base/metrics.ts';
import type { Db } from '../db/db.ts';
import { createEvents } from '../events.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { TaskHandlers } from './task-runner.ts';

const log = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let clockMs = Date.parse('2026-01-01T00:00:00Z');
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
function newServer() {
  const events = createEvents();
  const metrics = createMetrics();
  const outbox = createOutbox({ db, events, log, quietWarn: () => {}, metrics, now: () => clockMs });
  outboxes.push(outbox);
  return { events, metrics, ...outbox };
}
const countEvents = async () => (await db.selectFrom('outbox_event').select('id').execute()).length;
const listTasks = () => db.selectFrom('outbox_task').selectAll().execute();

describe('events', () => {
  const noTasks = {} as TaskHandlers;

  it('emits stored events, in their order, before the transaction returns', async () => {
    const { events, transaction, publish } = newServer();
    const received: unknown[] = [];
    events.on('devicesChanged', (userIds) => received.push(userIds));
    events.on('activity', (change) => received.push(change));
    await transaction(db, async (tx) => {
      await publish(tx, ['activity', { deviceId: 'a' }], ['devicesChanged', [1, 2]]);
      await publish(tx, ['activity', { deviceId: 'b' }]);
      expect(received).toEqual([]);
    });
    expect(received).toEqual([{ deviceId: 'a' }, [1, 2], { deviceId: 'b' }]);
    expect(await countEvents()).toBe(0);
  });

  it('a rolled-back transaction emits nothing', async () => {
    const { events, transaction, publish } = newServer();
    const received: unknown[] = [];
    events.on('sessionEnded', (id) => received.push(id));
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
    next.events.on('sessionEnded', (id) => received.push(id));
    next.start(noTasks);
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
    const { events, transaction, publish, start } = newServer();
    const received: unknown[] = [];
    events.on('sessionEnded', (id) => received.push(id));
    await transaction(db, (tx) => publish(tx, ['sessionEnded', 'a']));
    expect(await countEvents()).toBe(1);
    await sql`drop trigger crash on outbox_event`.execute(db);
    start(noTasks);
    await waitFor(async () => (await countEvents()) === 0);
    expect(received).toEqual(['a', 'a']);
  });

  it('a poll finds events of another process, which cannot wake this one', async () => {
    const { events, start } = newServer();
    const received: unknown[] = [];
    events.on('sessionEnded', (id) => received.push(id));
    start(noTasks);
    const other = newServer();
    await db.transaction().execute((tx) => other.publish(tx, ['sessionEnded', 'elsewhere']));
    await waitFor(() => received.length === 1);
  });

  it('a subscriber that throws does not stop later events', async () => {
    const { events, transaction, publish } = newServer();
    const received: unknown[] = [];
    events.on('sessionEnded', (id) => {
      if (id === 'bad') throw new Error('subscriber');
      received.push(id);
    });
    await transaction(db, (tx) => publish(tx, ['sessionEnded', 'bad'], ['sessionEnded', 'good']));
    expect(received).toEqual(['good']);
  });

  it('two servers that drain at the same time keep the order of one device', async () => {
    const received: number[] = [];
    const servers = [newServer(), newServer()] as const;
    for (const { events, start } of servers) {
      events.on('alert', ({ alertId }) => received.push(alertId));
      start(noTasks);
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
});

describe('tasks', () => {
  const kind = 'email_change_mail';
  const task = (email: string) => ({ email, locale: null });
  const enqueue = ({ transaction, enqueue }: Outbox, email: string) =>
    transaction(db, (tx) => enqueue(tx, kind, email, task(email)));
  /** Handlers that note the addresses, and fail while `isAway`. */
  const newMailer = () => {
    const sent: string[] = [];
    const state = { isAway: false, attempts: 0 };
    const handlers = {
      async [kind]({ email }: { email: string }) {
        state.attempts++;
        if (state.isAway) throw new Error('connect ECONNREFUSED');
        sent.push(email);
      },
    } as unknown as TaskHandlers;
    return { sent, state, handlers };
  };
  /** Resolves when the task has failed `count` times and is due in `delayMs`. */
  const isToRetry = (count: number, delayMs: number) =>
    waitFor(async () => {
      const [waiting] = await listTasks();
      return waiting?.attempts === count && waiting.next_at.getTime() === clockMs + delayMs;
    });

  it('a rolled-back transaction runs no task', async () => {
    const { sent, handlers } = newMailer();
    const server = newServer();
    server.start(handlers);
    await server
      .transaction(db, async (tx) => {
        await server.enqueue(tx, kind, 'a', task('a'));
        throw new Error('no');
      })
      .catch(() => {});
    await enqueue(server, 'b');
    await waitFor(() => sent.length > 0);
    expect(sent).toEqual(['b']);
  });

  it('two servers at the same time run each task once', async () => {
    const { sent, handlers } = newMailer();
    const [first, second] = [newServer(), newServer()];
    const emails = Array.from({ length: 40 }, (_, i) => `${i}`);
    for (const email of emails) await enqueue(first, email);
    first.start(handlers);
    second.start(handlers);
    await waitFor(async () => (await listTasks()).length === 0);
    expect(sent.toSorted()).toEqual(emails.toSorted());
  });

  it('a failed task is retried with a growing delay, and runs once when it succeeds', async () => {
    const { sent, state, handlers } = newMailer();
    const server = newServer();
    server.start(handlers);
    state.isAway = true;
    await enqueue(server, 'a');
    await isToRetry(1, 10_000);
    clockMs += 10_000;
    newServer().start(handlers);
    await isToRetry(2, 20_000);
    state.isAway = false;
    clockMs += 20_000;
    newServer().start(handlers);
    await waitFor(async () => (await listTasks()).length === 0);
    expect(sent).toEqual(['a']);
    expect(state.attempts).toBe(3);
  });

  it('a task of a server that died is run by another one when the lease ends', async () => {
    const dying = newServer();
    let isClaimed = false;
    let die = (_error: Error) => {};
    dying.start({
      [kind]: () => {
        isClaimed = true;
        return new Promise<void>((_, reject) => {
          die = reject;
        });
      },
    } as unknown as TaskHandlers);
    await enqueue(dying, 'a');
    await waitFor(() => isClaimed);
    const { sent, handlers } = newMailer();
    const other = newServer();
    other.start(handlers);
    await enqueue(other, 'b');
    await waitFor(() => sent.length > 0);
    expect(sent).toEqual(['b']);
    clockMs += 5 * 60_000;
    newServer().start(handlers);
    await waitFor(() => sent.length > 1);
    expect(sent).toEqual(['b', 'a']);
    die(new Error('process killed'));
  });

  it('a task that fails for a day is given up: the metric counts it, and its row stays for 30 days without its payload', async () => {
    const { state, handlers } = newMailer();
    const server = newServer();
    state.isAway = true;
    await enqueue(server, 'secret@example.com');
    clockMs += 24 * 3_600_000;
    server.start(handlers);
    const [failed] = await waitFor(async () => {
      const tasks = await listTasks();
      return tasks[0]?.failed_at ? tasks : false;
    });
    expect(failed).toMatchObject({ kind, error: 'connect ECONNREFUSED', payload: {}, key: '' });
    await waitFor(async () => {
      const { values } = await server.metrics.outboxTasks.get();
      return values.some(({ labels, value }) => labels.state === 'failed' && value === 1);
    });
    await server.deleteOldFailures();
    expect(await listTasks()).toHaveLength(1);
    clockMs += 30 * 24 * 3_600_000;
    await server.deleteOldFailures();
    expect(await listTasks()).toEqual([]);
  });

  it('a new task replaces a failing one of the same key', async () => {
    const { sent, state, handlers } = newMailer();
    const server = newServer();
    server.start(handlers);
    state.isAway = true;
    await enqueue(server, 'a');
    await isToRetry(1, 10_000);
    state.isAway = false;
    await enqueue(server, 'a');
    await waitFor(async () => (await listTasks()).length === 0);
    expect(sent).toEqual(['a']);
  });
});
