import type { SessionRow, User } from '@manoboard/contract/account/account';
import type { ProfileChange } from '@manoboard/contract/account/credentials';
import type { Core } from '../../core.ts';
import { getAccount } from '../../db/account.ts';
import type { Db } from '../../db/db.ts';
import type { Tries } from '../../http/limits/try-limits.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { shortNetwork } from '../../net/address.ts';
import type { RevokeAccess } from './access-revocation.ts';
import { type AccountChange, type ChangedBy, changeAccount, getCredentials } from './account.repo.ts';
import type { Confirmation } from './confirmation.service.ts';
import type { KnownDevices } from './known-devices.ts';
import { hashPassword, requireStrong } from './password.ts';
import type { NotifySecurity } from './security-notices.ts';
import { deleteOtherSessions, deleteOwnSession, listSessions } from './session.repo.ts';
import { sessionsEnded } from './token.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  devices: KnownDevices;
  /** Limit of mails to one address, of all kinds. */
  mails: Tries;
  revokeAccess: RevokeAccess;
  notifySecurity: NotifySecurity;
  confirmation: Pick<Confirmation, 'requestConfirmation' | 'mailLink' | 'mailChangeNotice'>;
}

type Credentials = Awaited<ReturnType<typeof getCredentials>>;

const bytesOf = (sessionId: string) => Buffer.from(sessionId, 'hex');
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** A missing field is unchanged; an empty phone number or address is deleted. */
function toAccountChange({ name, surname, phone_number, address }: ProfileChange): AccountChange {
  return {
    ...(name !== undefined && { name }),
    ...(surname !== undefined && { surname }),
    ...(phone_number !== undefined && { phone_number: phone_number || null }),
    ...(address !== undefined && { address: address || null }),
  };
}

/** The user as changed, and the next token of this browser after a new password. */
interface Updated {
  user: User;
  deviceToken: string | undefined;
}

export function createProfile(needs: Needs) {
  const { db, now, devices, mails, outbox, revokeAccess, notifySecurity, confirmation } = needs;

  /** An unconfirmed address may belong to another person, so it gets no notice. */
  async function changeEmail(tx: Db, userId: number, account: Credentials, to: string) {
    const { email, emailConfirmedAt, personalization } = account;
    await confirmation.requestConfirmation(tx, userId, to);
    await confirmation.mailLink(tx, userId, to);
    if (emailConfirmedAt) await confirmation.mailChangeNotice(tx, email, personalization?.locale);
  }

  const apply = (by: ChangedBy, change: AccountChange, account: Credentials, isRevoking: boolean) =>
    outbox.transaction(db, async (tx) => {
      const outcome = await changeAccount(tx, by, change);
      if (typeof outcome === 'string') return outcome;
      if (change.newEmail) await changeEmail(tx, by.userId, account, change.newEmail);
      await outbox.publish(tx, ...sessionsEnded(outcome.ended));
      if (isRevoking) await revokeAccess(tx, by.userId);
      if (change.passwordHash !== undefined) await notifySecurity(tx, by.userId, 'password');
      return getAccount(tx, by.userId);
    });

  return {
    /** R3.5: a new address gets a link and takes effect when it is used; the current address gets a notice. */
    async update(
      user: SessionUser,
      { password, revoke_access, ...change }: ProfileChange,
      deviceToken: string | undefined,
    ): Promise<Updated> {
      const account = await getCredentials(db, user.id);
      const { email, passwordHash: knownHash } = account;
      const newAddress = change.email === email ? undefined : change.email;
      if (password !== undefined) {
        const { name = account.name, surname = account.surname } = change;
        requireStrong(
          password,
          { name, surname, email: newAddress ?? email },
          'UPDATE_USER_INVALID_PASSWORD',
        );
      }
      if (newAddress !== undefined && !mails.take(newAddress.toLowerCase()))
        throw new ProblemError('TOO_MANY_REQUESTS');
      const isTakenBack = change.email !== undefined && newAddress === undefined;
      const renewed = devices.renew(deviceToken);
      const sessionId = bytesOf(user.sessionId);
      const by = { userId: user.id, sessionId, knownHash, device: renewed.device };
      const accountChange = {
        ...toAccountChange(change),
        passwordHash: password === undefined ? undefined : await hashPassword(password),
        newEmail: isTakenBack ? null : newAddress,
      };
      const outcome = await apply(
        by,
        accountChange,
        account,
        password !== undefined && revoke_access === true,
      );
      if (outcome === 'email taken') throw new ProblemError('UPDATE_USER_EMAIL_ALREADY_EXISTS');
      if (outcome === 'password changed') throw new ProblemError('PROOF_REQUIRED');
      return {
        user: outcome,
        deviceToken: password === undefined ? undefined : renewed.deviceToken,
      };
    },

    /** `here` is the network of the request. */
    async sessions(user: SessionUser, here: string): Promise<SessionRow[]> {
      const rows = await listSessions(db, user.id, new Date(now()));
      return rows.map(({ id, user_agent, network, created_at, last_used_at, expires_at }) => ({
        id: id.toString('hex'),
        user_agent,
        network: network && shortNetwork(network),
        is_this_network: network === here,
        created_at: seconds(created_at),
        last_used_at: seconds(last_used_at),
        expires_at: seconds(expires_at),
        is_current: id.toString('hex') === user.sessionId,
      }));
    },

    async endSession(user: SessionUser, id: string): Promise<void> {
      await outbox.transaction(db, async (tx) => {
        if (!(await deleteOwnSession(tx, user.id, bytesOf(id)))) throw new ProblemError('NOT_FOUND');
        await outbox.publish(tx, ['sessionEnded', id]);
      });
    },

    async endOtherSessions(user: SessionUser): Promise<void> {
      await outbox.transaction(db, async (tx) => {
        const ended = await deleteOtherSessions(tx, user.id, bytesOf(user.sessionId));
        await outbox.publish(tx, ...sessionsEnded(ended));
      });
    },
  };
}
