import type { LocaleName } from '@manoboard/contract/nouns/account';
import type { ConfirmEmail } from '@manoboard/contract/nouns/credentials';
import { DEFAULT_LOCALE } from '@manoboard/i18n/locales';
import type { Db } from '../../db/db.ts';
import type { Tries } from '../../http/limits/tries.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Mail } from '../../mail/mailer.ts';
import { confirmEmailMail, emailChangeMail } from '../../mail/mails.ts';
import type { Outgoing } from '../../mail/outgoing.ts';
import { findUnconfirmed, replaceConfirmation, useConfirmation } from './confirmation.repo.ts';
import { hashToken, newToken } from './token.ts';

const LIFETIME_MS = 48 * 3_600_000;

interface Neighbours {
  db: Db;
  now: () => number;
  /** Mails to one address, whatever they are about. */
  mails: Tries;
  post: Outgoing['post'];
  sendMail: (mail: Mail) => Promise<void>;
  /** A page of the console, for links. */
  pageUrl: (path: string) => string;
}

type Language = LocaleName | null | undefined;

/** R4.3d: links that prove an e-mail address. */
export function createConfirmation({ db, now, mails, post, sendMail, pageUrl }: Neighbours) {
  function newLink() {
    const token = newToken();
    return { token, tokenHash: hashToken(token), expiresAt: new Date(now() + LIFETIME_MS) };
  }

  const mailLink = (to: string, locale: Language, token: string) =>
    post(() =>
      sendMail(confirmEmailMail(to, locale ?? DEFAULT_LOCALE, pageUrl(`/confirm-email?token=${token}`))),
    );

  return {
    newLink,
    mailLink,

    /** To the confirmed address that a pending one is to replace. */
    mailChangeNotice: (to: string, locale: Language) =>
      post(() => sendMail(emailChangeMail(to, locale ?? DEFAULT_LOCALE))),

    async confirmEmail({ token }: ConfirmEmail): Promise<void> {
      const outcome = await useConfirmation(db, hashToken(token), new Date(now()));
      if (outcome === 'bad token') throw new ProblemError('VERIFY_USER_BAD_TOKEN');
      if (outcome === 'email taken') throw new ProblemError('UPDATE_USER_EMAIL_ALREADY_EXISTS');
    },

    async resendConfirmation({ id }: SessionUser): Promise<void> {
      const waiting = await findUnconfirmed(db, id);
      if (!waiting) return;
      if (!mails.take(waiting.email.toLowerCase())) throw new ProblemError('TOO_MANY_REQUESTS');
      const { token, ...link } = newLink();
      await replaceConfirmation(db, id, { email: waiting.email, ...link });
      mailLink(waiting.email, waiting.locale, token);
    },
  };
}
export type Confirmation = ReturnType<typeof createConfirmation>;
