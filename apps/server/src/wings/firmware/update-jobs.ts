import type { OtaError, OtaState } from '@manoboard/contract/mqtt/firmware';
import { isProven, updatePercent } from '@manoboard/domain/firmware/job';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { Board } from '../../link/link.ts';
import type { RunningUpdate } from '../../state/running-updates.ts';
import type { InboxWing } from '../inbox/index.ts';
import { markEnded, markProgress } from './update.repo.ts';

/** One running update: publishes its job, stores its progress and its end. */
export function createUpdateJobs(core: Core, inbox: InboxWing) {
  const { db, outbox, log, now, runningUpdates: running } = core;
  const { send, forget } = core.link;
  const at = () => new Date(now());

  /** With the messages that arrived since `job` was read. */
  function latest(job: RunningUpdate): RunningUpdate {
    const known = running.find(job.deviceKey);
    return known?.id === job.id ? known : job;
  }

  /** A failed publish is repeated at the board's next birth. */
  const quietly = (sent: Promise<void>, { deviceId }: Pick<Board, 'deviceId'>) =>
    sent.catch((err) => log.warn({ err, board: deviceId }, 'a firmware message could not be sent'));
  const publishJob = (job: RunningUpdate) => quietly(send('ota/job', job.deviceId, job.manifest), job);
  const clearJob = (board: Pick<Board, 'deviceId'>) => quietly(forget('ota/job', board.deviceId), board);

  /** Clears the job first: a board that remembers an earlier attempt of the same release would report that one. */
  async function republishJob(job: RunningUpdate): Promise<void> {
    await clearJob(job);
    await publishJob(job);
  }

  const publish = (tx: Db, deviceId: string) => outbox.publish(tx, ['firmware', { deviceId }]);

  async function end(job: RunningUpdate, status: OtaState['st'], error: OtaError | null): Promise<void> {
    const isSuccess = status === 'UPDATED';
    const outcome = { status, error, isSuccess, percent: isSuccess ? 100 : latest(job).percent };
    const endedAt = at();
    const store = async (tx: Db) => {
      if (!(await markEnded(tx, job.id, outcome, endedAt))) return;
      const { deviceKey, manifest, changeId } = job;
      const { version } = manifest;
      const event = isSuccess
        ? ({ type: 'firmware_done', version } as const)
        : ({ type: 'firmware_failed', version, reason: error } as const);
      await inbox.notify(tx, { deviceKey, readers: 'holders', event });
      await publish(tx, job.deviceId);
      const changeEnd = isSuccess
        ? ({ status: 'done' } as const)
        : ({ status: 'failed', reason: error ?? status } as const);
      if (changeId !== null) await appendAudit(tx, endedAt, { kind: 'change_end', changeId, ...changeEnd });
    };
    let cleared: Promise<void> | undefined;
    await outbox.transaction(db, store, () => {
      // The next job may run already; it has cleared this one.
      if (running.remove(job)) cleared = clearJob(job);
    });
    await cleared;
  }

  /** R5.7b: stores what the update did to the pump in the timeline; the board repeats it in each report. */
  async function noteEffects(job: RunningUpdate, { did = [] }: OtaState): Promise<void> {
    const { changeId, effects: known } = job;
    if (changeId === null || did.length <= known) return;
    await db.transaction().execute(async (tx) => {
      for (const { what, ts } of did.slice(known)) {
        const happenedAt = new Date(measuredAt(ts, Math.floor(now() / 1000)).at * 1000);
        await appendAudit(tx, at(), { kind: 'change_step', changeId, step: what, happenedAt });
      }
    });
    running.patch(job, () => ({ effects: did.length }));
  }

  async function prove(job: RunningUpdate): Promise<void> {
    const { status, info, frame, deviceId, manifest } = latest(job);
    if (isProven({ status, info, frame, isOnline: core.presence.isOnline(deviceId) }, manifest.version))
      await end(job, 'UPDATED', null);
  }

  async function progress(job: RunningUpdate, state: OtaState): Promise<void> {
    running.patch(job, ({ percent }) => ({ status: state.st, percent: updatePercent(percent, state) }));
    await outbox.transaction(db, async (tx) => {
      const { status, percent } = latest(job);
      await markProgress(tx, job.id, status, percent, at());
      await publish(tx, job.deviceId);
    });
    await prove(job);
  }

  return { latest, quietly, publishJob, clearJob, republishJob, publish, end, noteEffects, prove, progress };
}
export type UpdateJobs = ReturnType<typeof createUpdateJobs>;
