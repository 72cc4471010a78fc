import type { User } from '@manoboard/contract/account/account';
import type { Login, Registration } from '@manoboard/contract/account/credentials';
import { isProofFresh } from '@manoboard/domain/access/proof';
import type { Db } from '../../db/db.ts';
import type { Attempts, Source } from '../../http/limits/attempts.ts';
import type { Tries } from '../../http/limits/tries.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Server } from '../../server.ts';
import { findCredentials, insertUser } from './account.repo.ts';
import type { Confirmation } from './confirmation.service.ts';
import type { KnownDevices } from './known-devices.ts';
import { hashPassword, isPassword, requireStrong } from './password.ts';
import { beginSession, deleteSession, extendSession, findSession, markSessionUsed } from './session.repo.ts';
import { hashToken, newToken, sessionsEnded } from './token.ts';

/** R3.3: 'Keep me logged in' outlives the browser; without it a session ends with the browser, or unused after half a day. */
const LIFETIME_S = { remembered: 30 * 86_400, ordinary: 12 * 3600 };

/** R3.5: accuracy of the last use of a session, to write seldom. */
const USE_ACCURACY_MS = 10 * 60_000;

interface Neighbours extends Pick<Server, 'db' | 'outbox' | 'now'> {
  /** For the session lookup of every request. */
  access: Db;
  attempts: Attempts;
  devices: KnownDevices;
  /** Limit of mails to one address, of all kinds. */
  mails: Tries;
  confirmation: Pick<Confirmation, 'requestConfirmation' | 'mailLink'>;
  /** Version of the terms that a new user agrees to. */
  termsVersion: string;
}

/** The browser that sends a login request. */
export interface Browser {
  userAgent: string | null;
  /** The client's address, or its network. */
  network: string;
  deviceToken: string | undefined;
  /** Token of the session that the new one replaces. */
  sessionToken: string | undefined;
}

interface LoggedIn {
  token: string;
  maxAgeS: number | undefined;
  deviceToken: string;
}

export function createAuth(neighbours: Neighbours) {
  const { db, access, outbox, now, attempts, devices, mails, confirmation, termsVersion } = neighbours;
  const lifetimeS = (isRemembered: boolean) => LIFETIME_S[isRemembered ? 'remembered' : 'ordinary'];
  const expiry = (isRemembered: boolean) => new Date(now() + lifetimeS(isRemembered) * 1000);

  /** A browser that the account knows has its own limit, which strangers cannot exhaust. */
  async function sourcesOf(userId: number | undefined, email: string, browser: Browser): Promise<Source[]> {
    const { network, deviceToken = '' } = browser;
    const deviceUsers = await devices.usersOf(deviceToken);
    if (userId !== undefined && deviceUsers.includes(userId))
      return [['device', hashToken(deviceToken).toString('hex'), email]];
    return [
      ['address', network, email],
      ['account', email],
    ];
  }

  /** A failed write must not refuse the request: a stop works on a full disk too. */
  async function noteUse(id: Buffer, lastUsedAt: Date): Promise<void> {
    const before = new Date(now() - USE_ACCURACY_MS);
    if (lastUsedAt > before) return;
    await markSessionUsed(access, id, new Date(now()), before).catch(() => undefined);
  }

  return {
    /** R3.1, R4.3d: the account works at once, and a link to confirm its address is mailed. */
    async register({ password, locale, ...registration }: Registration): Promise<User> {
      requireStrong(password, 'REGISTER_INVALID_PASSWORD');
      const passwordHash = await hashPassword(password);
      const newUser = { ...registration, locale: locale ?? null, passwordHash, termsVersion };
      return outbox.transaction(db, async (tx) => {
        const user = await insertUser(tx, newUser, new Date(now()));
        if (!user) throw new ProblemError('REGISTER_USER_ALREADY_EXISTS');
        await confirmation.requestConfirmation(tx, user.id, user.email);
        if (mails.take(user.email.toLowerCase())) await confirmation.mailLink(tx, user.id, user.email);
        return user;
      });
    },

    /**
     * R3.3: attempts are limited by address and account together, and by account for all unknown browsers together. An
     * unknown e-mail is counted, checked and refused like a known one. R7.3: only the correct password reveals that the
     * account is disabled.
     */
    async login({ username, password, remember }: Login, browser: Browser): Promise<LoggedIn> {
      const email = username.trim().toLowerCase();
      const { userAgent, network, deviceToken, sessionToken } = browser;
      const known = await findCredentials(db, email);
      const sources = await sourcesOf(known?.id, email, browser);
      await attempts.take(...sources);
      if (!(await isPassword(password, known?.passwordHash)) || !known)
        throw new ProblemError('LOGIN_BAD_CREDENTIALS');
      if (known.disabledAt) throw new ProblemError('LOGIN_ACCOUNT_DISABLED');
      const isRemembered = remember === 'true';
      const token = newToken();
      const renewed = devices.renew(deviceToken);
      const replaced = sessionToken ? hashToken(sessionToken) : undefined;
      const session = {
        id: hashToken(token),
        userId: known.id,
        isRemembered,
        userAgent,
        network,
        usedAt: new Date(now()),
        expiresAt: expiry(isRemembered),
      };
      const { passwordHash } = known;
      await outbox.transaction(db, async (tx) => {
        const begun = await beginSession(tx, { session, passwordHash, device: renewed.device, replaced });
        if (!begun) throw new ProblemError('LOGIN_BAD_CREDENTIALS');
        await outbox.publish(tx, ...sessionsEnded(begun.ended));
      });
      await attempts.clear(...sources);
      return {
        token,
        maxAgeS: isRemembered ? lifetimeS(true) : undefined,
        deviceToken: renewed.deviceToken,
      };
    },

    /** False if there was no such session. */
    async logout(token: string): Promise<boolean> {
      const id = hashToken(token);
      return outbox.transaction(db, async (tx) => {
        const hasEnded = await deleteSession(tx, id);
        if (hasEnded) await outbox.publish(tx, ['sessionEnded', id.toString('hex')]);
        return hasEnded;
      });
    },

    /** Extends a session in use after half of its lifetime, and the cookie of a remembered one. */
    async authenticate(token: string): Promise<SessionUser | undefined> {
      const id = hashToken(token);
      const session = await findSession(access, id, new Date(now()));
      if (!session) return undefined;
      await noteUse(id, session.lastUsedAt);
      const { provedAt } = session;
      const isProved = isProofFresh(provedAt && provedAt.getTime() / 1000, now() / 1000);
      const user = {
        id: session.userId,
        sessionId: id.toString('hex'),
        roles: session.roles ?? [],
        ...(isProved && { isProved }),
      };
      const { isRemembered } = session;
      if (session.expiresAt.getTime() - now() >= (lifetimeS(isRemembered) * 1000) / 2) return user;
      await extendSession(access, id, expiry(isRemembered));
      return isRemembered ? { ...user, renewCookieS: lifetimeS(true) } : user;
    },
  };
}
