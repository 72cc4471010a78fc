import type { ForgotPassword, ResetPassword } from '@manoboard/contract/nouns/credentials';
import { DEFAULT_LOCALE } from '@manoboard/i18n/locales';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import type { Attempts } from '../../http/limits/attempts.ts';
import type { Tries } from '../../http/limits/tries.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { Mail } from '../../mail/mailer.ts';
import { resetPasswordMail } from '../../mail/mails.ts';
import type { Outgoing } from '../../mail/outgoing.ts';
import { findCredentials } from './account.repo.ts';
import type { KnownDevices } from './known-devices.ts';
import { hashPassword, requireStrong } from './password.ts';
import { findReset, replaceReset, useReset } from './password-reset.repo.ts';
import { hashToken, newToken } from './token.ts';

const HOUR_MS = 3_600_000;

interface Neighbours {
  db: Db;
  events: Events;
  now: () => number;
  isDemo: boolean;
  attempts: Attempts;
  devices: KnownDevices;
  /** Mails to one address, whatever they are about. */
  mails: Tries;
  post: Outgoing['post'];
  sendMail: (mail: Mail) => Promise<void>;
  /** A page of the console, for links. */
  pageUrl: (path: string) => string;
}

/** R3.4 */
export function createRecovery(neighbours: Neighbours) {
  const { db, events, now, isDemo, attempts, devices, mails, post, sendMail, pageUrl } = neighbours;

  async function sendLink({ email, locale }: ForgotPassword): Promise<void> {
    const known = await findCredentials(db, email, isDemo);
    if (!known) return;
    const token = newToken();
    await replaceReset(db, known.id, hashToken(token), new Date(now() + HOUR_MS));
    const language = known.personalization?.locale ?? locale ?? DEFAULT_LOCALE;
    await sendMail(resetPasswordMail(known.email, language, pageUrl(`/recover-password?token=${token}`)));
  }

  return {
    /** Answers before anything is looked up: neither words nor time tell whether there is such an account. */
    forgot(asked: ForgotPassword): void {
      if (mails.take(asked.email.toLowerCase())) post(() => sendLink(asked));
    },

    /** Returns a new known-browser token: failed attempts from other browsers do not delay the next login in this one. */
    async reset({ token, password }: ResetPassword, deviceToken: string | undefined): Promise<string> {
      requireStrong(password, 'RESET_PASSWORD_INVALID_PASSWORD');
      const key = hashToken(token);
      const isValid = await findReset(db, key, new Date(now()));
      const renewed = devices.renew(deviceToken);
      const done =
        isValid && (await useReset(db, key, new Date(now()), await hashPassword(password), renewed.device));
      if (!done) throw new ProblemError('RESET_PASSWORD_BAD_TOKEN');
      await attempts.clear(['account', done.email.toLowerCase()]);
      for (const id of done.ended) events.emit('sessionEnded', id.toString('hex'));
      return renewed.deviceToken;
    },
  };
}
export type Recovery = ReturnType<typeof createRecovery>;
