import type { Inbox, InboxItem, NewMessage } from '@manoboard/contract/nouns/inbox';
import { compareVersions } from '@manoboard/domain/firmware/version';
import { deviceName } from '@manoboard/i18n/inbox-sentence';
import { DEFAULT_LOCALE } from '@manoboard/i18n/locales';
import type { Db } from '../../db/db.ts';
import type { Events, ServerEvents } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { News } from '../../news.ts';
import {
  deleteOldItems,
  getLocale,
  type Item,
  insertFirmwareNews,
  insertNews,
  listItems,
  listVersions,
} from './inbox.repo.ts';
import { sentenceIn } from './inbox-text.ts';

interface Neighbours {
  db: Db;
  events: Events;
  now: () => number;
  /** False when this user has written too many messages. */
  takeTry: (key: string) => boolean;
}

/** Shown of each list, and kept: the flood of one does not wash the other away. */
const MOST = { shown: 50, kept: 200 };
const KEPT_MS = 90 * 86_400_000;

const toItem = ({ id, event, at }: Item, sentence: string): InboxItem => ({
  id,
  name: sentence,
  unread: true,
  details: { name: event.type === 'message' ? event.by : deviceName(event), type: event.type },
  ts: Math.floor(at.getTime() / 1000),
  event,
});

/** R1.7 */
export function createInbox({ db, events, now, takeTry }: Neighbours) {
  const oldest = () => new Date(now() - KEPT_MS);

  const put = (transaction: Db, news: News) => insertNews(transaction, news, new Date(now()));

  /** All of it or nothing; then the open pages hear of it. */
  async function deliver(write: (transaction: Db) => Promise<number[]>): Promise<number[]> {
    const userIds = await db.transaction().execute(write);
    if (userIds.length > 0) events.emit('inboxChanged', userIds);
    return userIds;
  }
  const announce = (news: News) => deliver((transaction) => put(transaction, news));

  return {
    /** Lists show neither, so this only saves space. */
    deleteOld: () => deleteOldItems(db, { until: oldest(), most: MOST.kept }),

    /** In the transaction of who tells; he emits `inboxChanged` when it is through. */
    async tell(transaction: Db, news: News): Promise<void> {
      await put(transaction, news);
    },

    async list(user: SessionUser): Promise<Inbox> {
      const [locale, notifications, messages] = await Promise.all([
        getLocale(db, user.id),
        listItems(db, user.id, false, oldest(), MOST.shown),
        listItems(db, user.id, true, oldest(), MOST.shown),
      ]);
      const say = sentenceIn(locale ?? DEFAULT_LOCALE);
      const read = (items: Item[]) => items.map((item) => toItem(item, say(item.event)));
      return { notifications: read(notifications), messages: read(messages) };
    },

    async message(user: SessionUser, { deviceId }: AllowedDevice, { text }: NewMessage): Promise<void> {
      if (!takeTry(`${user.id}`)) throw new ProblemError('TOO_MANY_REQUESTS');
      const event = { type: 'message', text } as const;
      const told = await announce({ deviceId, readers: 'owner', by: user.id, event });
      if (told.length === 0) throw new ProblemError('DEVICE_HAS_NO_OWNER');
    },

    async alertRaised({ deviceId, alertId, code }: ServerEvents['alertRaised'][0]): Promise<void> {
      await announce({ deviceId, readers: 'holders', event: { type: 'alert', alert_id: alertId, code } });
    },

    async firmwareReleased({ version, hw }: ServerEvents['firmwareReleased'][0]): Promise<void> {
      await deliver(async (transaction) => {
        const known = await listVersions(transaction, hw);
        const olderVersions = known.filter((old) => compareVersions(old, version) < 0);
        return insertFirmwareNews(transaction, { version, hw, olderVersions }, new Date(now()));
      });
    },

    async firmwareEnded(update: ServerEvents['firmwareEnded'][0]): Promise<void> {
      const { deviceId, version, isSuccess, reason } = update;
      const event = isSuccess
        ? ({ type: 'firmware_done', version } as const)
        : ({ type: 'firmware_failed', version, reason } as const);
      await announce({ deviceId, readers: 'holders', event });
    },
  };
}
export type InboxService = ReturnType<typeof createInbox>;
