import { isProofFresh } from '@manoboard/domain/access/proof';
import { type FactorPolicy, needsFactor } from '@manoboard/domain/access/second-factor';
import { sessionEndS, sessionLife } from '@manoboard/domain/access/session-life';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { RenewToken, SessionUser } from '../../http/session.ts';
import {
  deleteSession,
  extendSession,
  findRenewedSession,
  findSession,
  markSessionUsed,
  renewToken,
} from './session.repo.ts';
import { hashToken, newToken } from './token.ts';

/** R3.5: accuracy of the last use of a session, to write seldom. */
const USE_ACCURACY_MS = 10 * 60_000;

/** Requests under way have the token from before its renewal. */
const OLD_TOKEN_MS = 60_000;

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** For the session lookup of every request. */
  access: Db;
  factorPolicy: FactorPolicy;
}

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;
const seconds = (date: Date) => date.getTime() / 1000;

/** Sessions in use: their lookup, lifetimes (R3.3) and tokens. */
export function createSessions({ db, access, outbox, now, factorPolicy }: Needs) {
  /** A failed write must not refuse the request: a stop works on a full disk too. */
  async function noteUse({ id, lastUsedAt }: Session): Promise<void> {
    const before = new Date(now() - USE_ACCURACY_MS);
    if (lastUsedAt > before) return;
    await markSessionUsed(access, id, new Date(now()), before).catch(() => undefined);
  }

  const lifeOf = ({ isRemembered, roles }: Session) => sessionLife(isRemembered, roles ?? []);

  /** Staff who got their role after the login have the shorter life too. */
  const isOver = (session: Session) =>
    now() / 1000 >= sessionEndS(lifeOf(session), seconds(session.begunAt), seconds(session.lastUsedAt));

  function toUser(session: Session): SessionUser {
    const { id, userId, provedAt, factorProvedAt, hasFactor, mustRenew } = session;
    const roles = session.roles ?? [];
    const isFresh = (at: Date | null) => isProofFresh(at && seconds(at), now() / 1000);
    const lacksFactor = !hasFactor && needsFactor(factorPolicy, roles);
    return {
      id: userId,
      sessionId: id.toString('hex'),
      roles,
      ...(isFresh(provedAt) && { isProved: true }),
      ...(isFresh(hasFactor ? factorProvedAt : provedAt) && { isFactorProved: true }),
      ...(lacksFactor && { lacksFactor }),
      ...(mustRenew && { mustRenew }),
    };
  }

  /** The new end of a session in use, if it is worth a write: after half of its idle time, and at its absolute end. */
  function newEnd(session: Session): Date | undefined {
    const life = lifeOf(session);
    const begunS = seconds(session.begunAt);
    const endS = sessionEndS(life, begunS, now() / 1000);
    const gainS = endS - seconds(session.expiresAt);
    const isLast = endS === begunS + life.mostS && gainS > 0;
    return gainS >= life.idleS / 2 || isLast ? new Date(endS * 1000) : undefined;
  }

  const renew: RenewToken = async ({ sessionId }, old) => {
    const token = newToken();
    const oldHash = hashToken(old);
    const id = Buffer.from(sessionId, 'hex');
    const session = await findSession(db, oldHash, new Date(now()));
    const tokens = { old: oldHash, new: hashToken(token), oldUntil: new Date(now() + OLD_TOKEN_MS) };
    if (!session || !(await renewToken(db, id, tokens))) return undefined;
    return { token, maxAgeS: session.isRemembered ? lifeOf(session).idleS : undefined };
  };

  return {
    renewToken: renew,

    /** False if there was no such session. */
    async logout(token: string): Promise<boolean> {
      return outbox.transaction(db, async (tx) => {
        const ended = await deleteSession(tx, hashToken(token));
        if (ended) await outbox.publish(tx, ['sessionEnded', ended.toString('hex')]);
        return ended !== undefined;
      });
    },

    /** Extends a session in use, and the cookie of a remembered one; a full disk does not refuse it. */
    async authenticate(token: string): Promise<SessionUser | undefined> {
      const tokenHash = hashToken(token);
      const at = new Date(now());
      const session =
        (await findSession(access, tokenHash, at)) ?? (await findRenewedSession(access, tokenHash, at));
      if (!session || isOver(session)) return undefined;
      await noteUse(session);
      const user = toUser(session);
      const end = newEnd(session);
      if (!end) return user;
      const isExtended = await extendSession(access, session.id, end).then(
        () => true,
        () => false,
      );
      return isExtended && session.isRemembered ? { ...user, renewCookieS: lifeOf(session).idleS } : user;
    },
  };
}
