import type { OtaError, OtaJob, OtaState } from '@manoboard/contract/firmware';
import type { UpdateStatus } from '@manoboard/contract/firmware-release';

/** A board that stays away does not keep its job for ever; one that is there and says nothing keeps nobody from the pump. */
const MOST_JOB_S = 24 * 3600;
export const MOST_SILENCE_S = 600;

/** What a board can say of a job that it never began; any other end is of a job that it did begin. */
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
 * What a board's word means for the job that runs. A release has one name, so the word may be about an earlier
 * try of it: then the board forgets that one first.
 */
export function heardState(
  status: UpdateStatus,
  { st, err }: Pick<OtaState, 'st' | 'err'>,
): 'progress' | 'ended' | 'tell_again' | 'forget_and_tell_again' {
  if (st !== 'FAILED' && st !== 'ROLLED_BACK') return 'progress';
  if (err === 'cancelled') return 'tell_again';
  const isRefusal = err !== undefined && REFUSALS.includes(err);
  return status === 'waiting' && !(st === 'FAILED' && isRefusal) ? 'forget_and_tell_again' : 'ended';
}

const PERCENT: Record<Exclude<UpdateStatus, 'DOWNLOADING' | 'FAILED' | 'ROLLED_BACK'>, number> = {
  waiting: 0,
  DOWNLOADED: 90,
  VERIFIED: 92,
  UPDATING: 95,
  // The last one comes with the proof.
  UPDATED: 99,
};

/** Of 100; what has failed stays where it was. */
export function updatePercent(before: number, { st, n, of }: Pick<OtaState, 'st' | 'n' | 'of'>): number {
  if (st === 'FAILED' || st === 'ROLLED_BACK') return before;
  if (st !== 'DOWNLOADING') return PERCENT[st];
  return of > 0 ? Math.min(PERCENT.DOWNLOADED, Math.floor((PERCENT.DOWNLOADED * n) / of)) : 0;
}

interface JobTimes {
  status: UpdateStatus;
  startedAtS: number;
  exp: OtaJob['exp'];
  /** For how long the board, being online, has said nothing of it. */
  silentS: number;
}

/** Why a job that nobody has ended is over; nothing while it may still succeed. */
export function jobTimeUp(
  { status, startedAtS, exp, silentS }: JobTimes,
  nowS: number,
): 'expired' | 'timeout' | undefined {
  if (nowS >= startedAtS + MOST_JOB_S || silentS >= MOST_SILENCE_S) return 'timeout';
  // What has been switched to runs already, whatever the date.
  const isPastTheSwitch = status === 'UPDATING' || status === 'UPDATED';
  return nowS >= exp && !isPastTheSwitch ? 'expired' : undefined;
}

export interface Proof {
  status: UpdateStatus;
  isOnline: boolean;
  /** What the board last said it is, and the newest frame of it. */
  info: { version: string; boot: number } | undefined;
  frame: { boot: number; fc: 0 | 1 } | undefined;
}

/** R4.2: success is a board that said so, is back online with the new version, and has its converter since that start. */
export const isProven = ({ status, isOnline, info, frame }: Proof, version: string) =>
  status === 'UPDATED' &&
  isOnline &&
  info?.version === version &&
  frame?.fc === 1 &&
  frame.boot === info.boot;
