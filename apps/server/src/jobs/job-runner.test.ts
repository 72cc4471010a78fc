import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { startDatabaseProxy } from '../../test/database-proxy.ts';
import { createMetrics } from '../base/metrics.ts';
import { type Connection, openDatabases } from '../db/db.ts';
import { createJobRunner } from './job-runner.ts';
import { EVERY_MINUTE, type Job, type Jobs } from './jobs.ts';
import type { TaskHandlers } from './tasks.ts';

const log = pino({ level: 'silent' });

/** Their jobs note that they ran. */
const SCHEDULES: Record<string, Omit<Job, 'run'>> = {
  'access-ends': { cron: EVERY_MINUTE },
  'frame-compression': { cron: EVERY_MINUTE, isLong: true },
  'frame-partitions': { cron: '5 * * * *' },
  'frame-retention': { cron: '15 * * * *' },
  'history-rollups': { cron: EVERY_MINUTE, isLong: true },
  'inbox-retention': { cron: '35 * * * *' },
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let stops: (() => Promise<unknown>)[];
/** The jobs that ran, on all servers. */
let ran: string[];
beforeEach(async () => {
  database = await createTestDatabase('template0');
  stops = [];
  ran = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.reverse()) await stop();
  await database.remove();
});

/** The job queue of one server: its jobs, and its tasks. */
function startQueue(runs: Record<string, Job['run']> = {}, connection: Connection = database.connection) {
  const databases = openDatabases(connection, log);
  const jobs: Jobs = Object.fromEntries(
    Object.entries(SCHEDULES).map(([name, schedule]) => [
      name,
      { ...schedule, run: runs[name] ?? (async () => void ran.push(name)) },
    ]),
  );
  const quietWarn = () => {};
  const runner = createJobRunner({
    pool: databases.jobs,
    db: database.db,
    jobs,
    tasks: {} as TaskHandlers,
    log,
    quietWarn,
    metrics: createMetrics(),
    isScheduled: true,
    startDelayMs: 0,
  });
  runner.start();
  stops.push(databases.close, runner.stop);
  return { databases, runner };
}

const listeners = async () =>
  (
    await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'manoboard jobs' and query like 'LISTEN%'`.execute(
      database.db,
    )
  ).rows.length;
const untilListening = (servers: number) =>
  waitFor(async () => (await listeners()) === servers * 2, {
    what: 'the queues to listen',
    timeoutMs: 20_000,
  });
const addJob = (name: string) => sql`select graphile_worker.add_job(${name})`.execute(database.db);

/** Adds the job until it runs: a NOTIFY while no connection listens is lost until the next poll. */
const untilRun = (name: string) =>
  waitFor(
    async () => {
      await addJob(name);
      return ran.includes(name);
    },
    { what: `the job ${name} to run`, timeoutMs: 60_000 },
  );

it('two servers that start at once on an empty database install the queue and run each job once', async () => {
  startQueue();
  startQueue();
  await untilListening(2);
  for (let i = 0; i < 20; i++) await addJob('frame-retention');
  await waitFor(() => ran.length >= 20, { what: 'all jobs to run' });
  for (const stop of stops.splice(0).reverse()) await stop();
  expect(ran).toHaveLength(20);
});

it('two servers schedule each due job once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T10:14:59.900Z') });
  const ticks = [startQueue(), startQueue()].map(({ databases }) => vi.spyOn(databases.jobs, 'query'));
  await untilListening(2);
  vi.setSystemTime(Date.parse('2026-01-01T10:15:00.010Z'));
  const isTick = ([query]: readonly unknown[]) => `${(query as { name?: string }).name}`.startsWith('cron/');
  await waitFor(() => ticks.every(({ mock }) => mock.calls.some(isTick)), {
    what: 'both servers to schedule',
  });
  await waitFor(() => ran.length >= 4, { what: 'the due jobs to run' });
  for (const stop of stops.splice(0).reverse()) await stop();
  expect(ran.toSorted()).toEqual(['access-ends', 'frame-compression', 'frame-retention', 'history-rollups']);
});

it('a job that ends while the database is silent does not stop the queue', async () => {
  const proxy = await startDatabaseProxy(inject('postgres'));
  let endJob = () => {};
  const ended = new Promise<void>((resolve) => {
    endJob = resolve;
  });
  const { databases } = startQueue(
    {
      'frame-retention': async () => {
        ran.push('frame-retention');
        await ended;
      },
    },
    { ...database.connection, host: proxy.host, port: proxy.port },
  );
  stops.unshift(async () => proxy.close());
  await untilListening(1);
  await addJob('frame-retention');
  await waitFor(() => ran.includes('frame-retention'), { what: 'the job to start' });
  proxy.freeze();
  endJob();
  await waitFor(() => !databases.isUp(), {
    what: 'the watch to find the database silent',
    timeoutMs: 20_000,
  });
  proxy.thaw();
  await untilRun('frame-partitions');
});

it('long jobs run one at a time, and delay no other job', async () => {
  const release = Promise.withResolvers<void>();
  const startLong = (name: string) => async () => {
    ran.push(name);
    await release.promise;
  };
  startQueue({
    'history-rollups': startLong('history-rollups'),
    'frame-compression': startLong('frame-compression'),
  });
  await untilListening(1);
  await untilRun('history-rollups');
  for (let i = 0; i < 5; i++) {
    await addJob('history-rollups');
    await addJob('frame-compression');
  }
  await untilRun('access-ends');
  expect(ran.filter((name) => name !== 'access-ends')).toEqual(['history-rollups']);
  release.resolve();
  await waitFor(() => ran.includes('frame-compression'), { what: 'the other long job to run' });
});

it('a job that fails stays in the queue for a retry, and the next job runs', async () => {
  startQueue({ 'frame-retention': () => Promise.reject(new Error('a day is in use')) });
  await untilListening(1);
  await addJob('frame-retention');
  await untilRun('inbox-retention');
  const findJob = async () =>
    (
      await sql<{ attempts: number; last_error: string | null }>`
        select attempts, last_error from graphile_worker.jobs where task_identifier = 'frame-retention'`.execute(
        database.db,
      )
    ).rows;
  // The library stores the error in the background: the next job may run before.
  await waitFor(async () => (await findJob())[0]?.last_error, { what: 'the error of the job' });
  expect(await findJob()).toMatchObject([
    { attempts: 1, last_error: expect.stringContaining('a day is in use') },
  ]);
});

// The queue waits longer after each refused connection.
it('jobs run again after the database has closed all connections', { timeout: 90_000 }, async () => {
  startQueue();
  await untilListening(1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'manoboard jobs'
    and datname = current_database()`.execute(database.db);
  await untilRun('frame-partitions');
});

it('a stop during the start ends cleanly, and the queue handles no signal', async () => {
  const signals = () => ['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => process.listenerCount(signal));
  const before = signals();
  const { runner } = startQueue();
  await runner.stop();
  startQueue();
  await untilListening(1);
  expect(signals()).toEqual(before);
});
