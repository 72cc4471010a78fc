import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { listTasks, makeTasksDue } from '../../test/tasks.ts';
import { createMetrics } from '../base/metrics.ts';
import { createMemoryBus } from '../bus/bus.ts';
import { type Db, openDatabases } from '../db/db.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createJobRunner, taskJobs } from './job-runner.ts';
import { countTasks } from './task.repo.ts';
import type { TaskHandlers } from './tasks.ts';

const log = pino({ level: 'silent' });
const quietWarn = () => {};
const kind = 'email_change_mail';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let stops: (() => Promise<unknown>)[];

beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  await database.remove();
});

const outbox = () => createOutbox({ db, bus: createMemoryBus(), log, quietWarn });
const enqueue = (email: string) => {
  const { transaction, enqueue } = outbox();
  return transaction(db, (tx) => enqueue(tx, kind, email, { email, locale: null }));
};

interface Mailer {
  isAway?: boolean;
  sent?: string[];
  send?: () => Promise<void>;
}

/** The job queue of one server, with a mailer that notes the addresses, and fails while `isAway`. */
function startServer({ isAway = false, sent = [], send }: Mailer = {}) {
  const databases = openDatabases(database.connection, log);
  const state = { isAway, attempts: 0 };
  const tasks = {
    async [kind]({ email }: { email: string }) {
      state.attempts++;
      if (state.isAway) throw new Error('connect ECONNREFUSED');
      await send?.();
      sent.push(email);
    },
  } as unknown as TaskHandlers;
  const runner = createJobRunner({
    pool: databases.jobs,
    db,
    jobs: { 'once-a-year': { cron: '0 0 1 1 *', run: async () => {} } },
    tasks,
    log,
    quietWarn,
    metrics: createMetrics(),
    isScheduled: true,
    startDelayMs: 0,
  });
  runner.start();
  stops.push(databases.close, runner.stop);
  return { sent, state, runner };
}

const isEmpty = async () => (await listTasks(db)).length === 0;
/** Resolves when the only task has failed `count` times: it has its next time then. */
const isToRetry = (count: number) =>
  waitFor(async () => {
    const [task] = await listTasks(db);
    return task?.attempts === count && task.error && task.runAt > new Date() ? task : false;
  });

it('a rolled-back transaction runs no task', async () => {
  const { sent } = startServer();
  const { transaction, enqueue: store } = outbox();
  await transaction(db, async (tx) => {
    await store(tx, kind, 'a', { email: 'a', locale: null });
    throw new Error('no');
  }).catch(() => {});
  await enqueue('b');
  await waitFor(() => sent.length > 0);
  expect(sent).toEqual(['b']);
});

it('a task that is stored before the queue has started starts it at once', async () => {
  const { transaction, enqueue: store, start, stop } = outbox();
  stops.push(stop);
  let wakes = 0;
  start(() => wakes++);
  await transaction(db, (tx) => store(tx, kind, 'a', { email: 'a', locale: null }));
  expect(wakes).toBe(1);
});

it('two servers at the same time run each task once', async () => {
  const emails = Array.from({ length: 40 }, (_, i) => `${i}`);
  for (const email of emails) await enqueue(email);
  const sent: string[] = [];
  startServer({ sent });
  startServer({ sent });
  await waitFor(isEmpty, { timeoutMs: 20_000 });
  expect(sent.toSorted()).toEqual(emails.toSorted());
});

it('tasks run one at a time, in their order', async () => {
  const emails = Array.from({ length: 40 }, (_, i) => `${i}`);
  for (const email of emails) await enqueue(email);
  const { sent } = startServer();
  await waitFor(isEmpty, { timeoutMs: 20_000 });
  expect(sent).toEqual(emails);
});

it('a failed task is retried with a growing pause, and runs once when it succeeds', async () => {
  const { sent, state } = startServer({ isAway: true });
  const pauseMs = ({ runAt }: { runAt: Date }) => runAt.getTime() - Date.now();
  await enqueue('a');
  expect(pauseMs(await isToRetry(1))).toBeLessThan(3000);
  await makeTasksDue(db, 5);
  expect(pauseMs(await isToRetry(6))).toBeGreaterThan(390_000);
  state.isAway = false;
  await makeTasksDue(db);
  await waitFor(isEmpty, { timeoutMs: 20_000 });
  expect(sent).toEqual(['a']);
  expect(state.attempts).toBe(3);
});

it('a task of a server that died is run by another one after five minutes', async () => {
  const killed = Promise.withResolvers<void>();
  const dying = startServer({ send: () => killed.promise });
  stops.push(async () => killed.reject(new Error('process killed')));
  await enqueue('a');
  await waitFor(() => dying.state.attempts === 1);
  const other = startServer();
  const { 'interrupted-tasks': unlock } = taskJobs(db, Date.now);
  await unlock.run();
  expect((await listTasks(db))[0]).toMatchObject({ attempts: 1 });
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '5 minutes 1 second'`.execute(
    db,
  );
  await unlock.run();
  await makeTasksDue(db);
  await enqueue('b');
  await waitFor(() => other.sent.length === 2, { timeoutMs: 20_000 });
  expect(other.sent).toEqual(['a', 'b']);
});

it('a task whose last attempt fails is given up: the metric counts it, and its row stays for 30 days without its payload', async () => {
  const names = { name: 'tasks', help: 'Tasks', label: 'state' };
  const gauge = createMetrics().watchCounts(names, async () => ({ ...(await countTasks(db)) }));
  const figures = async () =>
    Object.fromEntries((await gauge.get()).values.map(({ labels, value }) => [labels.state, value]));
  await enqueue('secret@example.com');
  expect(await figures()).toEqual({ waiting: 1, failed: 0 });
  await makeTasksDue(db, 12);
  startServer({ isAway: true });
  const failed = await waitFor(async () => {
    const tasks = await listTasks(db);
    return tasks.length === 1 && tasks[0]?.isGivenUp ? tasks[0] : false;
  });
  expect(failed).toMatchObject({ kind, error: 'connect ECONNREFUSED', payload: {}, key: null });
  expect(await figures()).toEqual({ waiting: 0, failed: 1 });
  await enqueue('waiting@example.com');
  const dayMs = 86_400_000;
  const deleteOld = (days: number) => taskJobs(db, () => Date.now() + days * dayMs)['outbox-retention'].run();
  await deleteOld(29);
  expect(await listTasks(db)).toHaveLength(2);
  await deleteOld(31);
  expect(await figures()).toEqual({ waiting: 1, failed: 0 });
});

it('a new task replaces a failing one of the same key', async () => {
  const { sent, state } = startServer({ isAway: true });
  await enqueue('a');
  await isToRetry(1);
  state.isAway = false;
  await enqueue('a');
  await waitFor(isEmpty);
  expect(sent).toEqual(['a']);
});
