import { DEVICE_COOKIE, SESSION_COOKIE } from '@manoboard/contract/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../address.ts';
import { ProblemError } from './problem-error.ts';

/** Who asks, as the session knows him. */
export interface SessionUser {
  id: number;
  sessionId: string;
  roles: readonly string[];
  /** The session was extended: the cookie must live on with it. */
  renewCookieS?: number;
}

export type Authenticate = (token: string) => Promise<SessionUser | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null;
  }
}

export function requireUser(authenticate: Authenticate, isSecure: boolean) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = request.cookies[SESSION_COOKIE];
    const user = token ? await authenticate(token) : undefined;
    if (!token || !user) throw new ProblemError('UNAUTHORIZED');
    if (user.renewCookieS !== undefined) setSessionCookie(reply, token, user.renewCookieS, isSecure);
    request.user = user;
  };
}

/** The key under which limits count a request. A client that vanished has no address, and `request.ip` throws then. */
export const clientKey = (request: FastifyRequest): string =>
  request.socket.remoteAddress === undefined ? 'vanished' : addressKey(request.ip);

/** For handlers of calls that only users reach. */
export function userOf(request: FastifyRequest): SessionUser {
  if (!request.user) throw new ProblemError('UNAUTHORIZED');
  return request.user;
}

function setCookie(
  reply: FastifyReply,
  name: string,
  token: string,
  maxAgeS: number | undefined,
  isSecure: boolean,
) {
  reply.setCookie(name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    ...(maxAgeS !== undefined && { maxAge: maxAgeS }),
  });
}

export const setSessionCookie = (
  reply: FastifyReply,
  token: string,
  maxAgeS: number | undefined,
  isSecure: boolean,
) => setCookie(reply, SESSION_COOKIE, token, maxAgeS, isSecure);

export const setDeviceCookie = (reply: FastifyReply, token: string, maxAgeS: number, isSecure: boolean) =>
  setCookie(reply, DEVICE_COOKIE, token, maxAgeS, isSecure);

export const clearSessionCookie = (reply: FastifyReply) => reply.clearCookie(SESSION_COOKIE, { path: '/' });
