/** How the drive starts without a command. */
export interface SelfStart {
  /** P01.21 and P01.22: how long it waits after a power cut; undefined: it stays stopped. */
  restartS: number | undefined;
  /** P08.28 and P08.29: how often it resets a fault and starts, and how long it waits for that. */
  resets: number;
  resetS: number;
  /** Resets since somebody started or stopped it. */
  done: number;
  /** Why it waits to start; undefined while it does not. */
  after: 'power_cut' | 'fault' | undefined;
  waitedS: number;
}

export const neverStarts = (): SelfStart => ({
  restartS: undefined,
  resets: 0,
  resetS: 1,
  done: 0,
  after: undefined,
  waitedS: 0,
});

/** Somebody has started, stopped or reset it: nothing is left to start. */
export const forgetStart = (selfStart: SelfStart) =>
  Object.assign(selfStart, { after: undefined, waitedS: 0, done: 0 });

/** Mains off while it was on. */
export function awaitPower(selfStart: SelfStart): void {
  selfStart.after = selfStart.restartS === undefined ? undefined : 'power_cut';
  selfStart.waitedS = 0;
}

/** A trip while it was on. */
export function awaitReset(selfStart: SelfStart): void {
  selfStart.after = selfStart.done < selfStart.resets ? 'fault' : undefined;
  selfStart.waitedS = 0;
}

/** True at the moment of the start: the time counts from when its cause is gone. */
export function isStartDue(selfStart: SelfStart, isCauseGone: boolean, dtS: number): boolean {
  const { after, restartS = Number.POSITIVE_INFINITY, resetS } = selfStart;
  if (after === undefined) return false;
  selfStart.waitedS = isCauseGone ? selfStart.waitedS + dtS : 0;
  if (selfStart.waitedS < (after === 'power_cut' ? restartS : resetS)) return false;
  if (after === 'fault') selfStart.done++;
  selfStart.after = undefined;
  selfStart.waitedS = 0;
  return true;
}
