import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../net/address.ts';
import type { Cookies } from './cookies.ts';
import { fromCacheOrThrow } from './error-answer.ts';
import { ProblemError } from './problem-error.ts';

/** The user of a request, by their session. */
export interface SessionUser {
  id: number;
  sessionId: string;
  roles: readonly string[];
  /** The user has proved in the last minutes who they are. */
  isProved?: true;
  /** The session comes from the cache because the database is away: enough for a stop only. */
  isFromCache?: true;
  /** The session was extended: the cookie must be renewed for this time. */
  renewCookieS?: number;
}

export type Authenticate = (token: string) => Promise<SessionUser | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null;
  }
}

/** `cachedUser` finds sessions while the database is away. */
export function requireUser(
  authenticate: Authenticate,
  { session }: Cookies,
  cachedUser: (token: string) => SessionUser | undefined,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = session.read(request);
    const known = (error: unknown) =>
      fromCacheOrThrow(error, request, token === undefined ? undefined : cachedUser(token));
    const user = token ? await authenticate(token).catch(known) : undefined;
    if (!token || !user) throw new ProblemError('UNAUTHORIZED');
    if (user.renewCookieS !== undefined) session.set(reply, token, user.renewCookieS);
    request.user = user;
  };
}

/** The key under which limits count a request. A disconnected client has no address, and `request.ip` throws then. */
export const clientKey = (request: FastifyRequest): string =>
  request.socket.remoteAddress === undefined ? 'vanished' : addressKey(request.ip);

/** The User-Agent header without control and format characters, shortened. */
export const agentOf = ({ headers }: FastifyRequest): string | null =>
  headers['user-agent']?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200) || null;

/** For handlers of calls that only users reach. */
export function userOf(request: FastifyRequest): SessionUser {
  if (!request.user) throw new ProblemError('UNAUTHORIZED');
  return request.user;
}
