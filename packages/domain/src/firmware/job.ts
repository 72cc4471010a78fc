import type { UpdateStatus } from '@manoboard/contract/firmware/firmware-release';
import type { OtaError, OtaJob, OtaState } from '@manoboard/contract/mqtt/firmware';

/** A job ends after this time, also if the board stays offline; an online board that reports nothing ends it earlier. */
const MAX_JOB_S = 24 * 3600;
export const MAX_SILENCE_S = 600;

/** Errors with which a board refuses a job before it begins; every other error ends a job that had begun. */
const REFUSALS: readonly OtaError[] = [
  'bad_manifest',
  'bad_signature',
  'wrong_hw',
  'wrong_version',
  'not_newer',
  'expired',
  'storage',
];

/**
 * What a reported state means for the running job. Jobs of one release share an ID, so the report may concern an
 * earlier try: then the board has to forget that one first.
 */
export function interpretOtaState(
  status: UpdateStatus,
  { st, err }: Pick<OtaState, 'st' | 'err'>,
): 'progress' | 'ended' | 'resend' | 'clear_and_resend' {
  if (st !== 'FAILED' && st !== 'ROLLED_BACK') return 'progress';
  if (err === 'cancelled') return 'resend';
  const isRefusal = err !== undefined && REFUSALS.includes(err);
  return status === 'waiting' && !(st === 'FAILED' && isRefusal) ? 'clear_and_resend' : 'ended';
}

const PERCENT: Record<Exclude<UpdateStatus, 'DOWNLOADING' | 'FAILED' | 'ROLLED_BACK'>, number> = {
  waiting: 0,
  DOWNLOADED: 90,
  VERIFIED: 92,
  UPDATING: 95,
  // 100 follows when the update is proven.
  UPDATED: 99,
};

/** Progress in percent; a failed update keeps its last value. */
export function updatePercent(before: number, { st, n, of }: Pick<OtaState, 'st' | 'n' | 'of'>): number {
  if (st === 'FAILED' || st === 'ROLLED_BACK') return before;
  if (st !== 'DOWNLOADING') return PERCENT[st];
  return of > 0 ? Math.min(PERCENT.DOWNLOADED, Math.floor((PERCENT.DOWNLOADED * n) / of)) : 0;
}

interface JobTimes {
  status: UpdateStatus;
  startedAtS: number;
  exp: OtaJob['exp'];
  /** Seconds for which the online board has not reported on the job. */
  silentS: number;
}

/** Why an open job is over; `undefined` while it may still succeed. */
export function jobTimeout(
  { status, startedAtS, exp, silentS }: JobTimes,
  nowS: number,
): 'expired' | 'timeout' | undefined {
  if (nowS >= startedAtS + MAX_JOB_S || silentS >= MAX_SILENCE_S) return 'timeout';
  // The image already runs: an expired manifest no longer matters.
  const isPastTheSwitch = status === 'UPDATING' || status === 'UPDATED';
  return nowS >= exp && !isPastTheSwitch ? 'expired' : undefined;
}

export interface Proof {
  status: UpdateStatus;
  isOnline: boolean;
  /** From the board's last `info` message, and from its newest frame. */
  info: { version: string; boot: number } | undefined;
  frame: { boot: number; fc: 0 | 1 } | undefined;
}

/** R4.2: an update succeeded when the board reported it, is online with the new version, and reached its converter since. */
export const isProven = ({ status, isOnline, info, frame }: Proof, version: string) =>
  status === 'UPDATED' &&
  isOnline &&
  info?.version === version &&
  frame?.fc === 1 &&
  frame.boot === info.boot;
