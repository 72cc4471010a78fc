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
  /** The same, by a second factor if the account has one. */
  isFactorProved?: true;
  /** The user needs a second factor and has none: only calls that lead to one are open. */
  lacksFactor?: true;
  /** The rights of the user have changed: the token of the session must be renewed. */
  mustRenew?: true;
  /** The session comes from the cache because the database is away: enough for a stop only. */
  isFromCache?: true;
  /** The session was extended: the cookie must be renewed for this time. */
  renewCookieS?: number;
}

export type Authenticate = (token: string) => Promise<SessionUser | undefined>;

/** A new token for the session; nothing if another request has renewed it. */
export type RenewToken = (
  user: SessionUser,
  token: string,
) => Promise<{ token: string; maxAgeS: number | undefined } | undefined>;

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
  renewToken: RenewToken,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = session.read(request);
    const known = (error: unknown) =>
      fromCacheOrThrow(error, request, token === undefined ? undefined : cachedUser(token));
    const user = token ? await authenticate(token).catch(known) : undefined;
    if (!token || !user) throw new ProblemError('UNAUTHORIZED');
    if (user.renewCookieS !== undefined) session.set(reply, token, user.renewCookieS);
    request.user = user;
    // A stream sends its headers itself.
    if (!user.mustRenew || user.isFromCache || request.routeOptions.config.isStream) return;
    const renewed = await renewToken(user, token);
    if (renewed) session.set(reply, renewed.token, renewed.maxAgeS);
  };
}

/** Runs after `requireUser`. */
export async function requireFactor(request: FastifyRequest) {
  if (userOf(request).lacksFactor) throw new ProblemError('FACTOR_REQUIRED');
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
