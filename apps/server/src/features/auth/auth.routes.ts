import { api } from '@manoboard/contract/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { clearSessionCookie, SESSION_COOKIE, setSessionCookie } from '../../http/session.ts';
import type { Auth } from './auth.service.ts';

interface Options {
  /** The console is reached by https only. */
  isSecure: boolean;
  /** From one address. */
  triesPerMinute: number;
}

export function authRoutes(app: FastifyInstance, auth: Auth, { isSecure, triesPerMinute }: Options) {
  const limited = { rateLimit: { max: triesPerMinute, timeWindow: 60_000 } };

  route(app, api.register, ({ body }) => auth.register(body), limited);

  route(
    app,
    api.login,
    async ({ body, reply }) => {
      const { token, maxAgeS } = await auth.login(body);
      setSessionCookie(reply, token, maxAgeS, isSecure);
      return reply.send();
    },
    limited,
  );

  route(app, api.logout, async ({ request, reply }) => {
    const token = request.cookies[SESSION_COOKIE];
    if (token) await auth.logout(token);
    clearSessionCookie(reply);
    return reply.send();
  });
}
