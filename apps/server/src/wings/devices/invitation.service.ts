import { createHash, randomBytes } from 'node:crypto';
import {
  INVITATION_DAYS,
  type Invitation,
  type InvitationMade,
  type InvitationView,
  MOST_INVITATIONS,
  type NewInvitation,
} from '@manoboard/contract/device/sharing';
import { DEFAULT_LOCALE, isLocale } from '@manoboard/contract/locales';
import { can, canRevoke, delegationEnd, type Relation } from '@manoboard/domain/access/policy';
import { DAY_MS } from '@manoboard/domain/time';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { lockDevice } from '../../db/locks.ts';
import { createAttempts } from '../../http/limits/password-attempts.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { TaskHandlers } from '../../jobs/tasks.ts';
import { invitationMail } from '../../mail/mails.ts';
import type { DelegationService } from './delegation.service.ts';
import { actorOf } from './ended-access.ts';
import {
  deleteExpiredInvitations,
  deleteInvitation,
  deleteInvitationsTo,
  type FoundInvitation,
  findConfirmedEmail,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  renewInvitationLink,
} from './invitation.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now' | 'pageUrl'> {
  sendMail: Core['mail']['send'];
  delegation: DelegationService;
  /** False when this network has opened too many links. */
  takeLinkTry: (network: string) => boolean;
}

const LIFETIME_MS = INVITATION_DAYS * DAY_MS;

/** 256 random bits; the database has only the hash, so a leaked table opens no pump. */
const newToken = () => randomBytes(32).toString('base64url');
const hashToken = (token: string) => createHash('sha256').update(token).digest();

const toDate = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));
const toSeconds = (date: Date | null) => date && Math.floor(date.getTime() / 1000);

const present = ({ id, email, level, access_until, expires_at }: InvitationRow): Invitation => ({
  id,
  email,
  level,
  expires_at: toSeconds(access_until),
  valid_until: Math.floor(expires_at.getTime() / 1000),
});

/**
 * R4.18: sharing with people who may have no account yet. An invitation gives access when an account with a confirmed
 * e-mail accepts it; by mail only the account of that address. Unknown, used, withdrawn and expired ones, and those of a
 * giver who may share no more, have one answer.
 */
