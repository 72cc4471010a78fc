import type { Core } from '../../core.ts';
import type { Wing } from '../../wing.ts';
import { createAccessNotices } from './access-notices.ts';
import { inboxRoutes } from './inbox.routes.ts';
import { createInbox } from './inbox.service.ts';

/** Notices and messages to people. */
export function createInboxWing(core: Core) {
  const { mail, tries } = core;
  const inbox = createInbox({ ...core, takeTry: tries('messages').take });
  const notices = createAccessNotices({ ...core, sendMail: mail.send });
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
