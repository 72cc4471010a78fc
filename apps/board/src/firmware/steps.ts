import type { OtaError, OtaStep } from '@manoboard/contract/mqtt/firmware';
import {
  chunkStored,
  endUpdate,
  isSwitching,
  type Update,
  withEffect,
  withoutPumpRestart,
} from '@manoboard/domain/firmware/update';
import { type Clock, pause, wireTime } from '../clock.ts';
import type { Disk } from '../disk/disk.ts';
import type { Drive } from '../drive/drive.ts';
import { readDrive } from '../reporting/measurement.ts';
import { type Chunks, PullEnded } from './chunks.ts';
import { startPump, stopPump } from './pump-stop.ts';
import { armTrial, confirmTrial, describeImage, emptySlot, giveUpTrial, imageOf, isWhole } from './slots.ts';

/** Time limit to get online and reach the converter; then the old image is restored. */
const HEALTH_MS = 180_000;
const HEALTH_LOOK_MS = 1_000;
/** A command expires after 10 s: one accepted within this time may not have reached the drive yet. */
const STOP_ON_ITS_WAY_MS = 15_000;
/** A pump stopped by the update is restarted only within this time, not hours later. */
const START_AGAIN_S = 300;

interface StepParts {
  disk: Disk;
  clock: Clock;
  drive: Drive;
  chunks: Chunks;
  /** Returns whether the state is stored. */
  keep: (update: Update) => boolean;
  isConnected: () => boolean;
  isStopped: () => boolean;
  restart: () => void;
}

/** Ends a job; thrown from any depth of a step. */
class JobFailed extends Error {
  readonly err: OtaError;

  constructor(err: OtaError) {
    super(err);
    this.err = err;
  }
}

const errorOf = (error: unknown): OtaError => {
  if (error instanceof JobFailed) return error.err;
  return error instanceof PullEnded ? error.reason : 'storage';
};

/** A chunk is on disk before the chunk counter includes it. */
async function download(disk: Disk, chunks: Chunks, update: Update): Promise<Update> {
  const { job, slot, n } = update;
  if (n === 0) emptySlot(disk, slot);
  const bytes = await chunks.pull(job, n);
  disk.writeAt(imageOf(slot), n * job.chunk, bytes);
  disk.sync(imageOf(slot));
  if (n === 0) disk.syncFolder();
  return chunkStored(update);
}

async function verify(disk: Disk, update: Update): Promise<Update> {
  if (!isWhole(disk, update.slot, update.job.parts)) throw new JobFailed('bad_hash');
  if (!describeImage(disk, update)) throw new JobFailed('storage');
  return { ...update, st: 'VERIFIED' };
}

export function createSteps(parts: StepParts) {
  const { disk, clock, drive, chunks, isConnected, restart } = parts;
  let isStoppingPump = false;
  let personStoppedMs = Number.NEGATIVE_INFINITY;
  let updateSinceMs = Number.NEGATIVE_INFINITY;

  /** A stop by a person overrides the restart of the pump. */
  const isLeftOff = () => personStoppedMs > updateSinceMs;

  /** The pump is stopped before the boot record is written. */
  async function install(update: Update): Promise<Update | undefined> {
    const hasClock = clock.unixMs() !== undefined;
    if (hasClock && wireTime(clock) >= update.job.exp) throw new JobFailed('expired');
    let stopping = update;
    let wasOn = false;
    updateSinceMs = clock.elapsedMs() - STOP_ON_ITS_WAY_MS;
    try {
      isStoppingPump = true;
      const err = await stopPump(drive, clock, () => {
        const until = hasClock && !isLeftOff() && { startAgainUntilS: wireTime(clock) + START_AGAIN_S };
        // Stored first: a power cut during the stop must not leave the pump off.
        if (!parts.keep({ ...update, ...until })) throw new JobFailed('storage');
        stopping = { ...update, ...until };
        wasOn = true;
      }).finally(() => {
        isStoppingPump = false;
      });
      if (err) throw new JobFailed(err);
      if (wasOn) stopping = withEffect(stopping, 'pump_stopped', wireTime(clock));
      const switching: Update = {
        ...(isLeftOff() ? withoutPumpRestart(stopping) : stopping),
        st: 'UPDATING',
      };
      // A trial without a stored update could not be confirmed or rolled back.
      if (!parts.keep(switching) || !armTrial(disk, switching)) throw new JobFailed('storage');
    } catch (error) {
      return end(stopping, 'FAILED', errorOf(error));
    }
    restart();
    return undefined;
  }

  async function checkHealth(update: Update): Promise<Update | undefined> {
    const untilMs = clock.elapsedMs() + HEALTH_MS;
    // An error counts as unhealthy but does not end the trial.
    const doesDriveAnswer = async () => (await readDrive(drive).catch(() => undefined)) !== undefined;
    for (;;) {
      if (isConnected() && (await doesDriveAnswer()) && confirmTrial(disk, update))
        return end(update, 'UPDATED');
      if (parts.isStopped()) return undefined;
      if (clock.elapsedMs() >= untilMs) break;
      await pause(clock, HEALTH_LOOK_MS);
    }
    giveUpTrial(disk);
    restart();
    return undefined;
  }

  /** Starts the pump again before the job ends. */
  async function end(update: Update, st: 'UPDATED' | 'FAILED' | 'ROLLED_BACK', err?: OtaError) {
    const { startAgainUntilS } = update;
    const hasClock = () => clock.unixMs() !== undefined;
    const mayStart = () =>
      !isLeftOff() && hasClock() && wireTime(clock) <= (startAgainUntilS ?? 0) && !parts.isStopped();
    const hasStarted = await startPump(drive, clock, mayStart);
    const ended = endUpdate(update, st, err);
    return hasStarted ? withEffect(ended, 'pump_started', wireTime(clock)) : ended;
  }

  const steps: Partial<Record<OtaStep, (update: Update) => Promise<Update | undefined>>> = {
    DOWNLOADING: (update) => download(disk, chunks, update),
    DOWNLOADED: (update) => verify(disk, update),
    VERIFIED: install,
    UPDATING: checkHealth,
  };

  return {
    end,
    leaveOff() {
      personStoppedMs = clock.elapsedMs();
    },
    isSwitching: (update: Update) => isStoppingPump || isSwitching(update),
    /** The update after its next step; undefined once the board restarts. */
    async next(update: Update): Promise<Update | undefined> {
      try {
        return await steps[update.st]?.(update);
      } catch (error) {
        return end(update, 'FAILED', errorOf(error));
      }
    },
  };
}
