import type { LocaleName } from '@manoboard/contract/account/account';
import type { ConfirmEmail } from '@manoboard/contract/account/credentials';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { DAY_MS } from '@manoboard/domain/time';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { Tries } from '../../http/limits/try-limits.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import type { TaskHandlers } from '../../jobs/tasks.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { confirmEmailMail, emailChangeMail } from '../../mail/mails.ts';
import {
  findUnconfirmed,
  renewConfirmation,
  replaceConfirmation,
  useConfirmation,
} from './confirmation.repo.ts';
import type { NotifySecurity } from './security-notices.ts';
import { hashToken, newToken } from './token.ts';

const LIFETIME_MS = 2 * DAY_MS;

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** Limit of mails to one address, of all kinds. */
  mails: Tries;
  sendMail: Mailer['send'];
  notifySecurity: NotifySecurity;
  /** A page of the console, for links. */
  pageUrl: (path: string) => string;
}

/** R4.3d: links that prove an e-mail address. */
export function createConfirmation(needs: Needs) {
  const { db, now, mails, outbox, sendMail, pageUrl, notifySecurity } = needs;
  function newLink() {
    const token = newToken();
    return { token, tokenHash: hashToken(token), expiresAt: new Date(now() + LIFETIME_MS) };
  }

  const handlers = {
    /** Each attempt makes a new link, so that no token is stored; the link of a failed attempt is void. */
    async confirmation_mail({ userId, email }) {
      const { token, ...link } = newLink();
      const waiting = await renewConfirmation(db, userId, { email, ...link });
      if (!waiting) return;
      const url = pageUrl(`/confirm-email#token=${token}`);
      await sendMail(confirmEmailMail(email, waiting.locale ?? DEFAULT_LOCALE, url));
    },
    email_change_mail: ({ email, locale }) => sendMail(emailChangeMail(email, locale ?? DEFAULT_LOCALE)),
  } satisfies Partial<TaskHandlers>;

  /** Stores an address that waits for confirmation; an earlier link of the user is void. The mail brings the new one. */
  async function requestConfirmation(tx: Db, userId: number, email: string): Promise<void> {
    const { token: _unsent, ...link } = newLink();
    await replaceConfirmation(tx, userId, { email, ...link });
  }

  const mailLink = (tx: Db, userId: number, email: string) =>
    outbox.enqueue(tx, 'confirmation_mail', email.toLowerCase(), { userId, email });

  return {
    handlers,
    requestConfirmation,
    mailLink,

    /** To the confirmed address that a pending one is to replace. */
    mailChangeNotice: (tx: Db, email: string, locale: LocaleName | null | undefined) =>
      outbox.enqueue(tx, 'email_change_mail', email.toLowerCase(), { email, locale: locale ?? null }),

    async confirmEmail({ token }: ConfirmEmail): Promise<void> {
      const outcome = await useConfirmation(
        (work) => outbox.transaction(db, work),
        hashToken(token),
        new Date(now()),
        (tx, userId, formerEmail) => notifySecurity(tx, userId, 'email', formerEmail),
      );
      if (outcome === 'bad token') throw new ProblemError('VERIFY_USER_BAD_TOKEN');
      if (outcome === 'email taken') throw new ProblemError('UPDATE_USER_EMAIL_ALREADY_EXISTS');
    },

    async resendConfirmation({ id }: SessionUser): Promise<void> {
      const waiting = await findUnconfirmed(db, id);
      if (!waiting) return;
      const { email } = waiting;
      if (!mails.take(email.toLowerCase())) throw new ProblemError('TOO_MANY_REQUESTS');
      await outbox.transaction(db, async (tx) => {
        await requestConfirmation(tx, id, email);
        await mailLink(tx, id, email);
      });
    },
  };
}
export type Confirmation = ReturnType<typeof createConfirmation>;
