import { createHash, randomBytes } from 'node:crypto';
import { type Login, Password, type Registration, type User } from '@manoboard/contract/account';
import * as z from 'zod/mini';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { findCredentials, insertUser } from './account.repo.ts';
import { hashPassword, isPassword } from './password.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findSession,
  insertSession,
} from './session.repo.ts';

/** R3.3: 'Keep me logged in' outlives the browser; without it a session ends with the browser, or unused after half a day. */
const LIFETIME_S = { remembered: 30 * 86_400, ordinary: 12 * 3600 };

const sessionKey = (token: string) => createHash('sha256').update(token).digest();

interface Neighbours {
  db: Db;
  events: Events;
  now: () => number;
  /** Are the people of the demo let in? */
  isDemo: boolean;
}

export function createAuth({ db, events, now, isDemo }: Neighbours) {
  const lifetimeS = (isRemembered: boolean) => LIFETIME_S[isRemembered ? 'remembered' : 'ordinary'];
  const expiry = (isRemembered: boolean) => new Date(now() + lifetimeS(isRemembered) * 1000);

  return {
    async register({ password, ...registration }: Registration): Promise<User> {
      const strength = z.safeParse(Password, password);
      if (!strength.success) {
        const reason = strength.error.issues[0]?.message ?? 'password_weak';
        throw new ProblemError('REGISTER_INVALID_PASSWORD', {
          detail: { code: 'REGISTER_INVALID_PASSWORD', reason },
        });
      }
      const user = await insertUser(db, registration, await hashPassword(password), new Date(now()));
      if (!user) throw new ProblemError('REGISTER_USER_ALREADY_EXISTS');
      return user;
    },

    async login({
      username,
      password,
      remember,
    }: Login): Promise<{ token: string; maxAgeS: number | undefined }> {
      const known = await findCredentials(db, username.trim(), isDemo);
      if (!(await isPassword(password, known?.passwordHash)) || !known)
        throw new ProblemError('LOGIN_BAD_CREDENTIALS');
      const isRemembered = remember === 'true';
      const token = randomBytes(32).toString('base64url');
      await deleteExpiredSessions(db, new Date(now()));
      await insertSession(db, {
        id: sessionKey(token),
        userId: known.id,
        isRemembered,
        expiresAt: expiry(isRemembered),
      });
      return { token, maxAgeS: isRemembered ? lifetimeS(true) : undefined };
    },

    async logout(token: string): Promise<void> {
      const id = sessionKey(token);
      await deleteSession(db, id);
      events.emit('sessionEnded', id.toString('hex'));
    },

    /** A session in use is extended when half of its time is gone, and so is the cookie of one that is remembered. */
    async authenticate(token: string): Promise<SessionUser | undefined> {
      const id = sessionKey(token);
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
