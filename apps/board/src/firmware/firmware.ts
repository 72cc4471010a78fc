import type { KeyObject } from 'node:crypto';
import { OtaJob, type OtaReq, type OtaState } from '@manoboard/contract/mqtt/firmware';
import { chunkCount, refuseManifest } from '@manoboard/domain/firmware/manifest';
import {
  afterBoot,
  beginUpdate,
  endUpdate,
  isEnded,
  isSameJob,
  type Update,
  withEffect,
  withoutPumpRestart,
} from '@manoboard/domain/firmware/update';
import { type Clock, wireTime } from '../clock.ts';
import type { Disk } from '../disk/disk.ts';
import type { Drive } from '../drive/drive.ts';
import { createChunks } from './chunks.ts';
import { isSigned } from './signature.ts';
import { type Booted, boot, giveUpTrial } from './slots.ts';
import { createSteps } from './steps.ts';
import { forgetUpdate, loadUpdate, saveUpdate } from './update-store.ts';

/** Poll interval for the clock: a job is not refused because the clock is unset. */
const CLOCK_POLL_MS = 5_000;
/** Most progress reports of one download, for any number of chunks. */
const REPORTS = 20;

export interface FirmwareParts {
  disk: Disk;
  /** Public keys of accepted images; without them every job is refused. */
  keys: readonly KeyObject[];
  hw: string;
  builtInVersion: string;
  clock: Clock;
  drive: Drive;
  sendState: (state: OtaState) => void;
  sendRequest: (request: OtaReq) => void;
  /** Restarts the board, which boots the slot of the boot record. */
  restart: () => void;
}

export interface Firmware {
  readonly version: string;
  /** True while the board may restart at any moment: starts are refused. */
  isSwitching(): boolean;
  /** A person stopped the pump: the update does not start it again. */
  leaveOff(): void;
  connected(): void;
  disconnected(): void;
  /** Handles `ota/job`; an empty payload cancels the job. */
  job(payload: Uint8Array): void;
  chunk(n: number, bytes: Uint8Array): void;
  stop(): void;
}

function readJob(payload: Uint8Array): OtaJob | undefined {
  try {
    return OtaJob.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))).data;
  } catch {
    return undefined;
  }
}

function refuseJob(job: OtaJob, { clock, keys, hw }: FirmwareParts, version: string) {
  const nowS = clock.unixMs() === undefined ? undefined : wireTime(clock);
  return isSigned(job, keys) ? refuseManifest(job, { version, hw, nowS }) : 'bad_signature';
}

/** R5.7b: a start in the middle of the switch was a restart by the update. */
const noteRestart = (kept: Update, update: Update, clock: Clock): Update =>
  kept.st === 'UPDATING' ? withEffect(update, 'board_restarted', wireTime(clock)) : update;

/** The update on disk and as reported to the server. */
function createUpdateState({ disk, clock, sendState }: FirmwareParts, running: Booted) {
  const loaded = loadUpdate(disk);
  let update = loaded && noteRestart(loaded, afterBoot(loaded, running), clock);
  /** No new job until the image is confirmed: the other slot is needed for a rollback. */
  let isOnTrial = running.isTrial;

  const report = ({ job, st, n, err, did }: Update) =>
    sendState({
      v: 1,
      id: job.id,
      st,
      n,
      of: chunkCount(job),
      version: running.version,
      ts: wireTime(clock),
      ...(err && { err }),
      ...(did && { did: [...did] }),
    });

  /** Returns whether the state is stored; a finished update stays finished even if the disk fails. */
  function keep(next: Update): boolean {
    const isChange = next.st !== update?.st || next.n % Math.ceil(chunkCount(next.job) / REPORTS) === 0;
    const isSaved = saveUpdate(disk, next);
    if (!isSaved && !isEnded(next)) return false;
    update = next;
    if (next.st === 'UPDATED') isOnTrial = false;
    if (isChange || isEnded(next)) report(next);
    return isSaved;
  }

  return {
    /** The update was switching images when the board started. */
    wasSwitching: loaded?.st === 'UPDATING',
    current: () => update,
    isOnTrial: () => isOnTrial,
    report,
    keep,
    /** An update whose state cannot be stored is failed. */
    goTo(next: Update): void {
      if (!keep(next) && !isEnded(next)) keep(endUpdate(next, 'FAILED', 'storage'));
    },
    forget(): void {
      update = undefined;
      forgetUpdate(disk);
    },
  };
}

