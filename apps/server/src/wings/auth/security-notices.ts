import type { LocaleName } from '@manoboard/contract/account/account';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { TaskHandlers } from '../../jobs/tasks.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { type SecurityChange, securityMail } from '../../mail/mails.ts';
import { findReader } from './account.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox'> {
  sendMail: Mailer['send'];
  /** A page of the console, for links. */
  pageUrl: (path: string) => string;
}

/** Mails after a change of password, e-mail or second factor, so that a hijacked account cannot be changed unseen. */
export function createSecurityNotices({ db, outbox, sendMail, pageUrl }: Needs) {
  const send = (email: string, locale: LocaleName | null | undefined, what: SecurityChange) =>
    sendMail(securityMail(email, locale ?? DEFAULT_LOCALE, what, pageUrl('/admin/profile')));

  const handlers = {
    async security_mail({ userId, what, email }) {
      const reader = await findReader(db, userId);
      const to = email ?? (reader?.isConfirmed ? reader.email : undefined);
      if (reader && to !== undefined) await send(to, reader.locale, what);
    },
  } satisfies Partial<TaskHandlers>;

  return {
    handlers,
    /** To the confirmed address of the user, or to this former one. */
    notifySecurity: (tx: Db, userId: number, what: SecurityChange, email?: string) =>
      outbox.enqueue(tx, 'security_mail', `${userId} ${what}`, {
        userId,
        what,
        ...(email !== undefined && { email }),
      }),
  };
}
export type NotifySecurity = ReturnType<typeof createSecurityNotices>['notifySecurity'];
