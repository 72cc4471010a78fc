import type { SessionRow, User } from '@manoboard/contract/account';
import type { ProfileChange } from '@manoboard/contract/credentials';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { type AccountChange, changeAccount, getCredentials } from './account.repo.ts';
import type { Confirmation } from './confirmation.service.ts';
import { hashPassword, isPassword, requireStrong } from './password.ts';
import { deleteOwnSession, listSessions } from './session.repo.ts';
import type { Tries } from './tries.ts';

interface Neighbours {
  db: Db;
  events: Events;
  now: () => number;
  /** Wrong passwords, by e-mail. */
  tries: Tries;
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

export function createProfile({ db, events, now, tries, mails, confirmation }: Neighbours) {
  /** A stolen session guesses no faster than a stranger at the login. */
  async function requireCurrent(email: string, passwordHash: string, current: string | undefined) {
    const key = email.toLowerCase();
    if (!tries.take(key)) throw new ProblemError('TOO_MANY_REQUESTS');
    if (current === undefined || !(await isPassword(current, passwordHash)))
      throw new ProblemError('CURRENT_PASSWORD_WRONG');
    tries.forgive(key);
  }

  /** An address that was never confirmed may be a stranger's: it gets no notice. */
  function mailChange({ email, emailConfirmedAt, personalization }: Credentials, to: string, token: string) {
    const locale = personalization?.locale;
    confirmation.mailLink(to, locale, token);
    if (emailConfirmedAt) confirmation.mailChangeNotice(email, locale);
  }

  return {
    /** R3.5: a new address gets a link and counts when it is used; the address until then is told of it. */
    async update(user: SessionUser, { password, current_password, ...change }: ProfileChange): Promise<User> {
      const account = await getCredentials(db, user.id);
      const { email, passwordHash: knownHash } = account;
      const newAddress = change.email === email ? undefined : change.email;
      if (password !== undefined) requireStrong(password, 'UPDATE_USER_INVALID_PASSWORD');
      if (password !== undefined || newAddress !== undefined)
        await requireCurrent(email, knownHash, current_password);
      if (newAddress !== undefined && !mails.take(newAddress.toLowerCase()))
        throw new ProblemError('TOO_MANY_REQUESTS');
      const { token, ...link } = confirmation.newLink();
      const isTakenBack = change.email !== undefined && newAddress === undefined;
      const who = { userId: user.id, sessionId: bytesOf(user.sessionId), knownHash };
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
      return outcome.user;
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
