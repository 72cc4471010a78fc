import type { ForgotPassword, LocaleName, ResetPassword } from '@manoboard/contract/account';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { Logger } from '../../log.ts';
import { findCredentials } from './account.repo.ts';
import { hashPassword, requireStrong } from './password.ts';
import { findReset, replaceReset, useReset } from './password-reset.repo.ts';
import { hashToken, newToken } from './token.ts';
import { createTries, type Tries } from './tries.ts';

const HOUR_MS = 3_600_000;
/** Nobody's mailbox is flooded. */
const MAILS_PER_HOUR = 5;
const MAX_UNDER_WAY = 100;

interface Neighbours {
  db: Db;
  events: Events;
  log: Logger;
  now: () => number;
  isDemo: boolean;
  /** Wrong passwords, by e-mail. */
  tries: Tries;
  /** Address of the console, for the link. */
  consoleUrl: () => string;
  mailLink: (to: string, locale: LocaleName, link: string) => Promise<void>;
}

/** R3.4 */
export function createRecovery(neighbours: Neighbours) {
  const { db, events, log, now, isDemo, tries, consoleUrl, mailLink } = neighbours;
  const mails = createTries({ max: MAILS_PER_HOUR, windowMs: HOUR_MS, now });
  const underWay = new Set<Promise<void>>();

  async function sendLink({ email, locale }: ForgotPassword): Promise<void> {
    const known = await findCredentials(db, email, isDemo);
    if (!known) return;
    const token = newToken();
    await replaceReset(db, known.id, hashToken(token), new Date(now() + HOUR_MS));
    const link = `${consoleUrl().replace(/\/+$/, '')}/recover-password?token=${token}`;
    await mailLink(known.email, locale ?? known.personalization?.locale ?? 'sk', link);
  }

  return {
    /** Answers before anything is looked up: neither words nor time tell whether there is such an account. */
    forgot(asked: ForgotPassword): void {
      if (!mails.take(asked.email.toLowerCase()) || underWay.size >= MAX_UNDER_WAY) return;
      const sending = sendLink(asked)
        .catch((error) => log.error({ reason: error.message }, 'a link to a new password could not be sent'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },

    async reset({ token, password }: ResetPassword): Promise<void> {
      requireStrong(password, 'RESET_PASSWORD_INVALID_PASSWORD');
      const key = hashToken(token);
      const isValid = await findReset(db, key, new Date(now()));
      const done = isValid && (await useReset(db, key, new Date(now()), await hashPassword(password)));
      if (!done) throw new ProblemError('RESET_PASSWORD_BAD_TOKEN');
      tries.forgive(done.email.toLowerCase());
      for (const id of done.ended) events.emit('sessionEnded', id.toString('hex'));
    },

    /** What was promised is still sent. */
    async stop(): Promise<void> {
      await Promise.allSettled([...underWay]);
    },
  };
}
export type Recovery = ReturnType<typeof createRecovery>;
