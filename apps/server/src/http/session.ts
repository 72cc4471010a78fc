import type { TokenScope } from '@manoboard/contract/http/token-scopes';
import { TOKEN_PREFIX } from '@manoboard/contract/token/token';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceKey } from '../db/device-key.ts';
import { addressKey } from '../net/address.ts';
import type { Cookies } from './cookies.ts';
import { fromCacheOrThrow } from './error-answer.ts';
import { createTries } from './limits/try-limits.ts';
import { ProblemError } from './problem-error.ts';

/** The user of a request, by their session or by an API token. */
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
  /**
   * A script acts for the user, and may start and stop the pumps of `switchKeys`. With `watchKeys` it is a screen on a wall that only
   * sees these devices, in this order.
   */
  token?: {
    id: number;
    name: string;
    switchKeys: readonly DeviceKey[];
    watchKeys?: readonly DeviceKey[];
  };
}

export type Authenticate = (token: string) => Promise<SessionUser | undefined>;

/** `network` is noted as the last one that has used the token. */
export type AuthenticateToken = (secret: string, network: string) => Promise<SessionUser | undefined>;

/** A new token for the session; nothing if another request has renewed it. */
export type RenewToken = (
  user: SessionUser,
  token: string,
) => Promise<{ token: string; maxAgeS: number | undefined } | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null;
    /** Reads the user again, for requests that last. */
    findUser: (() => Promise<SessionUser | undefined>) | null;
  }
  interface FastifyContextConfig {
    /** What an API token must be allowed; without it the route refuses tokens. */
    tokenScope?: TokenScope | undefined;
  }
}

/** Requests of one API token: a script that polls ten devices every few seconds stays below. */
const TOKEN_REQUESTS = { max: 300, windowMs: 60_000 };

interface Needs {
  authenticate: Authenticate;
  authenticateToken: AuthenticateToken;
  cookies: Cookies;
  /** Finds sessions while the database is away. */
  cachedUser: (token: string) => SessionUser | undefined;
  renewToken: RenewToken;
}

const BEARER = `Bearer ${TOKEN_PREFIX}`;

/** The API token of a request. Other values of the header belong to proxies and to the operator. */
const bearerOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  authorization?.startsWith(BEARER) ? authorization.slice('Bearer '.length) : undefined;

/** What names the user of a request: an API token, or the cookie of a session. Nobody has checked it yet. */
export const credentialOf = (request: FastifyRequest, { session }: Pick<Cookies, 'session'>) =>
  bearerOf(request) ?? session.read(request);

/** By the cookie of the session, or by an API token, which counts alone if there is one. */
export function requireUser({ authenticate, authenticateToken, cookies, cachedUser, renewToken }: Needs) {
  const { session } = cookies;
  const tokenRequests = createTries({ ...TOKEN_REQUESTS, now: Date.now });

  async function requireToken(request: FastifyRequest, secret: string) {
    const network = clientKey(request);
    const user = await authenticateToken(secret, network);
    if (!user?.token) throw new ProblemError('UNAUTHORIZED');
    request.user = user;
    request.findUser = () => authenticateToken(secret, network);
    if (!tokenRequests.take(`${user.token.id}`))
      throw new ProblemError('TOO_MANY_REQUESTS', { retry_after: TOKEN_REQUESTS.windowMs / 1000 });
    const { tokenScope } = request.routeOptions.config;
    if (!tokenScope || (user.token.watchKeys && tokenScope !== 'watch')) throw new ProblemError('FORBIDDEN');
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const bearer = bearerOf(request);
    if (bearer !== undefined) return requireToken(request, bearer);
    const token = session.read(request);
    const known = (error: unknown) =>
      fromCacheOrThrow(error, request, token === undefined ? undefined : cachedUser(token));
    const user = token ? await authenticate(token).catch(known) : undefined;
    if (!token || !user) throw new ProblemError('UNAUTHORIZED');
    if (user.renewCookieS !== undefined) session.set(reply, token, user.renewCookieS);
    request.user = user;
    request.findUser = () => authenticate(token);
    // A stream sends its headers itself.
    if (!user.mustRenew || user.isFromCache || request.routeOptions.config.isStream) return;
    const renewed = await renewToken(user, token);
    if (!renewed) return;
    session.set(reply, renewed.token, renewed.maxAgeS);
    request.findUser = () => authenticate(renewed.token);
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
