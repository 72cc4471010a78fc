import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import { createAccessNotices } from './access-notices.ts';
import { inboxRoutes } from './inbox.routes.ts';
import { createInbox } from './inbox.service.ts';

/** Notices and messages to people. */
export function createInboxWing({ db, outbox, now, mail, pageUrl, tries }: Server) {
  const inbox = createInbox({ db, outbox, now, takeTry: tries('messages').take });
  const notices = createAccessNotices({ db, outbox, now, sendMail: mail.send, pageUrl });
  const wing: Wing = {
    routes: (api) => inboxRoutes(api, inbox),
    jobs: {
      /** Deletes inbox items that are too old or too many. */
      'inbox-retention': { cron: '35 * * * *', run: inbox.deleteOld },
    },
    tasks: notices.handlers,
  };
  const { notify, notifyFirmware } = inbox;
  return { wing, notify, notifyFirmware, notifyAccess: notices.notifyAccess };
}
export type InboxWing = ReturnType<typeof createInboxWing>;
