import { DEVICE_COOKIE, SESSION_COOKIE } from '@manoboard/contract/account/account';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookies of a browser. If the console is served by https only, their names have the prefix `__Host-`: a browser
 * accepts them from this host by https only, so neither a sibling domain nor plain http can set a session.
 */
export function createCookies(isSecure: boolean) {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const cookie = (plainName: string) => {
    const name = isSecure ? `__Host-${plainName}` : plainName;
    return {
      read: (request: FastifyRequest): string | undefined => request.cookies[name],
      /** Without an age it is a session cookie. */
      set: (reply: FastifyReply, token: string, maxAgeS?: number) =>
        reply.setCookie(name, token, { ...options, ...(maxAgeS !== undefined && { maxAge: maxAgeS }) }),
      clear: (reply: FastifyReply) => reply.clearCookie(name, options),
    };
  };
  return { session: cookie(SESSION_COOKIE), device: cookie(DEVICE_COOKIE) };
}
export type Cookies = ReturnType<typeof createCookies>;

declare module 'fastify' {
  interface FastifyInstance {
    browserCookies: Cookies;
  }
}
