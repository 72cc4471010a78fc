import type { SessionRow, User } from '@manoboard/contract/account/account';
import type { ProfileChange, Proof } from '@manoboard/contract/account/credentials';
import { getAccount } from '../../db/account.ts';
import type { Db } from '../../db/db.ts';
import type { Attempts, Source } from '../../http/limits/attempts.ts';
import type { Tries } from '../../http/limits/tries.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { shortNetwork } from '../../net/address.ts';
import type { Server } from '../../server.ts';
import type { RevokeAccess } from './access-revocation.ts';
import { type AccountChange, type ChangedBy, changeAccount, getCredentials } from './account.repo.ts';
import type { Confirmation } from './confirmation.service.ts';
import type { KnownDevices } from './known-devices.ts';
import { hashPassword, isPassword, requireStrong } from './password.ts';
import { deleteOtherSessions, deleteOwnSession, listSessions, markProved } from './session.repo.ts';
import { sessionsEnded } from './token.ts';

interface Neighbours extends Pick<Server, 'db' | 'outbox' | 'now'> {
  attempts: Attempts;
  devices: KnownDevices;
  /** Limit of mails to one address, of all kinds. */
  mails: Tries;
  revokeAccess: RevokeAccess;
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

export function createProfile(neighbours: Neighbours) {
  const { db, now, attempts, devices, mails, outbox, revokeAccess, confirmation } = neighbours;

  /** A limit per session: a stolen session guesses as slowly as a stranger, and failed logins do not count. */
  async function requireCurrent(sessionId: string, passwordHash: string, current: string | undefined) {
    if (current === undefined) throw new ProblemError('CURRENT_PASSWORD_WRONG');
    const source: Source = ['session', sessionId];
    await attempts.take(source);
    if (!(await isPassword(current, passwordHash))) throw new ProblemError('CURRENT_PASSWORD_WRONG');
    await attempts.clear(source);
  }

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
      return getAccount(tx, by.userId);
    });

  return {
    /** R3.5: a new address gets a link and takes effect when it is used; the current address gets a notice. */
    async update(
      user: SessionUser,
      { password, current_password, revoke_access, ...change }: ProfileChange,
      deviceToken: string | undefined,
    ): Promise<Updated> {
      const account = await getCredentials(db, user.id);
      const { email, passwordHash: knownHash } = account;
      const newAddress = change.email === email ? undefined : change.email;
      if (password !== undefined) requireStrong(password, 'UPDATE_USER_INVALID_PASSWORD');
      if (password !== undefined || newAddress !== undefined)
        await requireCurrent(user.sessionId, knownHash, current_password);
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
      if (outcome === 'password changed') throw new ProblemError('CURRENT_PASSWORD_WRONG');
      return {
        user: outcome,
        deviceToken: password === undefined ? undefined : renewed.deviceToken,
      };
    },

    /** Proves for some minutes who uses the session; a second factor would be checked here. */
    async prove(user: SessionUser, { current_password }: Proof): Promise<void> {
      const { passwordHash } = await getCredentials(db, user.id);
      await requireCurrent(user.sessionId, passwordHash, current_password);
      await markProved(db, bytesOf(user.sessionId), new Date(now()));
    },

    /** For an action that needs it; the returned hash proves later that it is still the password. */
    async requirePassword(user: SessionUser, current: string): Promise<{ knownHash: string }> {
      const { passwordHash: knownHash } = await getCredentials(db, user.id);
      await requireCurrent(user.sessionId, knownHash, current);
      return { knownHash };
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
