import {
  INVITATION_DAYS,
  MOST_RECIPIENTS,
  type NewRecipient,
  type Recipient,
  type RecipientView,
} from '@manoboard/contract/device/sharing';
import { DEFAULT_LOCALE, isLocale } from '@manoboard/contract/locales';
import { actingRole } from '@manoboard/domain/access/policy';
import { DAY_MS } from '@manoboard/domain/time';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { lockDevice } from '../../../db/locks.ts';
import { createAttempts } from '../../../http/limits/password-attempts.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { TaskHandlers } from '../../../jobs/tasks.ts';
import { recipientMail } from '../../../mail/mails.ts';
import type { RecipientLinks } from './recipient-links.ts';
import {
  deleteRecipient,
  type FoundRecipient,
  findAsker,
  findRecipient,
  hasDeclined,
  insertRecipient,
  listRecipients,
  type RecipientRow,
  setState,
} from './recipients.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  sendMail: Core['mail']['send'];
  links: RecipientLinks;
  /** False when this network has opened too many links. */
  takeLinkTry: (network: string) => boolean;
}

const present = ({ changedAt, ...row }: RecipientRow): Recipient => ({
  ...row,
  since: Math.floor(changedAt.getTime() / 1000),
});

const view = ({ alias, name, surname, email, state }: FoundRecipient): RecipientView => ({
  device_name: alias?.trim() || null,
  by: `${name} ${surname}`.trim(),
  email,
  state,
});

/**
 * R4.18: to be told needs no right on the device, but consent. One mail asks; a person who declines, or ends it later, is
 * not asked again. They are told of alarms only, and their mails have no link into the console.
 */
export function createRecipients({ db, outbox, now, sendMail, links, takeLinkTry }: Needs) {
  const attempts = createAttempts({ db, now });
  const at = () => new Date(now());

  async function record(
    tx: Db,
    user: SessionUser,
    { deviceKey, deviceId, relation }: AllowedDevice,
    fields: { old: string | null; new: string | null },
  ) {
    await outbox.publish(tx, ['activity', { deviceId }]);
    await appendAudit(tx, at(), {
      deviceKey,
      kind: 'config',
      action: 'changed',
      by: { userId: user.id, role: actingRole('delegate', user.roles, relation) },
      fields: [{ field: 'recipient', ...fields }],
    });
  }

  async function find(token: string, network: string): Promise<FoundRecipient> {
    if (!takeLinkTry(network)) throw new ProblemError('TOO_MANY_REQUESTS');
    const id = links.read(token);
    const found = id === undefined ? undefined : await findRecipient(db, id);
    if (!found) throw new ProblemError('RECIPIENT_NOT_FOUND');
    return found;
  }

  const handlers = {
    async recipient_mail({ recipientId }) {
      const found = await findRecipient(db, recipientId);
      if (found?.state !== 'asked') return;
      const { id, email, locale, askerEmail } = found;
      await sendMail(recipientMail(email, locale, { by: askerEmail, link: links.url(id) }));
    },
  } satisfies Partial<TaskHandlers>;

  return {
    handlers,

    list: async ({ deviceKey }: AllowedDevice): Promise<Recipient[]> =>
      (await listRecipients(db, deviceKey)).map(present),

    async add(
      user: SessionUser,
      device: AllowedDevice,
      { name, email: typed }: NewRecipient,
    ): Promise<Recipient> {
      const email = typed.toLowerCase();
      const asker = await findAsker(db, user.id);
      if (!asker) throw new ProblemError('EMAIL_UNCONFIRMED');
      await attempts.take(['invitation', `${user.id}`], ['invited', email]);
      const { deviceKey } = device;
      const locale = isLocale(asker.locale) ? asker.locale : DEFAULT_LOCALE;
      return outbox.transaction(db, async (tx) => {
        await lockDevice(tx, deviceKey);
        if (await hasDeclined(tx, user.id, email)) throw new ProblemError('RECIPIENT_DECLINED');
        if ((await listRecipients(tx, deviceKey)).length >= MOST_RECIPIENTS)
          throw new ProblemError('TOO_MANY_INVITATIONS');
        const row = await insertRecipient(tx, {
          deviceKey,
          askedBy: user.id,
          name,
          email,
          locale,
          at: at(),
        });
        if (!row) throw new ProblemError('RECIPIENT_EXISTS');
        await outbox.enqueue(tx, 'recipient_mail', `${row.id}`, { recipientId: row.id });
        await record(tx, user, device, { old: null, new: name });
        return present(row);
      });
    },

    async remove(user: SessionUser, device: AllowedDevice, id: number): Promise<void> {
      const { deviceKey } = device;
      await outbox.transaction(db, async (tx) => {
        await lockDevice(tx, deviceKey);
        const row = (await listRecipients(tx, deviceKey)).find((one) => one.id === id);
        if (!row) throw new ProblemError('RECIPIENT_NOT_FOUND');
        if (!(await deleteRecipient(tx, deviceKey, id))) throw new ProblemError('RECIPIENT_DECLINED');
        await record(tx, user, device, { old: row.name, new: null });
      });
    },

    open: async (token: string, network: string): Promise<RecipientView> => view(await find(token, network)),

    /** Who has not answered agrees within 7 days; ending it has no end, and can be taken back by the same link. */
    async answer(token: string, agrees: boolean, network: string): Promise<RecipientView> {
      const found = await find(token, network);
      const isLate = now() - found.askedAt.getTime() > INVITATION_DAYS * DAY_MS;
      if (agrees && found.state === 'asked' && isLate) throw new ProblemError('RECIPIENT_NOT_FOUND');
      const state = agrees ? 'agreed' : 'declined';
      if (state !== found.state)
        await outbox.transaction(db, async (tx) => {
          await lockDevice(tx, found.deviceKey);
          await setState(tx, found.id, state, at());
          await outbox.publish(tx, ['activity', { deviceId: found.deviceId }]);
        });
      return view({ ...found, state });
    },
  };
}
export type Recipients = ReturnType<typeof createRecipients>;
