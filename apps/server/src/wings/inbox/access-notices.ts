import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { HOUR_MS } from '@manoboard/domain/time';
import type { Core } from '../../core.ts';
import { createTries } from '../../http/limits/try-limits.ts';
import type { TaskHandlers } from '../../jobs/tasks.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { accessAddedMail } from '../../mail/mails.ts';
import { findRecipient, insertAccessNotice } from './inbox.repo.ts';
import type { NotifyAccess } from './notice.ts';

/** Rate limit of mails to one user; the inbox has all notices. */
const MAILS = { max: 20, windowMs: HOUR_MS };

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now' | 'pageUrl'> {
  sendMail: Mailer['send'];
}

/** Notifies the owner of access that outlives a session, so that a hijacked session cannot add it unseen. */
export function createAccessNotices({ db, outbox, now, sendMail, pageUrl }: Needs) {
  const mails = createTries({ ...MAILS, now });

  const handlers = {
    async access_added_mail({ userId, what }) {
      const known = await findRecipient(db, userId);
      if (known)
        await sendMail(
          accessAddedMail(known.email, known.locale ?? DEFAULT_LOCALE, what, pageUrl('/admin/profile')),
        );
    },
  } satisfies Partial<TaskHandlers>;

  const notifyAccess: NotifyAccess = async (tx, userIds, added) => {
    const readers = [...new Set(userIds)];
    await insertAccessNotice(tx, readers, added, new Date(now()));
    await outbox.publish(tx, ['inboxChanged', readers]);
    for (const userId of readers) {
      if (!mails.take(`${userId}`)) continue;
      const { what } = added;
      await outbox.enqueue(tx, 'access_added_mail', `${userId} ${what}`, { userId, what });
    }
  };

  return { handlers, notifyAccess };
}
