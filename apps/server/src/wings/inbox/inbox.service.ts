import type { Inbox, InboxEvent, InboxItem, NewMessage } from '@manoboard/contract/inbox/inbox';
import { byLocale, DEFAULT_LOCALE, type Locale, locales } from '@manoboard/contract/locales';
import { isStaff } from '@manoboard/domain/access/roles';
import { compareVersions } from '@manoboard/domain/firmware/version';
import { DAY_MS } from '@manoboard/domain/time';
import { deviceName, inboxSentence } from '@manoboard/i18n/inbox-sentence';
import { translatorOf } from '@manoboard/i18n/translator';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  deleteOldItems,
  getLocale,
  type Item,
  insertFirmwareNotice,
  insertNotice,
  listItems,
  listVersions,
} from './inbox.repo.ts';
import type { Notice } from './notice.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** False when this user has written too many messages. */
  takeTry: (key: string) => boolean;
}

/** Limits of each list, so that many items of one do not displace those of the other. */
const MOST = { shown: 50, kept: 200 };
const KEPT_MS = 90 * DAY_MS;

const toItem = ({ id, event, at }: Item, sentence: string): InboxItem => ({
  id,
  name: sentence,
  unread: true,
  details: { name: event.type === 'message' ? event.by : deviceName(event), type: event.type },
  ts: Math.floor(at.getTime() / 1000),
  event,
});

/** R1.7 */
export function createInbox({ db, outbox, now, takeTry }: Needs) {
  const oldest = () => new Date(now() - KEPT_MS);

  /** Returns the readers; their open pages are notified after the commit. */
  async function stored(tx: Db, userIds: number[]): Promise<number[]> {
    if (userIds.length > 0) await outbox.publish(tx, ['inboxChanged', userIds]);
    return userIds;
  }
  const notify = async (tx: Db, notice: Notice) =>
    stored(tx, await insertNotice(tx, { ...notice, at: new Date(now()) }));

  return {
    /** Lists exclude old items already; this saves space. */
    deleteOld: () => deleteOldItems(db, { until: oldest(), most: MOST.kept }),

    notify,

    async list(user: SessionUser): Promise<Inbox> {
      const listed = {
        userId: user.id,
        isStaff: isStaff(user.roles),
        at: new Date(now()),
        since: oldest(),
        limit: MOST.shown,
      };
      const [locale, notifications, messages] = await Promise.all([
        getLocale(db, user.id),
        listItems(db, false, listed),
        listItems(db, true, listed),
      ]);
      const sentenceOf = sentenceIn(locale ?? DEFAULT_LOCALE);
      const read = (items: Item[]) => items.map((item) => toItem(item, sentenceOf(item.event)));
      return { notifications: read(notifications), messages: read(messages) };
    },

    async message(user: SessionUser, { deviceKey }: AllowedDevice, { text }: NewMessage): Promise<void> {
      if (!takeTry(`${user.id}`)) throw new ProblemError('TOO_MANY_REQUESTS');
      const event = { type: 'message', text } as const;
      const notice = { deviceKey, readers: 'owner', by: user.id, event } as const;
      const readers = await outbox.transaction(db, (tx) => notify(tx, notice));
      if (readers.length === 0) throw new ProblemError('DEVICE_HAS_NO_OWNER');
    },

    /** To the holders of devices of this hardware that run an older version. */
    async notifyFirmware(tx: Db, { version, hw }: { version: string; hw: string }): Promise<void> {
      const olderVersions = (await listVersions(tx, hw)).filter((old) => compareVersions(old, version) < 0);
      const release = { version, hw, olderVersions };
      await stored(tx, await insertFirmwareNotice(tx, release, new Date(now())));
    },
  };
}
export type InboxService = ReturnType<typeof createInbox>;

const dateIn = (locale: Locale) => {
  const format = new Intl.DateTimeFormat(locales[locale].tag, { dateStyle: 'medium' });
  return (seconds: number) => format.format(new Date(seconds * 1000));
};
const dates = byLocale(dateIn);

function sentenceIn(locale: Locale): (event: InboxEvent) => string {
  const t = translatorOf(locale);
  return (event) =>
    inboxSentence(event, { translate: (key, values) => t(key, values), locale, date: dates[locale] });
}
