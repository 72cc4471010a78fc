import type { KeyObject } from 'node:crypto';
import { OtaJob, type OtaReq, type OtaState } from '@manoboard/contract/mqtt/firmware';
import { chunkCount, refusedManifest } from '@manoboard/domain/firmware/manifest';
import {
  afterBoot,
  beginUpdate,
  endUpdate,
  isEnded,
  isSameJob,
  leftOff,
  type Update,
  withEffect,
} from '@manoboard/domain/firmware/update';
import { type Clock, wireTime } from '../clock.ts';
import type { Disk } from '../disk/disk.ts';
import type { Drive } from '../drive/drive.ts';
import { createChunks } from './chunks.ts';
import { isSigned } from './signature.ts';
import { boot, giveUpTrial } from './slots.ts';
import { createSteps } from './steps.ts';
import { forgetUpdate, loadUpdate, saveUpdate } from './update-store.ts';

/** How often a board without a time looks whether it has one: a job is not refused for that. */
const CLOCK_LOOK_MS = 5_000;
/** So many reports of progress a download makes, whatever the number of its chunks. */
const REPORTS = 20;

export interface FirmwareParts {
  disk: Disk;
  /** Whose images are taken; with none, every job is refused. */
  keys: readonly KeyObject[];
  hw: string;
  builtInVersion: string;
  clock: Clock;
  drive: Drive;
  sendState: (state: OtaState) => void;
  sendRequest: (request: OtaReq) => void;
  /** Stops the board and starts it again, which boots what the disk says. */
  restart: () => void;
}

export interface Firmware {
  readonly version: string;
  /** The board restarts at any moment: nobody may start the pump. */
  isSwitching(): boolean;
  /** A person has stopped the pump: the update does not start it again. */
  leaveOff(): void;
  connected(): void;
  disconnected(): void;
  /** An `ota/job`; nothing in it takes the job back. */
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

/** R5.7b: a start in the middle of the switch is a restart that the update made. */
const noteRestart = (kept: Update, update: Update, clock: Clock): Update =>
  kept.st === 'UPDATING' ? withEffect(update, 'board_restarted', wireTime(clock)) : update;

/** Boots what the disk says, and goes on with the update that a restart or a power cut has interrupted. */
export function startFirmware(parts: FirmwareParts): Firmware {
  const { disk, clock, keys, hw } = parts;
  const running = boot(disk, parts.builtInVersion);
  const { version } = running;
  const chunks = createChunks(clock, (id, n) => parts.sendRequest({ v: 1, id, n }));
  const kept = loadUpdate(disk);
  let update = kept && noteRestart(kept, afterBoot(kept, running), clock);
  /** Until its image is confirmed, the other slot is the one to fall back to: nothing begins. */
  let isOnTrial = running.isTrial;
  let isConnected = false;
  let isStopped = false;
  let cancelClockLook = () => {};

  const stateOf = ({ job, st, n, err, did }: Update): OtaState => ({
    ...{ v: 1, id: job.id, st, n, of: chunkCount(job), version, ts: wireTime(clock) },
    ...(err && { err }),
    ...(did && { did: [...did] }),
  });
  const report = (told: Update) => parts.sendState(stateOf(told));

  /** Gives whether it is safe on the disk; what has ended has ended, even on a disk that takes nothing any more. */
  function keep(next: Update): boolean {
    const isNews = next.st !== update?.st || next.n % Math.ceil(chunkCount(next.job) / REPORTS) === 0;
    const isSaved = saveUpdate(disk, next);
    if (!isSaved && !isEnded(next)) return false;
    update = next;
    if (next.st === 'UPDATED') isOnTrial = false;
    if (isNews || isEnded(next)) report(next);
    return isSaved;
  }

  /** What cannot be kept cannot be gone on with. */
  function goTo(next: Update): void {
    if (!keep(next) && !isEnded(next)) keep(endUpdate(next, 'FAILED', 'storage'));
  }

  const steps = createSteps({
    ...{ ...parts, chunks, keep },
    isConnected: () => isConnected,
    isStopped: () => isStopped,
  });

  /** Step after step until the job has ended, the board restarts, or another job takes its place. */
  async function run(job: OtaJob): Promise<void> {
    while (update && !isEnded(update) && !isStopped && update.job === job) {
      const next = await steps.next(update);
      if (!next || isStopped || update?.job !== job) return;
      goTo(next);
    }
  }

  function begin(job: OtaJob): void {
    chunks.cancel();
    goTo(beginUpdate(job, running.place));
    void run(job);
  }

  function consider(job: OtaJob): void {
    const nowS = clock.unixMs() === undefined ? undefined : wireTime(clock);
    const refusal = isSigned(job, keys) ? refusedManifest(job, { version, hw, nowS }) : 'bad_signature';
    if (refusal === 'no_clock') cancelClockLook = clock.after(CLOCK_LOOK_MS, () => consider(job));
    else if (refusal) parts.sendState({ ...stateOf({ job, st: 'FAILED', n: 0, slot: 'a' }), err: refusal });
    else begin(job);
  }

  function takeBack(): void {
    if (!update || steps.isSwitching(update)) return;
    const { job, n, slot } = update;
    const wasRunning = !isEnded(update);
    update = undefined;
    chunks.cancel();
    forgetUpdate(disk);
    if (wasRunning) report({ job, n, slot, st: 'FAILED', err: 'cancelled' });
  }

  async function goOn(interrupted: Update): Promise<void> {
    const { st, err, job } = interrupted;
    const hasEndedNow = kept?.st === 'UPDATING' && (st === 'UPDATED' || st === 'ROLLED_BACK');
    if (hasEndedNow) goTo(await steps.end(interrupted, st, err));
    else await run(job);
  }

  if (running.isTrial && update?.st !== 'UPDATING') {
    // A trial that nobody judges must not stay; one that cannot be given up runs out of starts.
    giveUpTrial(disk);
    queueMicrotask(parts.restart);
  } else if (update) void goOn(update);

  return {
    version,
    isSwitching: () => update !== undefined && steps.isSwitching(update),
    leaveOff() {
      steps.leaveOff();
      if (update?.startAgainUntilS !== undefined) keep(leftOff(update));
    },
    connected() {
      isConnected = true;
      if (update) report(update);
      chunks.connected();
    },
    disconnected() {
      isConnected = false;
      chunks.disconnected();
    },
    job(payload) {
      cancelClockLook();
      if (payload.length === 0) return takeBack();
      const job = readJob(payload);
      if (!job || isOnTrial || (update && steps.isSwitching(update))) return;
      if (update && isSameJob(update.job, job)) return isEnded(update) ? report(update) : undefined;
      consider(job);
    },
    chunk: chunks.receive,
    stop() {
      isStopped = true;
      cancelClockLook();
      chunks.disconnected();
    },
  };
}
