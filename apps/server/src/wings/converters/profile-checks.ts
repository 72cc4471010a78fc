import type { FcProfile } from '@manoboard/domain/fc/profile';
import type { ProfileProblem } from '@manoboard/domain/fc/profile-check';
import { MINUTE_MS } from '@manoboard/domain/time';
import { createThreadPool } from '../../base/thread-pool.ts';
import type { Core } from '../../core.ts';

/** The text of a profile, as a reader thread gets it. */
export interface ProfileCall {
  name: 'profile';
  text: string;
}
export type ProfileResult = { profile: FcProfile } | { problems: readonly ProfileProblem[] };

/** One thread, which ends soon: a board sends its profile once. */
const OPTIONS = {
  threads: 1,
  callsAtOnce: 2,
  limitMs: 10_000,
  idleMs: MINUTE_MS,
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
};
/** Of all boards: the texts arrive in the order in which the server requests them. */
const EVERYBODY = 0;
const never = new AbortController().signal;

/** Checks profiles in a thread (`reader-thread.ts`): a file that must be refused takes longest, and here it would delay stops. */
export function createProfileChecks({ readerFile, log }: Pick<Core, 'readerFile' | 'log'>) {
  const pool = createThreadPool<ProfileCall, ProfileResult>({
    ...OPTIONS,
    file: readerFile,
    log,
    lost: (reason) => new Error(`Connection terminated: ${reason}`),
  });
  return {
    check: (text: string): Promise<ProfileResult> => pool.run(EVERYBODY, { name: 'profile', text }, never),
    stop: pool.stop,
  };
}
export type ProfileChecks = ReturnType<typeof createProfileChecks>;
