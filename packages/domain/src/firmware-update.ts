import {
  MOST_OTA_EFFECTS,
  type OtaEffect,
  type OtaError,
  type OtaJob,
  type OtaStep,
} from '@manoboard/contract/firmware';
import { chunkCount } from './firmware-manifest.ts';

/** Two places for an image: one may run while the other takes the next one. */
export type Slot = 'a' | 'b';
/** What can run: an image, or the program that came with the board, which is always there. */
export type Place = Slot | 'built_in';
export const otherSlot = (place: Place): Slot => (place === 'a' ? 'b' : 'a');

/** A power cut during the trial is not the image's fault, a crash at each start is. */
export const TRIAL_BOOTS = 3;

/** What the boot loader knows; written whole or not at all. */
export interface BootRecord {
  active: Place;
  /** A new image on probation: it runs until it is confirmed, or falls back when its starts are used up. */
  trial?: { slot: Slot; job: string; bootsLeft: number };
  /** The job whose image fell back last. */
  failedJob?: string;
}

export interface Running {
  place: Place;
  isTrial: boolean;
  record: BootRecord;
}

/** What a slot holds; an image is proven once it was confirmed, or it may be the very one that fell back. */
export type SlotContent = 'nothing' | 'unproven' | 'proven';

function bootable(active: Place, contentOf: (slot: Slot) => SlotContent): Place {
  if (active === 'built_in' || contentOf(active) !== 'nothing') return active;
  const other = otherSlot(active);
  return contentOf(other) === 'proven' ? other : 'built_in';
}

/** What runs now, and the record that must be safe before it does. */
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

/** One job on its way, as the board keeps it over every power cut. */
export interface Update {
  job: OtaJob;
  slot: Slot;
  st: OtaStep;
  /** Chunks that are safely stored. */
  n: number;
  err?: OtaError;
  /** The pump ran before the update: it starts again, unless that is long ago (Unix seconds). */
  startAgainUntilS?: number;
  /** R5.7b: what the update did to the pump so far; people read it in the timeline. */
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
  return { ...update, did: did.slice(0, MOST_OTA_EFFECTS) };
}

/** Somebody wants the pump off: nothing starts it again. */
export function leftOff({ startAgainUntilS: _, ...update }: Update): Update {
  return update;
}

export function endUpdate(update: Update, st: 'UPDATED' | 'FAILED' | 'ROLLED_BACK', err?: OtaError): Update {
  const rest = leftOff(update);
  return { ...rest, st, ...(err && { err }) };
}

const FINAL: readonly OtaStep[] = ['UPDATED', 'FAILED', 'ROLLED_BACK'];
export const isEnded = ({ st }: Pick<Update, 'st'>) => FINAL.includes(st);

/** From here on the board may restart at any moment: nobody starts a pump, and the job cannot be taken back. */
export const isSwitching = ({ st }: Pick<Update, 'st'>) => st === 'UPDATING';

/** The signature covers every field: the same signature is the same job, whatever its sender calls it. */
export const isSameJob = (a: OtaJob, b: OtaJob) => a.sig === b.sig;

/** What a kept update has become after a start: only the switch itself leaves a question. */
export function afterBoot(update: Update, { place, isTrial, record }: Running): Update {
  // The other image was lost and this one saved the board: it must not be written over. On trial it saved nobody.
  if (!isEnded(update) && update.st !== 'UPDATING' && place === update.slot && !isTrial)
    return beginUpdate(update.job, place);
  if (update.st !== 'UPDATING') return update;
  if (place === update.slot) return isTrial ? update : { ...update, st: 'UPDATED' };
  if (record.failedJob === update.job.id) return { ...update, st: 'ROLLED_BACK', err: 'unhealthy' };
  return { ...update, st: 'VERIFIED' };
}
