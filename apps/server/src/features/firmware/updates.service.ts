import type { OtaError, OtaReq, OtaState } from '@manoboard/contract/mqtt/firmware';
import type { Info, Tele } from '@manoboard/contract/mqtt/topics';
import type { FirmwareUpdate } from '@manoboard/contract/nouns/firmware-release';
import { actsAs } from '@manoboard/domain/access/policy';
import { heardState, isProven, jobTimeUp, type Proof, updatePercent } from '@manoboard/domain/firmware/job';
import { chunkCount } from '@manoboard/domain/firmware/manifest';
import { isEnded } from '@manoboard/domain/firmware/update';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import { addChangeStep, endChange, recordChange } from '../../audit-log/changes.ts';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board, Link } from '../../link/link.ts';
import type { Logger } from '../../log.ts';
import type { Notify } from '../../notice.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { createChunkCache } from './chunk-cache.ts';
import { readImage } from './release.repo.ts';
import type { Releases } from './releases.service.ts';
import {
  findLastUpdate,
  insertUpdate,
  linkChange,
  listRunning,
  markEnded,
  markProgress,
  type RunningRow,
} from './update.repo.ts';

interface Neighbours {
  db: Db;
  events: Pick<Events, 'on'>;
  outbox: Outbox;
  notify: Notify;
  log: Logger;
  now: () => number;
  isOnline: (idDev: string) => boolean;
  send: Link['send'];
  forget: Link['forget'];
  getFitting: Releases['getFitting'];
  /** R5.10: throws while the device has a lock-out tag. */
  refuseLockedOut: (tx: Db, deviceKey: number) => Promise<void>;
}

/** One update that has not ended, with what has been heard of its board since. */
interface Job extends RunningRow, Pick<Proof, 'info'> {
  frame?: Pick<Tele, 'boot' | 'seq' | 'fc'>;
  retells?: number;
  /** When the board last said something of it, or was away. */
  heardMs: number;
}

const SWEEP_MS = 30_000;
/** A board that answers every job like that is not talking of an earlier try. */
const MOST_RETELLS = 3;

