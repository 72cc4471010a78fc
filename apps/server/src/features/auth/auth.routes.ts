import { api } from '@manoboard/contract/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { clearSessionCookie, SESSION_COOKIE, setSessionCookie } from '../../http/session.ts';
import type { Auth } from './auth.service.ts';

const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });

export function authRoutes(app: FastifyInstance, auth: Auth, isSecure: boolean) {
  route(app, api.register, ({ body }) => auth.register(body), perMinute(20));

  route(
    app,
    api.login,
    async ({ body, reply }) => {
      const { token, maxAgeS } = await auth.login(body);
      setSessionCookie(reply, token, maxAgeS, isSecure);
      return reply.send();
    },
    perMinute(60),
  );

  route(app, api.logout, async ({ request, reply }) => {
    const token = request.cookies[SESSION_COOKIE];
    if (token) await auth.logout(token);
    clearSessionCookie(reply);
    return reply.send();
  });
}
