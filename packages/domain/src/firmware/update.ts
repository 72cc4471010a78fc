import {
  MAX_OTA_EFFECTS,
  type OtaEffect,
  type OtaError,
  type OtaJob,
  type OtaStep,
} from '@manoboard/contract/mqtt/firmware';
import { chunkCount } from './manifest.ts';

/** The two image slots: one runs while the other receives the next image. */
export type Slot = 'a' | 'b';
/** A slot, or the built-in program, which is always present. */
export type Place = Slot | 'built_in';
const otherSlot = (place: Place): Slot => (place === 'a' ? 'b' : 'a');

/** A trial survives power cuts; an image that crashes at every start uses these up. */
export const TRIAL_BOOTS = 3;

/** The boot loader's record, written atomically. */
export interface BootRecord {
  active: Place;
  /** A new image on trial: it is confirmed, or rolled back when its starts are used up. */
  trial?: { slot: Slot; job: string; bootsLeft: number };
  /** The job whose image was rolled back last. */
  failedJob?: string;
}

export interface Running {
  place: Place;
  isTrial: boolean;
  record: BootRecord;
}

/** An image is proven once it was confirmed; an unproven one may be the image that was rolled back. */
export type SlotContent = 'nothing' | 'unproven' | 'proven';

function bootable(active: Place, contentOf: (slot: Slot) => SlotContent): Place {
  if (active === 'built_in' || contentOf(active) !== 'nothing') return active;
  const other = otherSlot(active);
  return contentOf(other) === 'proven' ? other : 'built_in';
}

/** What to run, and the record that must be stored before it runs. */
export function chooseBoot(record: BootRecord, contentOf: (slot: Slot) => SlotContent): Running {
  const { active, trial } = record;
  if (trial && trial.bootsLeft > 0 && contentOf(trial.slot) !== 'nothing') {
    const left = { ...trial, bootsLeft: trial.bootsLeft - 1 };
    return { place: trial.slot, isTrial: true, record: { active, trial: left } };
  }
  const place = bootable(active, contentOf);
  const failed = trial ? { failedJob: trial.job } : record.failedJob && { failedJob: record.failedJob };
  return { place, isTrial: false, record: { active: place, ...failed } };
}

/** A running job as the board stores it across power cuts. */
export interface Update {
  job: OtaJob;
  slot: Slot;
  st: OtaStep;
  /** Number of chunks stored. */
  n: number;
  err?: OtaError;
  /** The pump ran before the update and is started again until this time (Unix seconds). */
  startAgainUntilS?: number;
  /** R5.7b: stops and starts of the pump by the update, for the timeline. */
  did?: readonly OtaEffect[];
}

export const beginUpdate = (job: OtaJob, running: Place): Update => ({
  job,
  slot: otherSlot(running),
  st: 'DOWNLOADING',
  n: 0,
});

export function chunkStored(update: Update): Update {
  const n = update.n + 1;
  return { ...update, n, st: n === chunkCount(update.job) ? 'DOWNLOADED' : 'DOWNLOADING' };
}

export function withEffect(update: Update, what: OtaEffect['what'], ts: number): Update {
  const did = [...(update.did ?? []), { what, ts }];
  return { ...update, did: did.slice(0, MAX_OTA_EFFECTS) };
}

/** A stop was requested: the update does not start the pump again. */
export function withoutPumpRestart({ startAgainUntilS: _, ...update }: Update): Update {
  return update;
}

export function endUpdate(update: Update, st: 'UPDATED' | 'FAILED' | 'ROLLED_BACK', err?: OtaError): Update {
  const rest = withoutPumpRestart(update);
  return { ...rest, st, ...(err && { err }) };
}

const FINAL: readonly OtaStep[] = ['UPDATED', 'FAILED', 'ROLLED_BACK'];
export const isEnded = ({ st }: Pick<Update, 'st'>) => FINAL.includes(st);

/** The board may restart at any moment: starts are refused and the job cannot be cancelled. */
export const isSwitching = ({ st }: Pick<Update, 'st'>) => st === 'UPDATING';

/** The signature covers every field, so equal signatures mean the same job. */
export const isSameJob = (a: OtaJob, b: OtaJob) => a.sig === b.sig;

/** The state of a stored update after a boot; only a job that was switching can have changed. */
export function afterBoot(update: Update, { place, isTrial, record }: Running): Update {
  // The other image was lost and the board runs from the target slot: restart the job in the other slot. Not on trial.
  if (!isEnded(update) && update.st !== 'UPDATING' && place === update.slot && !isTrial)
    return beginUpdate(update.job, place);
  if (update.st !== 'UPDATING') return update;
  if (place === update.slot) return isTrial ? update : { ...update, st: 'UPDATED' };
  if (record.failedJob === update.job.id) return { ...update, st: 'ROLLED_BACK', err: 'unhealthy' };
  return { ...update, st: 'VERIFIED' };
}