/** R4.2 the updates that run: told, fed, watched and ended, each for itself. They outlive the server. */
export function createUpdates(neighbours: Neighbours) {
  const { db, events, outbox, notify, log, now, isOnline, send, forget, getFitting, refuseLockedOut } =
    neighbours;
  const running = new Map<number, Job>();
  const chunks = createChunkCache((...piece) => readImage(db, ...piece));
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  const at = () => new Date(now());

  /** What cannot be told now is told at the board's next birth. */
  const quietly = (told: Promise<void>, { idDev }: Pick<Board, 'idDev'>) =>
    told.catch((err) => log.warn({ err, board: idDev }, 'a board could not be told about its firmware'));
  const tell = (job: Job) => quietly(send('ota/job', job.idDev, job.manifest), job);
  const takeBack = (board: Pick<Board, 'idDev'>) => quietly(forget('ota/job', board.idDev), board);

  /** A release has one name: whatever the board remembers of an earlier try must not answer for this one. */
  async function tellAnew(job: Job): Promise<void> {
    await takeBack(job);
    await tell(job);
  }

  const publish = (tx: Db, idDev: string) => outbox.publish(tx, ['firmware', { deviceId: idDev }]);

  async function end(job: Job, status: OtaState['st'], error: OtaError | null): Promise<void> {
    const isSuccess = status === 'UPDATED';
    const outcome = { status, error, isSuccess, percent: isSuccess ? 100 : job.percent };
    const endedAt = at();
    const store = async (tx: Db) => {
      if (!(await markEnded(tx, job.id, outcome, endedAt))) return;
      const { deviceId, manifest, changeId } = job;
      const { version } = manifest;
      const event = isSuccess
        ? ({ type: 'firmware_done', version } as const)
        : ({ type: 'firmware_failed', version, reason: error } as const);
      await notify(tx, { deviceId, readers: 'holders', event });
      await publish(tx, job.idDev);
      const changeEnd = isSuccess
        ? ({ status: 'done' } as const)
        : ({ status: 'failed', reason: error ?? status } as const);
      if (changeId !== null) await endChange(tx, endedAt, changeId, changeEnd);
    };
    let takenBack: Promise<void> | undefined;
    await outbox.transaction(db, store, () => {
      // The next job may run already, and has taken this one back itself.
      if (running.get(job.deviceId) !== job) return;
      running.delete(job.deviceId);
      takenBack = takeBack(job);
    });
    await takenBack;
  }

  /** R5.7: who wanted what, in the log before the board hears of it. Nothing when an update is running already. */
  const store = (
    user: SessionUser,
    { deviceId, idDev, relation }: AllowedDevice,
    {
      manifest,
      fromVersion,
      startedAt,
    }: Pick<Job, 'manifest' | 'startedAt'> & { fromVersion: string | null },
  ) =>
    outbox.transaction(db, async (tx) => {
      await refuseLockedOut(tx, deviceId);
      const row = { deviceId, releaseId: manifest.id, fromVersion, startedAt, startedBy: user.id };
      const id = await insertUpdate(tx, row);
      if (id === undefined) return undefined;
      await publish(tx, idDev);
      const changeId = await recordChange(tx, startedAt, {
        deviceKey: deviceId,
        kind: 'firmware',
        action: 'updated',
        by: { userId: user.id, role: actsAs('update_firmware', user.roles, relation) },
        fields: [{ field: 'version', old: fromVersion, new: manifest.version }],
        status: 'pending',
      });
      await linkChange(tx, id, changeId);
      return { id, changeId };
    });

  /** R5.7b: what the update did to the pump, into the timeline; the board repeats it with each report. */
  async function noteEffects(job: Job, { did = [] }: OtaState): Promise<void> {
    const { changeId, effects: known } = job;
    if (changeId === null || did.length <= known) return;
    await db.transaction().execute(async (tx) => {
      for (const { what, ts } of did.slice(known)) {
        const happenedAt = new Date(measuredAt(ts, Math.floor(now() / 1000)).at * 1000);
        await addChangeStep(tx, at(), changeId, what, happenedAt);
      }
    });
    job.effects = did.length;
  }

  async function prove(job: Job): Promise<void> {
    const { status, info, frame, idDev, manifest } = job;
    if (isProven({ status, info, frame, isOnline: isOnline(idDev) }, manifest.version))
      await end(job, 'UPDATED', null);
  }

  async function progress(job: Job, state: OtaState): Promise<void> {
    job.status = state.st;
    job.percent = updatePercent(job.percent, state);
    await outbox.transaction(db, async (tx) => {
      await markProgress(tx, job.id, job.status, job.percent, at());
      await publish(tx, job.idDev);
    });
    await prove(job);
  }

  /** One job that cannot be ended now does not keep the others. */
  async function sweep(): Promise<void> {
    for (const job of [...running.values()]) {
      if (!isOnline(job.idDev)) job.heardMs = now();
      const { status, startedAt, manifest, heardMs } = job;
      const times = {
        startedAtS: startedAt.getTime() / 1000,
        exp: manifest.exp,
        silentS: (now() - heardMs) / 1000,
      };
      const reason = jobTimeUp({ status, ...times }, now() / 1000);
      if (reason)
        await end(job, 'FAILED', reason).catch((err) => log.warn({ err }, 'an update could not be ended'));
    }
  }

  events.on('birth', ({ deviceId }) => {
    const job = running.get(deviceId);
    // The embedded broker retains nothing: each birth hears its job.
    if (job) void tell(job);
  });

  return {
    async begin(user: SessionUser, device: AllowedDevice, version: string): Promise<FirmwareUpdate> {
      const { deviceId, idDev } = device;
      if (running.has(deviceId)) throw new ProblemError('UPDATE_RUNNING');
      if (!isOnline(idDev)) throw new ProblemError('DEVICE_OFFLINE');
      const { manifest, fromVersion } = await getFitting(deviceId, version);
      const startedAt = at();
      const stored = await store(user, device, { manifest, fromVersion, startedAt });
      if (!stored) throw new ProblemError('UPDATE_RUNNING');
      const job: Job = {
        ...stored,
        deviceId,
        idDev,
        manifest,
        startedAt,
        status: 'waiting',
        percent: 0,
        info: undefined,
        effects: 0,
        heardMs: now(),
      };
      running.set(deviceId, job);
      await tellAnew(job);
      const update = await findLastUpdate(db, deviceId, null);
      if (!update) throw new ProblemError('INTERNAL');
      return update;
    },

    last: ({ deviceId, visibleFromS }: AllowedDevice) => findLastUpdate(db, deviceId, visibleFromS),

    /** Nobody should use the pump now; once the board says that it is done, only the proof is waited for. */
    isUpdating(deviceId: number): boolean {
      const job = running.get(deviceId);
      return job !== undefined && job.status !== 'UPDATED';
    },

    async receiveState(board: Board, state: OtaState): Promise<void> {
      const job = running.get(board.deviceId);
      // A job that has ended without its board: it need not go on.
      if (!job && !isEnded(state)) return void (await takeBack(board));
      if (!job || job.manifest.id !== state.id) return;
      job.heardMs = now();
      const meaning = heardState(job.status, state);
      if (meaning === 'progress' || meaning === 'ended') await noteEffects(job, state);
      if (meaning === 'progress') await progress(job, state);
      else if (meaning === 'ended' || job.retells === MOST_RETELLS)
        await end(job, state.st === 'ROLLED_BACK' ? 'ROLLED_BACK' : 'FAILED', state.err ?? null);
      else {
        job.retells = (job.retells ?? 0) + 1;
        await (meaning === 'tell_again' ? tell(job) : tellAnew(job));
      }
    },

    /** Only chunks of the job that this board is at. One that cannot be sent is asked for again. */
    async receiveRequest({ deviceId, idDev }: Board, { id, n }: OtaReq): Promise<void> {
      const job = running.get(deviceId);
      if (!job || job.manifest.id !== id || n >= chunkCount(job.manifest)) return;
      const { manifest } = job;
      job.heardMs = now();
      const answer = chunks.get(manifest, n).then((bytes) => send('ota/chunk', idDev, bytes, n));
      await quietly(answer, { idDev });
    },

    async receiveInfo({ deviceId }: Board, { version, boot }: Info): Promise<void> {
      const job = running.get(deviceId);
      if (!job) return;
      job.info = { version, boot };
      await prove(job);
    },

    async receiveFrame({ deviceId }: Board, { boot, seq, fc }: Tele): Promise<void> {
      const job = running.get(deviceId);
      if (!job) return;
      const known = job.frame;
      // A frame that was kept and is sent later says nothing of now.
      if (known && known.boot === job.info?.boot && !(boot === known.boot && seq > known.seq)) return;
      job.frame = { boot, seq, fc };
      await prove(job);
    },

    async start(): Promise<void> {
      for (const row of await listRunning(db))
        running.set(row.deviceId, { ...row, info: undefined, heardMs: now() });
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
