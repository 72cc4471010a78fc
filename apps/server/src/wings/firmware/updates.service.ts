import type { FirmwareUpdate } from '@manoboard/contract/firmware/firmware-release';
import type { OtaError, OtaReq, OtaState } from '@manoboard/contract/mqtt/firmware';
import type { Info, Tele } from '@manoboard/contract/mqtt/topics';
import { actingRole } from '@manoboard/domain/access/policy';
import { interpretOtaState, isProven, jobTimeout, updatePercent } from '@manoboard/domain/firmware/job';
import { chunkCount } from '@manoboard/domain/firmware/manifest';
import { isEnded } from '@manoboard/domain/firmware/update';
import { isOnByKeypad } from '@manoboard/domain/pump/control-mode';
import { freshness } from '@manoboard/domain/telemetry/freshness';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Db } from '../../db/db.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board, Receipt } from '../../link/link.ts';
import type { Server } from '../../server.ts';
import type { RunningUpdate } from '../../state/running-updates.ts';
import type { InboxWing } from '../inbox/index.ts';
import type { SettingsWing } from '../settings/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
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
} from './update.repo.ts';

interface Needs {
  inbox: InboxWing;
  telemetry: TelemetryWing;
  settings: SettingsWing;
  releases: Releases;
}

const SWEEP_MS = 30_000;
/** Time for the server of the board to begin an update. */
const BEGIN_MS = 10_000;
/** After this many resends a failure report is not about an earlier attempt. */
const MAX_RESENDS = 3;

interface ForwardedUpdate {
  user: SessionUser;
  device: AllowedDevice;
  version: string;
}

/** R4.2 running updates: publishes jobs and chunks, watches progress, ends each update. They survive a restart. */
export function createUpdates(server: Server, { inbox, telemetry, settings, releases }: Needs) {
  const { db, bus, outbox, log, now, runningUpdates: running } = server;
  const { send, forget } = server.link;
  const { isOnline, owns, serverOf } = server.presence;
  const chunks = createChunkCache((...piece) => readImage(db, ...piece));
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  const at = () => new Date(now());
  /** The board would download the image and then fail: it cannot stop this pump. A stale state is left to the board. */
  function isKeypadRunning(deviceId: string): boolean {
    const last = telemetry.lastData(deviceId);
    const isLive = freshness(last, 'modbus', true, Math.floor(now() / 1000)) === 'live';
    return isLive && isOnByKeypad(last.data);
  }
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

  /** R5.7: logs the request before the job is published. Returns nothing if an update is running. */
  const store = (
    user: SessionUser,
    { deviceKey, deviceId, relation }: AllowedDevice,
    {
      manifest,
      fromVersion,
      startedAt,
    }: Pick<RunningUpdate, 'manifest' | 'startedAt'> & { fromVersion: string | null },
  ) =>
    outbox.transaction(db, async (tx) => {
      await settings.lockOuts.refuse(tx, deviceKey, user);
      const row = { deviceKey, releaseId: manifest.id, fromVersion, startedAt, startedBy: user.id };
      const id = await insertUpdate(tx, row);
      if (id === undefined) return undefined;
      await publish(tx, deviceId);
      const changeId = await appendAudit(tx, startedAt, {
        deviceKey,
        kind: 'firmware',
        action: 'updated',
        by: { userId: user.id, role: actingRole('update_firmware', user.roles, relation) },
        fields: [{ field: 'version', old: fromVersion, new: manifest.version }],
        status: 'pending',
      });
      await linkChange(tx, id, changeId);
      return { id, changeId };
    });

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
    if (isProven({ status, info, frame, isOnline: isOnline(deviceId) }, manifest.version))
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

  /** A job that cannot be ended now does not block the others. */
  async function sweep(): Promise<void> {
    for (const job of running.list()) {
      // Its server watches it.
      if (!owns(job.deviceId)) continue;
      if (!isOnline(job.deviceId)) running.patch(job, () => ({ seenMs: now() }));
      const { status, startedAt, manifest, seenMs } = latest(job);
      const times = {
        startedAtS: startedAt.getTime() / 1000,
        exp: manifest.exp,
        silentS: (now() - seenMs) / 1000,
      };
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

  /** On the server that the board is connected to. */
  async function beginHere(
    user: SessionUser,
    device: AllowedDevice,
    version: string,
  ): Promise<FirmwareUpdate> {
    const { deviceKey, deviceId } = device;
    if (running.find(deviceKey)) throw new ProblemError('UPDATE_RUNNING');
    if (!isOnline(deviceId)) throw new ProblemError('DEVICE_OFFLINE');
    if (isKeypadRunning(deviceId)) throw new ProblemError('LOCAL_CONTROL');
    const { manifest, fromVersion } = await releases.getFitting(deviceKey, version);
    const startedAt = at();
    const stored = await store(user, device, { manifest, fromVersion, startedAt });
    if (!stored) throw new ProblemError('UPDATE_RUNNING');
    const job: RunningUpdate = {
      ...stored,
      deviceKey,
      deviceId,
      manifest,
      startedAt,
      status: 'waiting',
      percent: 0,
      info: undefined,
      effects: 0,
      resends: 0,
      seenMs: now(),
    };
    running.add(job);
    await republishJob(job);
    const update = await findLastUpdate(db, deviceKey, null);
    if (!update) throw new ProblemError('INTERNAL');
    return update;
  }
  server.cluster?.calls.handle('update', ({ user, device, version }: ForwardedUpdate) =>
    beginHere(user, device, version),
  );

  /** Replaces what is known of the updates of these boards: they run, or they have ended, on another server. */
  async function takeBoards(boards: readonly Board[]): Promise<void> {
    const stored = await listRunning(
      db,
      boards.map(({ deviceKey }) => deviceKey),
    );
    for (const board of boards) leaveBoard(board);
    for (const row of stored) running.add({ ...row, info: undefined, resends: 0, seenMs: now() });
  }

  function leaveBoard({ deviceKey }: Board): void {
    const job = running.find(deviceKey);
    if (job) running.remove(job);
  }

  return {
    takeBoards,
    leaveBoard,

    async begin(user: SessionUser, device: AllowedDevice, version: string): Promise<FirmwareUpdate> {
      const to = serverOf(device.deviceId);
      if (to === undefined || !server.cluster) return beginHere(user, device, version);
      return server.cluster.calls.run(to, 'update', { user, device, version }, BEGIN_MS);
    },

    last: ({ deviceKey, visibleFromS }: AllowedDevice) => findLastUpdate(db, deviceKey, visibleFromS),

    async receiveState(board: Board, state: OtaState): Promise<void> {
      const job = running.find(board.deviceKey);
      // The job ended while the board was offline: clear it.
      if (!job && !isEnded(state)) return void (await clearJob(board));
      if (!job || job.manifest.id !== state.id) return;
      running.patch(job, () => ({ seenMs: now() }));
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
      running.patch(job, () => ({ seenMs: now() }));
      const answer = chunks.get(manifest, n).then((bytes) => send('ota/chunk', deviceId, bytes, n));
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

    async start(): Promise<void> {
      for (const row of await listRunning(db))
        if (owns(row.deviceId)) running.add({ ...row, info: undefined, resends: 0, seenMs: now() });
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
