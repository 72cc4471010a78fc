import type { SessionRow, User } from '@manoboard/contract/nouns/account';
import type { ProfileChange } from '@manoboard/contract/nouns/credentials';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import type { Attempts, Source } from '../../http/limits/attempts.ts';
import type { Tries } from '../../http/limits/tries.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { type AccountChange, changeAccount, getCredentials } from './account.repo.ts';
import type { Confirmation } from './confirmation.service.ts';
import type { KnownDevices } from './known-devices.ts';
import { hashPassword, isPassword, requireStrong } from './password.ts';
import { deleteOwnSession, listSessions } from './session.repo.ts';

interface Neighbours {
  db: Db;
  events: Events;
  now: () => number;
  attempts: Attempts;
  devices: KnownDevices;
  /** Mails to one address, whatever they are about. */
  mails: Tries;
  confirmation: Pick<Confirmation, 'newLink' | 'mailLink' | 'mailChangeNotice'>;
}

type Credentials = Awaited<ReturnType<typeof getCredentials>>;

const bytesOf = (sessionId: string) => Buffer.from(sessionId, 'hex');
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** What is left out stays; a number or an address that was emptied is none. */
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
  const { db, events, now, attempts, devices, mails, confirmation } = neighbours;

  /** A limit for each session: a stolen session guesses as slowly as a stranger, and wrong logins do not use it up. */
  async function requireCurrent(sessionId: string, passwordHash: string, current: string | undefined) {
    if (current === undefined) throw new ProblemError('CURRENT_PASSWORD_WRONG');
    const source: Source = ['session', sessionId];
    await attempts.take(source);
    if (!(await isPassword(current, passwordHash))) throw new ProblemError('CURRENT_PASSWORD_WRONG');
    await attempts.clear(source);
  }

  /** An address that was never confirmed may be a stranger's: it gets no notice. */
  function mailChange({ email, emailConfirmedAt, personalization }: Credentials, to: string, token: string) {
    const locale = personalization?.locale;
    confirmation.mailLink(to, locale, token);
    if (emailConfirmedAt) confirmation.mailChangeNotice(email, locale);
  }

  return {
    /** R3.5: a new address gets a link and counts when it is used; the address until then is told of it. */
    async update(
      user: SessionUser,
      { password, current_password, ...change }: ProfileChange,
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
      const { token, ...link } = confirmation.newLink();
      const isTakenBack = change.email !== undefined && newAddress === undefined;
      const renewed = devices.renew(deviceToken);
      const sessionId = bytesOf(user.sessionId);
      const who = { userId: user.id, sessionId, knownHash, device: renewed.device };
      const outcome = await changeAccount(db, who, {
        ...toAccountChange(change),
        passwordHash: password === undefined ? undefined : await hashPassword(password),
        newEmail:
          newAddress === undefined ? (isTakenBack ? null : undefined) : { email: newAddress, ...link },
      });
      if (outcome === 'email taken') throw new ProblemError('UPDATE_USER_EMAIL_ALREADY_EXISTS');
      if (outcome === 'password changed') throw new ProblemError('CURRENT_PASSWORD_WRONG');
      for (const id of outcome.ended) events.emit('sessionEnded', id.toString('hex'));
      if (newAddress !== undefined) mailChange(account, newAddress, token);
      return {
        user: outcome.user,
        deviceToken: password === undefined ? undefined : renewed.deviceToken,
      };
    },

    async sessions(user: SessionUser): Promise<SessionRow[]> {
      const rows = await listSessions(db, user.id, new Date(now()));
      return rows.map(({ id, user_agent, created_at, expires_at }) => ({
        id: id.toString('hex'),
        user_agent,
        created_at: seconds(created_at),
        expires_at: seconds(expires_at),
        is_current: id.toString('hex') === user.sessionId,
      }));
    },

    async endSession(user: SessionUser, id: string): Promise<void> {
      if (!(await deleteOwnSession(db, user.id, bytesOf(id)))) throw new ProblemError('NOT_FOUND');
      events.emit('sessionEnded', id);
    },
  };
}
export type Profile = ReturnType<typeof createProfile>;