export function createInvitations(needs: Needs) {
  const { db, outbox, now, pageUrl, sendMail, delegation, takeLinkTry } = needs;
  const attempts = createAttempts({ db, now });
  const at = () => new Date(now());
  const linkOf = (token: string) => pageUrl(`/invitation#token=${token}`);

  async function record(
    tx: Db,
    user: SessionUser,
    { deviceKey, deviceId, relation }: AllowedDevice,
    change: { action: 'added' | 'removed'; level: string; email: string | null },
  ) {
    const { action, level, email } = change;
    await outbox.publish(tx, ['activity', { deviceId }]);
    await appendAudit(tx, at(), {
      deviceKey,
      kind: 'access',
      action,
      by: actorOf(user, 'delegate', relation),
      // Not the address: everybody who sees the device reads its timeline.
      fields: [
        { field: 'level', old: null, new: level },
        { field: 'way', old: null, new: email === null ? 'link' : 'mail' },
      ],
    });
  }

  /** The right of the giver, read under the lock of the device. */
  async function giverOf(tx: Db, deviceKey: DeviceKey, userId: number) {
    await lockDevice(tx, deviceKey);
    const giver = await delegation.accessOf(tx, deviceKey, userId);
    return can('delegate', [], giver.relation) ? giver : undefined;
  }

  /** R4.3b: who may revoke what the giver gives may withdraw it: the owner all, a delegate their own. */
  const isShown = (caller: { id: number; relation: Relation }, { grantedBy }: { grantedBy: number }) =>
    canRevoke(caller, { id: 0, grantedBy });

  async function find(token: string, network: string): Promise<FoundInvitation> {
    if (!takeLinkTry(network)) throw new ProblemError('TOO_MANY_REQUESTS');
    const found = await findInvitation(db, hashToken(token), at());
    if (!found) throw new ProblemError('INVITATION_NOT_FOUND');
    return found;
  }

  const handlers = {
    /** Each attempt makes a new link, so that no token is stored; the link of a failed attempt is void. */
    async invitation_mail({ invitationId }) {
      const token = newToken();
      const open = await renewInvitationLink(db, invitationId, hashToken(token), at());
      if (!open) return;
      const locale = isLocale(open.locale) ? open.locale : DEFAULT_LOCALE;
      await sendMail(invitationMail(open.email, locale, { by: open.by, link: linkOf(token) }));
    },
  } satisfies Partial<TaskHandlers>;

  return {
    handlers,
    purge: () => deleteExpiredInvitations(db, at()),

    async list(user: SessionUser, { deviceKey, relation }: AllowedDevice): Promise<Invitation[]> {
      const rows = await listInvitations(db, deviceKey, at());
      return rows.filter((row) => isShown({ id: user.id, relation }, row)).map(present);
    },

    /** Who mails strangers has a confirmed address of their own, which the mail names. */
    async invite(
      user: SessionUser,
      device: AllowedDevice,
      { email: typed, level, expires_at: wanted = null }: NewInvitation,
    ): Promise<InvitationMade> {
      const email = typed?.toLowerCase() ?? null;
      if (!(await findConfirmedEmail(db, user.id))) throw new ProblemError('EMAIL_UNCONFIRMED');
      const perUser = ['invitation', `${user.id}`] as const;
      await attempts.take(perUser, ...(email === null ? [] : [['invited', email] as const]));
      const { deviceKey } = device;
      const token = email === null ? newToken() : null;
      const expiresAt = new Date(now() + LIFETIME_MS);
      const made = await outbox.transaction(db, async (tx) => {
        const giver = await giverOf(tx, deviceKey, user.id);
        if (!giver) throw new ProblemError('DEVICE_NOT_FOUND');
        const end = delegationEnd(giver, wanted, now() / 1000);
        if (!end) throw new ProblemError('DELEGATION_END_REFUSED');
        if (email !== null) await deleteInvitationsTo(tx, deviceKey, email);
        if ((await listInvitations(tx, deviceKey, at())).length >= MOST_INVITATIONS)
          throw new ProblemError('TOO_MANY_INVITATIONS');
        const { id } = await insertInvitation(tx, {
          deviceKey,
          grantedBy: user.id,
          level,
          email,
          tokenHash: token === null ? null : hashToken(token),
          accessUntil: toDate(end.expiresAtS),
          at: at(),
          expiresAt,
        });
        if (email !== null) await outbox.enqueue(tx, 'invitation_mail', `${id}`, { invitationId: id });
        await record(tx, user, device, { action: 'added', level, email });
        return { id, expires_at: end.expiresAtS };
      });
      const valid_until = Math.floor(expiresAt.getTime() / 1000);
      return { ...made, email, level, valid_until, link: token && linkOf(token) };
    },

    async withdraw(user: SessionUser, device: AllowedDevice, id: number): Promise<void> {
      const { deviceKey } = device;
      await outbox.transaction(db, async (tx) => {
        const caller = await giverOf(tx, deviceKey, user.id);
        const row = (await listInvitations(tx, deviceKey, at())).find((one) => one.id === id);
        if (!caller || !row || !isShown(caller, row)) throw new ProblemError('INVITATION_NOT_FOUND');
        await deleteInvitation(tx, deviceKey, id);
        await record(tx, user, device, { action: 'removed', level: row.level, email: row.email });
      });
    },

    async open(token: string, network: string): Promise<InvitationView> {
      const { alias, name, surname, level, email, accessUntil } = await find(token, network);
      return {
        device_name: alias?.trim() || null,
        by: `${name} ${surname}`.trim(),
        level,
        email,
        expires_at: toSeconds(accessUntil),
      };
    },

    /** The row is deleted in the transaction that gives the access: two accounts at once are one access. */
    async accept(user: SessionUser, token: string, network: string) {
      const invitation = await find(token, network);
      const own = await findConfirmedEmail(db, user.id);
      if (own === undefined) throw new ProblemError('EMAIL_UNCONFIRMED');
      const { deviceKey, deviceId, giverId, level, email, accessUntil } = invitation;
      if (email !== null && email !== own.toLowerCase()) throw new ProblemError('INVITATION_OTHER_ADDRESS');
      const giver = { id: giverId, roles: [] };
      const given = { receiverId: user.id, level, wanted: toSeconds(accessUntil), isInvitation: true };
      await delegation.grant(giver, { deviceKey, deviceId }, given, async (tx) => {
        if (!(await deleteInvitation(tx, deviceKey, invitation.id)))
          throw new ProblemError('INVITATION_NOT_FOUND');
      });
      return { id_dev: deviceId };
    },
  };
}
export type InvitationService = ReturnType<typeof createInvitations>;
