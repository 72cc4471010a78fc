import { createHash } from 'node:crypto';
import { ATTEMPT_DELAYS_S, type AttemptSource } from '@manoboard/domain/limits/password-attempts';
import type { Db } from '../../db/db.ts';
import { ProblemError } from '../problem-error.ts';
import { deleteAttempts, deleteForgottenAttempts, takeAttempt } from './password-attempts.repo.ts';

/** Attempts of one source are counted together: its kind, and its names. */
export type Source = readonly [AttemptSource, ...string[]];

/** A hash, so that a row contains neither an address nor an e-mail. */
const keyOf = (source: Source) => createHash('sha256').update(JSON.stringify(source)).digest();

/** R3.3: limits of password attempts. The counters are rows, so a second server and a restart keep them. */
export function createAttempts({ db, now }: { db: Db; now: () => number }) {
  return {
    /** Counts an attempt of all sources, or of none: throws TOO_MANY_REQUESTS if one of them has to wait. */
    async take(...sources: Source[]): Promise<void> {
      const at = new Date(now());
      await db.transaction().execute(async (tx) => {
        for (const source of sources) {
          const freeAt = await takeAttempt(tx, keyOf(source), ATTEMPT_DELAYS_S[source[0]], at);
          if (!freeAt) continue;
          const retry_after = Math.max(1, Math.ceil((freeAt.getTime() - at.getTime()) / 1000));
          throw new ProblemError('TOO_MANY_REQUESTS', { retry_after });
        }
      });
    },

    /** `take` starts a forgotten counter anew, so this only saves space. */
    deleteForgotten: () => deleteForgottenAttempts(db, new Date(now())),

    /** Called after a correct password. */
    clear: (...sources: Source[]) => deleteAttempts(db, sources.map(keyOf)),
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
