import { jobTimeout } from '@manoboard/domain/firmware/job';
import type { Core } from '../../core.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { Board } from '../../link/link.ts';
import type { InboxWing } from '../inbox/index.ts';
import { findLastUpdate, listRunning } from './update.repo.ts';
import { type BeginNeeds, createUpdateBegin } from './update-begin.ts';
import { createUpdateJobs } from './update-jobs.ts';
import { createUpdateMessages } from './update-messages.ts';

interface Needs extends BeginNeeds {
  inbox: InboxWing;
}

const SWEEP_MS = 30_000;

/** R4.2 running updates: publishes jobs and chunks, watches progress, ends each update. They survive a restart. */
export function createUpdates(core: Core, { inbox, ...needs }: Needs) {
  const { db, bus, log, now, runningUpdates: running } = core;
  const { isOnline, owns } = core.presence;
  const jobs = createUpdateJobs(core, inbox);
  const { latest, publishJob, end } = jobs;
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();

  /** A job that cannot be ended now does not block the others. */
  async function sweep(): Promise<void> {
    for (const job of running.list()) {
      // Its server watches it.
      if (!owns(job.deviceId)) continue;
      const isThere = isOnline(job.deviceId);
      running.patch(job, ({ silentS }) => ({ silentS: isThere ? silentS + SWEEP_MS / 1000 : 0 }));
      const { status, startedAt, manifest, silentS } = latest(job);
      const times = { startedAtS: startedAt.getTime() / 1000, exp: manifest.exp, silentS };
      const reason = jobTimeout({ status, ...times }, now() / 1000);
      if (reason)
        await end(job, 'FAILED', reason).catch((err) => log.warn({ err }, 'an update could not be ended'));
    }
  }

  bus.subscribe('birth', ({ deviceKey }) => {
    const job = running.find(deviceKey);
    // The embedded broker retains no messages: each birth gets its job.
    if (job) void publishJob(job);
  });

  /** Replaces what is known of the updates of these boards: they run, or they have ended, on another server. */
  async function takeBoards(boards: readonly Board[]): Promise<void> {
    const stored = await listRunning(
      db,
      boards.map(({ deviceKey }) => deviceKey),
    );
    for (const board of boards) leaveBoard(board);
    for (const row of stored) running.add({ ...row, info: undefined, resends: 0, silentS: 0 });
  }

  function leaveBoard({ deviceKey }: Board): void {
    const job = running.find(deviceKey);
    if (job) running.remove(job);
  }

  return {
    ...createUpdateMessages(core, jobs),
    begin: createUpdateBegin(core, jobs, needs),
    takeBoards,
    leaveBoard,

    last: ({ deviceKey, visibleFromS }: AllowedDevice) => findLastUpdate(db, deviceKey, visibleFromS),

    async start(): Promise<void> {
      for (const row of await listRunning(db))
        if (owns(row.deviceId)) running.add({ ...row, info: undefined, resends: 0, silentS: 0 });
      await sweep();
      sweeper = setInterval(() => {
        sweeping = sweeping.then(sweep);
      }, SWEEP_MS);
    },

    async stop(): Promise<void> {
      clearInterval(sweeper);
      await sweeping;
    },
  };
}
export type Updates = ReturnType<typeof createUpdates>;
