import type { LocaleName } from '@manoboard/contract/account/account';
import type { ForgotPassword } from '@manoboard/contract/account/credentials';
import type { AddedAccess } from '@manoboard/contract/inbox/inbox';
import type { Logger, QuietWarn } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import type { Db } from '../db/db.ts';
import {
  type ClaimedTask,
  claimTask,
  countTasks,
  deleteFailed,
  deleteTask,
  markFailed,
  markRetry,
} from './outbox.repo.ts';
import { createWakeLoop } from './wake-loop.ts';

/** Kinds of tasks with their payloads. No payload holds a token: links are made when the mail is sent. */
export interface Tasks {
  recovery_mail: ForgotPassword;
  confirmation_mail: { userId: number; email: string };
  energy_report_mail: { userId: number; deviceKey: number; date: string };
  email_change_mail: { email: string; locale: LocaleName | null };
  access_added_mail: { userId: number; what: AddedAccess };
}
export type TaskKind = keyof Tasks;
const KINDS: Record<TaskKind, true> = {
  recovery_mail: true,
  confirmation_mail: true,
  energy_report_mail: true,
  email_change_mail: true,
  access_added_mail: true,
};
export const TASK_KINDS = Object.keys(KINDS) as TaskKind[];
/** A handler may run twice for one task: the server may die after the work and before the row is deleted. */
export type TaskHandlers = { [Kind in TaskKind]: (payload: Tasks[Kind]) => Promise<void> };

interface Neighbours {
  db: Db;
  log: Logger;
  quietWarn: QuietWarn;
  metrics: Pick<Metrics, 'outboxTasks'>;
  now: () => number;
}

const POLL_MS = 5000;
/** Longer than a mail server may take (`mailer.ts`). */
const LEASE_MS = 5 * 60_000;
const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 4 * 3_600_000;
const GIVE_UP_MS = 24 * 3_600_000;
const KEEP_FAILED_MS = 30 * 24 * 3_600_000;

/** Doubles with each attempt: 10 s, 20 s … 4 h. */
const retryDelayMs = (attempts: number) => Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);

/** Runs tasks one after the other, outside any transaction. Failed tasks are retried for a day. */
export function createTaskRunner({ db, log, quietWarn, metrics, now }: Neighbours) {
  let handlers: TaskHandlers | undefined;
  let isStopping = false;
  const after = (ms: number) => new Date(now() + ms);

  async function fail({ id, kind, attempts, createdAt }: ClaimedTask, reason: string): Promise<void> {
    const retryAt = after(retryDelayMs(attempts));
    if (retryAt.getTime() - createdAt.getTime() <= GIVE_UP_MS) {
      log.warn({ kind, attempts, reason }, 'a task of the outbox failed and will be retried');
      await markRetry(db, id, reason, retryAt);
    } else {
      log.error({ kind, attempts, reason }, 'a task of the outbox failed for a day and is given up');
      await markFailed(db, id, reason, new Date(now()));
    }
  }

  async function runTask(task: ClaimedTask, handle: (payload: never) => Promise<void>): Promise<void> {
    try {
      await handle(task.payload as never);
    } catch (error) {
      return fail(task, String(error instanceof Error ? error.message : error).slice(0, 500));
    }
    await deleteTask(db, task.id);
  }

  const loop = createWakeLoop({
    pollMs: POLL_MS,
    onError: (err) => quietWarn('outbox-tasks', { err }, 'the tasks of the outbox could not be read'),
    async run() {
      if (!handlers) return;
      while (!isStopping) {
        const task = await claimTask(db, Object.keys(handlers), new Date(now()), after(LEASE_MS));
        if (!task) break;
        await runTask(task, handlers[task.kind as TaskKind]);
      }
      const counts = await countTasks(db);
      metrics.outboxTasks.set({ state: 'waiting' }, counts.waiting);
      metrics.outboxTasks.set({ state: 'failed' }, counts.failed);
    },
  });

  return {
    wake: loop.wake,
    /** Deletes tasks that were given up 30 days ago. */
    deleteOldFailures: () => deleteFailed(db, after(-KEEP_FAILED_MS)),
    start(known: TaskHandlers) {
      handlers = known;
      loop.start();
    },
    /** Finishes the running task; the others stay for the next start. */
    async stop() {
      isStopping = true;
      await loop.stop();
    },
  };
}
