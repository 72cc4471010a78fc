import type { OtaReq, OtaState } from '@manoboard/contract/mqtt/firmware';
import type { Info, Tele } from '@manoboard/contract/mqtt/topics';
import { interpretOtaState } from '@manoboard/domain/firmware/job';
import { chunkCount } from '@manoboard/domain/firmware/manifest';
import { isEnded } from '@manoboard/domain/firmware/update';
import type { Core } from '../../core.ts';
import type { Board, Receipt } from '../../link/link.ts';
import { createChunkCache } from './chunk-cache.ts';
import { readImage } from './release.repo.ts';
import type { UpdateJobs } from './update-jobs.ts';

/** After this many resends a failure report is not about an earlier attempt. */
const MAX_RESENDS = 3;

/** What a board reports and requests during its update. */
export function createUpdateMessages(core: Core, jobs: UpdateJobs) {
  const { db, runningUpdates: running, link } = core;
  const { quietly, publishJob, clearJob, republishJob, end, noteEffects, prove, progress } = jobs;
  const chunks = createChunkCache((...piece) => readImage(db, ...piece));

  return {
    async receiveState(board: Board, state: OtaState): Promise<void> {
      const job = running.find(board.deviceKey);
      // The job ended while the board was offline: clear it.
      if (!job && !isEnded(state)) return void (await clearJob(board));
      if (!job || job.manifest.id !== state.id) return;
      running.patch(job, () => ({ silentS: 0 }));
      const meaning = interpretOtaState(job.status, state);
      if (meaning === 'progress' || meaning === 'ended') await noteEffects(job, state);
      if (meaning === 'progress') await progress(job, state);
      else if (meaning === 'ended' || job.resends === MAX_RESENDS)
        await end(job, state.st === 'ROLLED_BACK' ? 'ROLLED_BACK' : 'FAILED', state.err ?? null);
      else {
        running.patch(job, ({ resends }) => ({ resends: resends + 1 }));
        await (meaning === 'resend' ? publishJob(job) : republishJob(job));
      }
    },

    /** Only chunks of the current job. The board requests a lost chunk again. */
    async receiveRequest({ deviceKey, deviceId }: Board, { id, n }: OtaReq): Promise<void> {
      const job = running.find(deviceKey);
      if (!job || job.manifest.id !== id || n >= chunkCount(job.manifest)) return;
      const { manifest } = job;
      running.patch(job, () => ({ silentS: 0 }));
      const answer = chunks.get(manifest, n).then((bytes) => link.send('ota/chunk', deviceId, bytes, n));
      await quietly(answer, { deviceId });
    },

    async receiveInfo({ deviceKey }: Board, { version, boot }: Info): Promise<void> {
      const job = running.find(deviceKey);
      if (!job) return;
      running.patch(job, () => ({ info: { version, boot } }));
      await prove(job);
    },

    receiveFrame(
      { deviceKey }: Board,
      { boot, seq, fc }: Tele,
      _receipt: Receipt,
      done: (error?: Error) => void,
    ) {
      const job = running.find(deviceKey);
      const known = job?.frame;
      // A buffered frame from before the restart proves nothing.
      const isOld = known && known.boot === job?.info?.boot && !(boot === known.boot && seq > known.seq);
      if (!job || isOld) {
        done();
        return;
      }
      running.patch(job, () => ({ frame: { boot, seq, fc } }));
      prove(job).then(() => done(), done);
    },
  };
}