/** Boots the slot of the boot record and continues an update interrupted by a restart or power cut. */
export function startFirmware(parts: FirmwareParts): Firmware {
  const { disk, clock } = parts;
  const running = boot(disk, parts.builtInVersion);
  const chunks = createChunks(clock, (id, n) => parts.sendRequest({ v: 1, id, n }));
  const state = createUpdateState(parts, running);
  const { current, report, goTo } = state;
  let isConnected = false;
  let isStopped = false;
  let cancelClockPoll = () => {};

  const steps = createSteps({
    ...parts,
    chunks,
    keep: state.keep,
    isConnected: () => isConnected,
    isStopped: () => isStopped,
  });

  const isSwitching = (update = current()) => update !== undefined && steps.isSwitching(update);

  /** Runs step after step until the job has ended, the board restarts, or another job replaces it. */
  async function run(job: OtaJob): Promise<void> {
    for (;;) {
      const update = current();
      if (!update || isEnded(update) || isStopped || update.job !== job) return;
      const next = await steps.next(update);
      if (!next || isStopped || current()?.job !== job) return;
      goTo(next);
    }
  }

  function consider(job: OtaJob): void {
    const refusal = refuseJob(job, parts, running.version);
    if (refusal === 'no_clock') cancelClockPoll = clock.after(CLOCK_POLL_MS, () => consider(job));
    else if (refusal) report({ job, st: 'FAILED', n: 0, slot: 'a', err: refusal });
    else {
      chunks.cancel();
      goTo(beginUpdate(job, running.place));
      void run(job);
    }
  }

  function takeBack(): void {
    const update = current();
    if (!update || isSwitching(update)) return;
    const { job, n, slot } = update;
    state.forget();
    chunks.cancel();
    if (!isEnded(update)) report({ job, n, slot, st: 'FAILED', err: 'cancelled' });
  }

  async function goOn(interrupted: Update): Promise<void> {
    const { st, err, job } = interrupted;
    if (state.wasSwitching && (st === 'UPDATED' || st === 'ROLLED_BACK'))
      goTo(await steps.end(interrupted, st, err));
    else await run(job);
  }

  const interrupted = current();
  if (running.isTrial && interrupted?.st !== 'UPDATING') {
    // A trial without a job must end; if the disk fails, it runs out of starts.
    giveUpTrial(disk);
    queueMicrotask(parts.restart);
  } else if (interrupted) void goOn(interrupted);

  return {
    version: running.version,
    isSwitching: () => isSwitching(),
    leaveOff() {
      steps.leaveOff();
      const update = current();
      if (update?.startAgainUntilS !== undefined) state.keep(withoutPumpRestart(update));
    },
    connected() {
      isConnected = true;
      const update = current();
      if (update) report(update);
      chunks.connected();
    },
    disconnected() {
      isConnected = false;
      chunks.disconnected();
    },
    job(payload) {
      cancelClockPoll();
      if (payload.length === 0) return takeBack();
      const job = readJob(payload);
      const update = current();
      if (!job || state.isOnTrial() || isSwitching(update)) return;
      if (update && isSameJob(update.job, job)) return isEnded(update) ? report(update) : undefined;
      consider(job);
    },
    chunk: chunks.receive,
    stop() {
      isStopped = true;
      cancelClockPoll();
      chunks.disconnected();
    },
  };
}
