import type { User } from '@manoboard/contract/account';
import type { Login, Registration } from '@manoboard/contract/credentials';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { findCredentials, insertUser } from './account.repo.ts';
import type { Confirmation } from './confirmation.service.ts';
import { hashPassword, isPassword, requireStrong } from './password.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findSession,
  insertSession,
} from './session.repo.ts';
import { hashToken, newToken } from './token.ts';
import type { Tries } from './tries.ts';

/** R3.3: 'Keep me logged in' outlives the browser; without it a session ends with the browser, or unused after half a day. */
const LIFETIME_S = { remembered: 30 * 86_400, ordinary: 12 * 3600 };

interface Neighbours {
  db: Db;
  events: Events;
  now: () => number;
  /** Are the people of the demo let in? */
  isDemo: boolean;
  /** Wrong passwords, by e-mail. */
  tries: Tries;
  /** Mails to one address, whatever they are about. */
  mails: Tries;
  confirmation: Pick<Confirmation, 'newLink' | 'mailLink'>;
  /** Of the terms that a new user agrees to. */
  termsVersion: string;
}

export function createAuth(neighbours: Neighbours) {
  const { db, events, now, isDemo, tries, mails, confirmation, termsVersion } = neighbours;
  const lifetimeS = (isRemembered: boolean) => LIFETIME_S[isRemembered ? 'remembered' : 'ordinary'];
  const expiry = (isRemembered: boolean) => new Date(now() + lifetimeS(isRemembered) * 1000);

  return {
    /** R3.1, R4.3d: the account works at once, and a link to confirm its address is mailed. */
    async register({ password, locale, ...registration }: Registration): Promise<User> {
      requireStrong(password, 'REGISTER_INVALID_PASSWORD');
      const { token, ...link } = confirmation.newLink();
      const passwordHash = await hashPassword(password);
      const newUser = { ...registration, locale: locale ?? null, passwordHash, termsVersion };
      const user = await insertUser(db, newUser, new Date(now()), link);
      if (!user) throw new ProblemError('REGISTER_USER_ALREADY_EXISTS');
      if (mails.take(user.email.toLowerCase())) confirmation.mailLink(user.email, locale, token);
      return user;
    },

    /** Too many wrong passwords for one e-mail close it for a while, whether or not there is such an account. */
    async login(
      { username, password, remember }: Login,
      userAgent: string | null,
    ): Promise<{ token: string; maxAgeS: number | undefined }> {
      const email = username.trim().toLowerCase();
      if (!tries.take(email)) throw new ProblemError('TOO_MANY_REQUESTS');
      const known = await findCredentials(db, email, isDemo);
      if (!(await isPassword(password, known?.passwordHash)) || !known)
        throw new ProblemError('LOGIN_BAD_CREDENTIALS');
      const isRemembered = remember === 'true';
      const token = newToken();
      await deleteExpiredSessions(db, new Date(now()));
      const session = {
        id: hashToken(token),
        userId: known.id,
        isRemembered,
        userAgent,
        expiresAt: expiry(isRemembered),
      };
      if (!(await insertSession(db, session, known.passwordHash)))
        throw new ProblemError('LOGIN_BAD_CREDENTIALS');
      tries.forgive(email);
      return { token, maxAgeS: isRemembered ? lifetimeS(true) : undefined };
    },

    async logout(token: string): Promise<void> {
      const id = hashToken(token);
      await deleteSession(db, id);
      events.emit('sessionEnded', id.toString('hex'));
    },

    /** A session in use is extended when half of its time is gone, and so is the cookie of one that is remembered. */
    async authenticate(token: string): Promise<SessionUser | undefined> {
      const id = hashToken(token);
      const session = await findSession(db, id, new Date(now()), isDemo);
      if (!session) return undefined;
      const user = { id: session.userId, sessionId: id.toString('hex'), roles: session.roles ?? [] };
      const { isRemembered } = session;
      if (session.expiresAt.getTime() - now() >= (lifetimeS(isRemembered) * 1000) / 2) return user;
      await extendSession(db, id, expiry(isRemembered));
      return isRemembered ? { ...user, renewCookieS: lifetimeS(true) } : user;
    },
  };
}
export type Auth = ReturnType<typeof createAuth>;
